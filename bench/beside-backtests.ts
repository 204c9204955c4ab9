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
import { launchServer, serveLaunched } from "./support/launched-server.ts";
import { marketOf } from "./support/recorded-stocks.ts";
import { listen } from "./support/served-sample.ts";
import { median } from "./support/timed.ts";

/** Quotes that are asked for in a second. */
const RATE = 2_000;
const ROUNDS = 5;
const ALONE_SECONDS = 3;
const START = Date.UTC(2021, 0, 4);
const MINUTE = 60_000;
const HERE = fileURLToPath(import.meta.url);
const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Milliseconds; medians of the rounds. */
export interface BesideRow {
  /** 99th percentile of the latency of quotes: idle, and while a backtest runs and its results are read. */
  readonly alone: number;
  readonly beside: number;
  /** From the request for a backtest to its result, and until its report was read too. */
  readonly result: number;
  readonly report: number;
}

interface ServerAddress {
  readonly port: number;
  readonly key: string;
}

/**
 * How long do quotes wait at 2,000 a second while a backtest over many bars runs and its result, pages of its equity and trades and its report are read? And how
 * long does that backtest take over HTTP? Server, quotes and backtest have processes of their own: with fewer than three free processors it measures their turns.
 * It needs what `npm run build` makes.
 */
export async function benchBesideBacktests(bars: number): Promise<BesideRow> {
  const server = await launchServer(HERE, ["serve", String(bars)]);
  const address = server.told as unknown as ServerAddress;
  const quote = requestText("GET", "/v2/market-data/stocks/BIG/quote", { authorization: address.key });
  const load = { port: address.port, requests: [quote], connections: 16, warmUp: 5_000, count: RATE * ALONE_SECONDS };
  const quotes = await openClients(load);
  const rows: BesideRow[] = [];
  try {
    // The first has a process to start and columns to send.
    await oneBacktest(address, bars);
    for (let round = 0; round < ROUNDS; round++) rows.push(await oneRound(address, quotes, bars));
  } finally {
    quotes.stop();
    server.stop();
  }
  const middle = (of: keyof BesideRow): number => median(rows.map((row) => row[of]));
  return { alone: middle("alone"), beside: middle("beside"), result: middle("result"), report: middle("report") };
}

async function oneRound(address: ServerAddress, quotes: Clients, bars: number): Promise<BesideRow> {
  const alone = await quotes.run({ count: RATE * ALONE_SECONDS, rate: RATE });
  const done = new AbortController();
  const waits: number[] = [];
  const asking = (async () => {
    while (!done.signal.aborted) waits.push(...(await quotes.run({ count: RATE / 4, rate: RATE })).waits);
  })();
  const { result, report } = await oneBacktest(address, bars);
  done.abort();
  await asking;
  return { alone: tail(alone.waits), beside: tail(waits), result, report };
}

function tail(waits: ArrayLike<number>): number {
  return Array.from(waits).toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)]!;
}

async function oneBacktest({ port, key }: ServerAddress, bars: number): Promise<{ result: number; report: number }> {
  const url = `http://127.0.0.1:${port}/v2/trading/backtests`;
  const headers = { authorization: key, "content-type": "application/json" };
  const read = async (path: string): Promise<unknown> => {
    const answer = await fetch(url + path, { headers });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.headers.get("content-type")!.startsWith("text/html") ? answer.text() : answer.json();
  };
  const [from, to] = [START, START + bars * MINUTE].map((time) => new Date(time).toISOString());
  const asked = { strategy: "sma-cross", symbols: ["BIG"], interval: "1m", from, to };
  const start = performance.now();
  const begun = await fetch(url, { method: "POST", headers, body: JSON.stringify(asked) });
  const { id } = (await begun.json()) as { readonly id: string };
  for (let status = ""; status !== "completed"; status = ((await read(`/${id}`)) as { status: string }).status)
    await sleep(10);
  await read(`/${id}/result`);
  const result = performance.now() - start;
  for (const list of ["equity", "trades"]) {
    let page = "";
    for (let pages = 0; pages < 5; pages++) {
      const told = (await read(`/${id}/${list}?limit=1000${page}`)) as { readonly next_page_token: string };
      page = `&page_token=${told.next_page_token}`;
    }
  }
  await read(`/${id}/report`);
  return { result, report: performance.now() - start };
}

/** Listens with a market of one symbol that trades in every minute, and says where. */
async function serve(bars: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "hindcast-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  process.on("SIGTERM", () => process.exit());
  const series = { symbol: "BIG", bars: minutes(bars) };
  const { instruments, ...market } = marketOf([series]);
  const always = { calendar: "24/7", exchange: "24/7", zone: "UTC" };
  const recorded = {
    ...market,
    actions: [],
    mainCalendar: "24/7",
    instruments: instruments.map((one) => ({ ...one, ...always })),
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
  serveLaunched({ port, key: `Bearer ${text}` });
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

const [, started, side, bars] = process.argv;
if (side === "serve") {
  await serve(Number(bars));
} else if (started === HERE) {
  const { alone, beside, result, report } = await benchBesideBacktests(Number(side ?? 1_000_000));
  console.log(
    `quotes at ${RATE} a second: 99 of 100 within ${alone.toFixed(1)} ms, beside backtests within ${beside.toFixed(1)} ms; ` +
      `a backtest: its result after ${result.toFixed(0)} ms, its report after ${report.toFixed(0)} ms`,
  );
}
