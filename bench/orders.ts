import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildServer } from "../src/server/build-server.ts";
import { StateStore } from "../src/server/store/state-store.ts";
import { openRecording } from "../src/tape/recording/open-recording.ts";

const ORDERS = 480;
const ROUNDS = 5;
/** Rounds before those that count: an order passes through so much code that the first few hundred are not compiled yet. */
const WARM_UP = 4;
const HERE = fileURLToPath(import.meta.url);

/** Writes a second. */
export interface OrdersRow {
  readonly writer: string;
  readonly rate: number;
}

/**
 * How many orders a second does the served API put on disk before it answers, on one connection and on sixteen, beside a bare loop that appends a
 * line of the same length to a file and waits for the disk each time? They take turns; clients are a process of their own.
 */
export async function benchOrders(): Promise<OrdersRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "hindcast-bench-"));
  const recording = await (await openRecording(join(HERE, "..", "..", "data", "sample"))).load();
  // Noon in New York of a session.
  const start = Date.UTC(2023, 11, 15, 17);
  const store = new StateStore(join(folder, "state.db"));
  const app = await buildServer(recording, { start, speed: 0, store, trading: { cash: 1e9 } });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const key = () =>
    app.hindcast.keys.create({ name: "bench", tier: "enterprise", scopes: ["trading:read", "trading:write"] }).text;
  const writers: Readonly<Record<string, () => Promise<number>>> = {
    "bare append and fdatasync": async () => appendRate(join(folder, "bare.log")),
    "orders on 1 connection": () => orderRate(port, key(), 1),
    "orders on 16 connections": () => orderRate(port, key(), 16),
  };
  const rates = new Map(Object.keys(writers).map((name) => [name, [] as number[]]));
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const [name, write] of Object.entries(writers)) {
      const rate = await write();
      if (round >= WARM_UP) rates.get(name)!.push(rate);
    }
  }
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

async function orderRate(port: number, key: string, connections: number): Promise<number> {
  const child = spawn(process.execPath, [...process.execArgv, HERE, "client", String(port), key, String(connections)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`the client must place its orders, ended with ${code}`);
  return (ORDERS / Number(text)) * 1_000;
}

/** Places orders that nothing ever fills, and says how many milliseconds that took. */
async function client(port: number, key: string, connections: number): Promise<void> {
  const body = '{"symbol":"AAPL","side":"buy","type":"limit","limit_price":1,"quantity":1}';
  const request = `POST /v2/trading/orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const before = performance.now();
  await Promise.all(
    Array.from({ length: connections }, () => placeOne(port, request, Math.ceil(ORDERS / connections))),
  );
  process.stdout.write(String(performance.now() - before));
}

/** One order after the other on one connection. */
function placeOne(port: number, request: string, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let left = count;
    socket.setEncoding("latin1");
    socket.setNoDelay(true);
    socket.on("data", (text: string) => {
      if (!text.startsWith("HTTP/1.1 201")) reject(new Error(text));
      left--;
      if (left > 0) socket.write(request);
      else socket.end(resolve);
    });
    socket.on("error", reject);
    socket.write(request);
  });
}

if (process.argv[2] === "client") {
  await client(Number(process.argv[3]), process.argv[4]!, Number(process.argv[5]));
} else if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const rows = await benchOrders();
  const bare = rows[0]!.rate;
  for (const { writer, rate } of rows)
    console.log(`${writer.padEnd(30)} ${rate.toFixed(0)} a second, ${(rate / bare).toFixed(2)} of the bare one`);
}
