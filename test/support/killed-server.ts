/*
 * This program serves a market and is meant to be killed: `node --import tsx killed-server.ts <state file> <speed> [jumps]`. It prints a
 * line with its address and an API key. With `jumps` its clock jumps by up to two seconds forward and back.
 */
import { StateStore } from "../../src/server/store/state-store.ts";
import { buildServer } from "../../src/server/build-server.ts";
import { LoadedRecording } from "../../src/data/recording/recording.ts";
import { SNAPSHOT_INTERVAL } from "../../src/server/trading/accounts.ts";
import { COINS, COINS_START } from "./coins.ts";

// With a snapshot every few orders, many kills come close to a snapshot.
Object.assign(SNAPSHOT_INTERVAL, { commands: 3, share: 0 });

const [path = "", speed = "1", jumps] = process.argv.slice(2);
let offsetMs = 0;
if (jumps === "jumps") setInterval(() => (offsetMs = Math.round((Math.random() - 0.5) * 4_000)), 15).unref();
const server = await buildServer(new LoadedRecording(COINS, "coins"), {
  store: new StateStore(path),
  start: COINS_START,
  speed: Number(speed),
  wallClock: () => Date.now() + offsetMs,
});
const { keys } = server.hindcast;
const key =
  keys.list().length > 0
    ? ""
    : keys.create({
        name: "client",
        tier: "enterprise",
        scopes: ["market_data:read", "stream:read", "trading:read", "trading:write"],
      }).text;
const address = await server.listen({ port: 0, host: "127.0.0.1" });
process.stdout.write(`${JSON.stringify({ address, key })}\n`);
