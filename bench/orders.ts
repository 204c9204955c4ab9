import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { StateStore } from "../src/server/store/state-store.ts";
import { type Clients, type Load, openClients, requestText } from "./support/http-client.ts";
import { keyHeader, listen, sampleRecording } from "./support/served-sample.ts";

const ORDERS = 480;
const ROUNDS = 9;
/** Number of rounds that are not counted, since V8 compiles all code of an order only after thousands of orders. */
const WARM_UP = 12;

/** Throughput of one writer. */
export interface OrdersRow {
  readonly writer: string;
  readonly rate: number;
}

/**
 * Measures how many orders a second the served API puts on disk before it answers, on one connection and on sixteen. For comparison, a loop
 * appends a line of the same length to a file and waits for the disk each time. They take turns; the clients run in their own process.
 */
export async function benchOrders(): Promise<OrdersRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "hindcast-bench-"));
  // Noon in New York on a trading day.
  const start = Date.UTC(2023, 11, 15, 17);
  const store = new StateStore(join(folder, "state.db"));
  const { app, port } = await listen(await sampleRecording(), { start, store, trading: { cash: 1e9 } });
  const key = keyHeader(app);
  // Without canceling, open orders would accumulate, and each new order is checked against all of them.
  const cancelAll = () => app.inject({ method: "DELETE", url: "/v2/trading/orders", headers: key });
  const one = await openClients(orders(port, key, 1));
  const sixteen = await openClients(orders(port, key, 16));
  const writers: Readonly<Record<string, () => Promise<number>>> = {
    "bare append and fdatasync": async () => appendRate(join(folder, "bare.log")),
    "orders on 1 connection": () => orderRate(one),
    "orders on 16 connections": () => orderRate(sixteen),
  };
  const rates = new Map(Object.keys(writers).map((name) => [name, [] as number[]]));
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const [name, write] of Object.entries(writers)) {
      const rate = await write();
      await cancelAll();
      if (round >= WARM_UP) rates.get(name)!.push(rate);
    }
  }
  one.stop();
  sixteen.stop();
  await app.close();
  rmSync(folder, { recursive: true });
  return [...rates].map(([writer, all]) => ({ writer, rate: all.toSorted((a, b) => a - b)[ROUNDS >> 1]! }));
}

function appendRate(path: string): number {
  const file = openSync(path, "a");
  const line = Buffer.from(`${"x".repeat(200)}\n`);
  const before = performance.now();
  for (let i = 0; i < ORDERS; i++) {
    writeSync(file, line);
    fdatasyncSync(file);
  }
  const ms = performance.now() - before;
  closeSync(file);
  return (ORDERS / ms) * 1_000;
}

/** Returns a load of requests that submit orders which never fill. */
function orders(port: number, key: Readonly<Record<string, string>>, connections: number): Load {
  const body = '{"symbol":"AAPL","side":"buy","type":"limit","limit_price":1,"quantity":1}';
  return {
    port,
    requests: [requestText("POST", "/v2/trading/orders", key, body)],
    status: 201,
    connections,
    count: ORDERS,
  };
}

async function orderRate(clients: Clients): Promise<number> {
  const { ms } = await clients.run();
  return (ORDERS / ms) * 1_000;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const rows = await benchOrders();
  const bare = rows[0]!.rate;
  for (const { writer, rate } of rows)
    console.log(`${writer.padEnd(30)} ${rate.toFixed(0)} a second, ${(rate / bare).toFixed(2)} of the bare loop`);
}
