import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildServer } from "../src/server/build-server.ts";
import { StateStore } from "../src/server/store/state-store.ts";
import type { Command } from "../src/server/trading/command.ts";
import { SessionStore } from "../src/server/trading/session-store.ts";
import type { LoadedRecording } from "../src/data/recording/recording.ts";
import { keyHeader, sampleRecording } from "./support/served-sample.ts";

/** Noon in New York on a trading day. */
const START = Date.UTC(2023, 11, 15, 17);
const MEBIBYTE = 2 ** 20;

export interface RestartRow {
  readonly start: string;
  readonly seconds: number;
  /** Memory after the start, in MiB. */
  readonly rss: number;
}

function settings(path: string) {
  return { start: START, speed: 0, trading: { cash: 1e9 }, store: new StateStore(path) } as const;
}

/** Writes the stored commands of one account: orders, half of them canceled. */
async function writeCommands(
  recording: LoadedRecording,
  path: string,
  orders: number,
): Promise<Readonly<Record<string, string>>> {
  const app = await buildServer(recording, settings(path));
  const key = keyHeader(app);
  await app.inject({ url: "/v2/trading/account", headers: key });
  await app.close();
  const store = new StateStore(path);
  const sessions = new SessionStore(store);
  let arrival = 0;
  const add = (command: Command) =>
    sessions.addCommand("main", { arrival: ++arrival, account: 1, time: START, phase: 7, command });
  store.transaction(() => {
    for (let i = 1; i <= orders; i++) {
      add({
        kind: "submit",
        symbol: "AAPL",
        sign: 1,
        clientOrderId: `order-${i}-of-a-client`,
        orderClass: "simple",
        order: { timeInForce: "gtc", quantity: 1, limit: 1 },
      });
      if (i % 2 === 0) add({ kind: "cancel", orders: [i] });
    }
  });
  store.close();
  return key;
}

/**
 * Measures how long a server takes until it answers, with the stored orders of one account. Each start uses the state that the previous one
 * left.
 */
export async function benchRestart(orders: number): Promise<RestartRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "hindcast-bench-"));
  const path = join(folder, "state.db");
  const recording = await sampleRecording();
  const key = await writeCommands(recording, path, orders);
  const rows: RestartRow[] = [];
  for (const start of ["from all commands", "from a snapshot", "from a snapshot"]) {
    const before = performance.now();
    const app = await buildServer(recording, settings(path));
    const answer = await app.inject({ url: "/v2/trading/orders?status=open&limit=1", headers: key });
    const seconds = (performance.now() - before) / 1_000;
    if (answer.statusCode !== 200) throw new Error(answer.body);
    rows.push({ start, seconds, rss: process.memoryUsage().rss / MEBIBYTE });
    await app.close();
  }
  console.log(`state: ${(statSync(path).size / MEBIBYTE).toFixed(0)} MiB`);
  rmSync(folder, { recursive: true });
  return rows;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { start, seconds, rss } of await benchRestart(Number(process.argv[2] ?? 200_000)))
    console.log(`${start.padEnd(20)} ${seconds.toFixed(2)} s, RSS ${rss.toFixed(0)} MiB`);
}
