import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Bars } from "hindcast";
import { LoadedRecording } from "../src/data/recording/recording.ts";
import { SeededRandom } from "../src/primitives/random.ts";
import { SCOPES } from "../src/schemas/scope.ts";
import { StateStore } from "../src/server/store/state-store.ts";
import { smaCross } from "../strategies/sma-cross.ts";
import { type Clients, openClients, requestText } from "./support/http-client.ts";
import { launchServer, reportListening } from "./support/launched-server.ts";
import { marketOf } from "./support/recorded-stocks.ts";
import { listen } from "./support/served-sample.ts";
import { median } from "./support/timed.ts";

/** Quotes per second. */
const RATE = 2_000;
const ROUNDS = 5;
const IDLE_SECONDS = 3;
const START = Date.UTC(2021, 0, 4);
const MINUTE = 60_000;
const HERE = fileURLToPath(import.meta.url);
const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Medians of the rounds, in milliseconds. */
export interface LatencyDuringBacktest {
  /** 99th percentile of the latency of quotes: on an idle server, and while a backtest runs and its results are read. */
  readonly idle: number;
  readonly during: number;
  /** Time from the request for a backtest to its result, and to its report. */
  readonly result: number;
  readonly report: number;
}

interface ServerAddress {
  readonly port: number;
  readonly key: string;
}

/**
 * Measures quotes at 2,000 a second while a backtest over many bars runs and its result, equity, trades and report are read, and the time
 * of that backtest over HTTP. Server, quotes and backtest each have a process: with fewer than three free processors they wait for each
 * other. Needs `npm run build`.
 */
export async function benchQuotesDuringBacktests(bars: number): Promise<LatencyDuringBacktest> {
  const server = await launchServer(HERE, ["serve", String(bars)]);
  const address = server.ready as unknown as ServerAddress;
  const quote = requestText("GET", "/v2/market-data/stocks/BIG/quote", { authorization: address.key });
  const load = { port: address.port, requests: [quote], connections: 16, warmUp: 5_000, count: RATE * IDLE_SECONDS };
  const quotes = await openClients(load);
  const rows: LatencyDuringBacktest[] = [];
  try {
    // The first backtest also starts a process and sends the columns.
    await oneBacktest(address, bars);
    for (let round = 0; round < ROUNDS; round++) rows.push(await oneRound(address, quotes, bars));
  } finally {
    quotes.stop();
    server.stop();
  }
  const medianOf = (field: keyof LatencyDuringBacktest): number => median(rows.map((row) => row[field]));
  return { idle: medianOf("idle"), during: medianOf("during"), result: medianOf("result"), report: medianOf("report") };
}

async function oneRound(address: ServerAddress, quotes: Clients, bars: number): Promise<LatencyDuringBacktest> {
  const idle = await quotes.run({ count: RATE * IDLE_SECONDS, rate: RATE });
  const done = new AbortController();
  const waits: number[] = [];
  const quoting = (async () => {
    while (!done.signal.aborted) waits.push(...(await quotes.run({ count: RATE / 4, rate: RATE })).waits);
  })();
  const { result, report } = await oneBacktest(address, bars);
  done.abort();
  await quoting;
  return { idle: tail(idle.waits), during: tail(waits), result, report };
}

function tail(waits: ArrayLike<number>): number {
  return Array.from(waits).toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)]!;
}

async function oneBacktest({ port, key }: ServerAddress, bars: number): Promise<{ result: number; report: number }> {
  const url = `http://127.0.0.1:${port}/v2/trading/backtests`;
  const headers = { authorization: key, "content-type": "application/json" };
  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(url + path, { headers });
    if (!response.ok) throw new Error(await response.text());
    return response.headers.get("content-type")!.startsWith("text/html") ? response.text() : response.json();
  };
  const [from, to] = [START, START + bars * MINUTE].map((time) => new Date(time).toISOString());
  const request = { strategy: "sma-cross", symbols: ["BIG"], interval: "1m", from, to };
  const start = performance.now();
  const created = await fetch(url, { method: "POST", headers, body: JSON.stringify(request) });
  const { id } = (await created.json()) as { readonly id: string };
  for (let status = ""; status !== "completed"; status = ((await read(`/${id}`)) as { status: string }).status)
    await sleep(10);
  await read(`/${id}/result`);
  const result = performance.now() - start;
  for (const table of ["equity", "trades"]) {
    let page = "";
    for (let pages = 0; pages < 5; pages++) {
      const answer = (await read(`/${id}/${table}?limit=1000${page}`)) as { readonly next_page_token: string };
      page = `&page_token=${answer.next_page_token}`;
    }
  }
  await read(`/${id}/report`);
  return { result, report: performance.now() - start };
}

/** Serves a market of one symbol that trades every minute, and reports its port. */
async function serve(bars: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "hindcast-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  process.on("SIGTERM", () => process.exit());
  const series = { symbol: "BIG", bars: minutes(bars) };
  const { instruments, ...market } = marketOf([series]);
  const schedule = { calendar: "24/7", exchange: "24/7", zone: "UTC" };
  const recorded = {
    ...market,
    actions: [],
    mainCalendar: "24/7",
    instruments: instruments.map((instrument) => ({ ...instrument, ...schedule })),
  };
  const file = join(ROOT, "dist/strategies/sma-cross.js");
  const sourceHash = createHash("sha256").update(readFileSync(file)).digest("hex");
  const built = (name: string): string => join(ROOT, "dist/node/server/backtests", name);
  const { app, port } = await listen(new LoadedRecording(recorded, "bench"), {
    start: START + bars * MINUTE,
    store: new StateStore(join(folder, "state.db")),
    strategies: [{ strategy: smaCross, file, sourceHash }],
    backtestThreads: { threads: 1, entry: built("thread.js"), host: built("host.js"), execArgv: [] },
  });
  const { text } = app.hindcast.keys.create({ name: "bench", tier: "enterprise", scopes: SCOPES });
  reportListening({ port, key: `Bearer ${text}` });
}

function minutes(count: number): Bars {
  const random = new SeededRandom(42);
  let price = 100;
  const close = Float64Array.from({ length: count }, () => {
    price = Math.max(5, price * (1 + (random.next() - 0.5) * 0.002));
    return Math.round(price * 100) / 100;
  });
  const open = close.map((value, i) => close[i - 1] ?? value);
  return new Bars("1m", {
    time: close.map((_, i) => START + i * MINUTE),
    open,
    high: open.map((value, i) => Math.max(value, close[i]!)),
    low: open.map((value, i) => Math.min(value, close[i]!)),
    close,
    volume: close.map(() => Math.floor(random.next() * 1e6)),
  });
}

const [, script, side, bars] = process.argv;
if (side === "serve") {
  await serve(Number(bars));
} else if (script === HERE) {
  const { idle, during, result, report } = await benchQuotesDuringBacktests(Number(side ?? 1_000_000));
  console.log(
    `quotes at ${RATE} a second, 99th percentile: idle ${idle.toFixed(1)} ms, during backtests ${during.toFixed(1)} ms; ` +
      `backtest: result after ${result.toFixed(0)} ms, report after ${report.toFixed(0)} ms`,
  );
}
