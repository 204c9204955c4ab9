/*
 * A served market in a process of its own, to be killed: `node --import tsx killed-server.ts <state file> <speed>`. Prints a line with its address and a key.
 */
import { StateStore } from "../../src/server/store/state-store.ts";
import { buildServer } from "../../src/server/build-server.ts";
import { LoadedRecording } from "../../src/tape/recording/loaded-recording.ts";
import { COINS, COINS_START } from "./coins.ts";

const [path = "", speed = "1"] = process.argv.slice(2);
const server = await buildServer(new LoadedRecording(COINS, "coins"), {
  store: new StateStore(path),
  start: COINS_START,
  speed: Number(speed),
});
const { keys } = server.hindcast;
const key =
  keys.list().length > 0
    ? ""
    : keys.create({ name: "client", tier: "enterprise", scopes: ["trading:read", "trading:write"] }).text;
const address = await server.listen({ port: 0, host: "127.0.0.1" });
process.stdout.write(`${JSON.stringify({ address, key })}\n`);
