import { once } from "node:events";
import { cpSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import {
  backtest,
  CALENDARS,
  calendarOf,
  defineCommission,
  declareCalendar,
  defineStrategy,
  HindcastError,
  marketOf,
  param,
} from "hindcast";
import type { ErrorCode, Interval, RunSettings } from "hindcast";
import { assertNoLookahead, queue, sweep, workers } from "hindcast/research";
import { fetchMarket, importMarket, openRecording, readBars } from "hindcast/data";
import { expect, test } from "vitest";
import { stoppable } from "../../src/cli/ending.ts";
import { loadDuckDb } from "../../src/data/duckdb/database.ts";
import { call } from "../cli/call.ts";
import { ROOT } from "../house/source-files.ts";
import { flatBars } from "../support/market.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

// Raises every error code of docs/reference/errors.md as a user's program could, which shows that each documented error can occur.

const files = temporaryFiles();
const sample = join(ROOT, "data/sample");
const prices = join(ROOT, "data/sp500-2000.csv");
const nowhere = join(files.folder, "nowhere");

const data = marketOf({ SPY: flatBars([100, 101, 102, 103]) });
const idle = defineStrategy({ name: "idle", onBar() {} });
const waiting = defineStrategy({
  name: "waiting",
  params: { days: param.integer({ default: 1, min: 1 }) },
  onBar() {},
});
const run = (settings: Readonly<Record<string, unknown>>) =>
  backtest(idle, data, { ...(settings as Partial<RunSettings>) });
const ordering = (order: Readonly<Record<string, unknown>>) =>
  defineStrategy({ name: "ordering", onBar: ({ orders }) => orders.buy(order as { quantity: number }) });
const view = async () =>
  (await (await openRecording(sample)).load({ symbols: ["AAPL"], intervals: ["1d"] })).at(Date.UTC(2023, 11, 15));
const recordingWith = (manifest: string) => {
  cpSync(join(ROOT, "data/sp500"), join(files.folder, "changed"), { recursive: true });
  files.write("changed/manifest.json", manifest);
  return openRecording(join(files.folder, "changed"));
};

/** Runs a sweep in a worker thread with 256 MiB of memory; each trial executes `statement` in its first hook. */
async function sweptInThread(name: string, statement: string): Promise<void> {
  const text = `import { defineStrategy, param } from ${JSON.stringify(join(ROOT, "dist/node/index.js"))};
    const params = { days: param.integer({ default: 1 }) };
    export default defineStrategy({ name: "${name}", params, onStart() { ${statement}; } });`;
  const file = files.write(`${name}.mjs`, text);
  const entry = join(ROOT, "dist/node/research/executors/pool-thread.cjs");
  const executor = workers({ threads: 1, entry, execArgv: [], memory: 2 ** 28 });
  try {
    await sweep({ ...waiting, name }, data, { params: { days: [1] }, executor, source: { file } });
  } finally {
    await executor.close();
  }
}

/** Runs the command line with HINDCAST_DEBUG, which makes it print the full error, and throws that error. */
async function thrownBy(...args: readonly string[]): Promise<never> {
  const { err } = await call(args, { env: { HINDCAST_DEBUG: "1" } });
  const [, code, message] = /^\w+Error \[(\w+)\]: (.*)$/m.exec(err) ?? [];
  if (code === undefined) throw new Error(`no error code was printed: ${err}`);
  throw new HindcastError(code as ErrorCode, message!);
}

const RAISED: Readonly<Record<ErrorCode, readonly [message: string | RegExp, raise: () => unknown]>> = {
  ADDRESS_UNAVAILABLE: [
    /^cannot listen on 127\.0\.0\.1:\d+ \(EADDRINUSE\): the address must be one of this machine, and the port free$/,
    async () => {
      const other = createServer().listen(0, "127.0.0.1");
      await new Promise((resolve) => other.once("listening", resolve));
      const { port } = other.address() as AddressInfo;
      return thrownBy("serve", "--data", join(ROOT, "data/sp500"), "--port", String(port)).finally(() => other.close());
    },
  ],
  BARS_INVALID: [
    "bar 1 of SPY: open must be a finite number, was NaN; 3 more problems follow",
    () => backtest(idle, marketOf({ SPY: flatBars([100, NaN]) })),
  ],
  CALENDAR_INVALID: [
    "title of calendar home must be non-empty text, was undefined",
    () => declareCalendar({ name: "home", zone: "UTC", sessions: 5 } as never),
  ],
  CALENDAR_UNKNOWN: [`calendar must be one of ${CALENDARS.join(", ")}, was "XNYSE"`, () => calendarOf("XNYSE")],
  CASH_OUT_OF_RANGE: ["cash must be above 0 and at most 10000000000000, was 0", () => run({ cash: 0 })],
  COLUMN_UNKNOWN: [
    'SPY has no own column "mood": it has none',
    () => backtest(defineStrategy({ name: "moody", indicators: ({ column }) => ({ it: column("mood") }) }), data),
  ],
  DATA_EMPTY: [
    "DIR/empty.csv has no rows below its header",
    () => readBars(files.write("empty.csv", "date,open,high,low,close\n")),
  ],
  DATA_FILE_INVALID: [
    'DIR/wrong.csv, line 2, column close: must be a number, was "one". To leave out bad rows, import the file with hindcast import bars --skip-bad-rows',
    () => readBars(files.write("wrong.csv", "date,open,high,low,close\n2024-01-02,1,1,1,one\n")),
  ],
  DATA_FILE_NOT_FOUND: ["file not found: DIR/nowhere", () => readBars(nowhere)],
  DATE_INVALID: [
    'from must be YYYY-MM-DD or YYYY-MM-DDTHH:mm[:ss[.sss]], with or without Z or an offset, was "29.2.2008"',
    () => run({ from: "29.2.2008" }),
  ],
  DATE_RANGE_EMPTY: [
    "the range has no bar: the data go from 2024-01-01 to 2024-01-04, the range goes from 2030-01-01 on",
    () => run({ from: "2030-01-01" }),
  ],
  EXPIRATION_UNKNOWN: [
    /^expiration must be one of the options on AAPL \(2023-12-15, .*\), was 2024-01-20$/,
    async () => (await view()).chain("AAPL", Date.UTC(2024, 0, 20) / 86_400_000),
  ],
  IMPORT_REFUSED: [
    "nothing was imported: DIR/A.csv, line 2: open must be between low and high, 1 to 1, was 2",
    () =>
      importMarket({
        importer: "bars",
        files: [{ file: files.write("A.csv", "date,open,high,low,close\n2024-01-02,2,1,1,1\n") }],
      }),
  ],
  INDICATOR_UNKNOWN: [
    'indicator must be a name of "hindcast list indicators", was "smaa" (did you mean sma?)',
    () => thrownBy("indicators", "compute", "--data", prices, "--indicator", "smaa"),
  ],
  INTERRUPTED: [
    "stopped: nothing was kept",
    () =>
      stoppable("nothing was kept", (signal) => {
        process.emit("SIGINT");
        signal.throwIfAborted();
        return Promise.resolve();
      }),
  ],
  INTERVAL_UNAVAILABLE: [
    "interval must be one that the bars of AAPL can be joined to (1d, 5d, 1wk, 1mo, 3mo), was 1h",
    async () => (await view()).history("AAPL", { interval: "1h", adjust: true }),
  ],
  INTERVAL_UNKNOWN: [
    /^interval must be a whole number of seconds, .*, 3mo, was "2d"$/,
    () => readBars(prices, { interval: "2d" as Interval }),
  ],
  JOURNAL_INVALID: [
    "line 1 of DIR/letter.txt must be the header of a journal of trials, was Dear Sir",
    () => sweep(waiting, data, { params: { days: [1] }, journal: files.write("letter.txt", "Dear Sir\n") }),
  ],
  KEY_UNKNOWN: [
    "no active key has the id nobody",
    async () => {
      const state = join(files.folder, "state.db");
      await call(["keys", "create", "--tier", "free", "--state", state]);
      await thrownBy("keys", "revoke", "nobody", "--state", state);
    },
  ],
  LOOKAHEAD_FOUND: [
    "seer must decide only from data known at the time: order 1 at 2024-01-02T00:00:00.000Z differed when the data after 2024-01-02T00:00:00.000Z were perturbed (id 1, symbol SPY, side buy, type market, timeInForce day, quantity 1, status accepted, submittedAt 1704153600000 became nothing)",
    () =>
      assertNoLookahead(
        (known) =>
          defineStrategy({
            name: "seer",
            onBar: ({ orders, bar }) => {
              if (known.series[0]!.bars.close.at(-1)! > bar.close) orders.buy({ quantity: 1 });
            },
          }),
        data,
      ),
  ],
  MONEY_OUT_OF_RANGE: [
    "an amount of money must be within ±90071992547409.92 to be exact, was -100000000000000 (ordering, at 2024-01-02T00:00:00.000Z)",
    () =>
      backtest(ordering({ quantity: 1 }), data, {
        commission: defineCommission({ name: "pays", charge: () => -1e14 }),
      }),
  ],
  ORDER_INVALID: [
    "an order needs exactly one of quantity, percent, notional or risk, was given 2 (ordering, at 2024-01-02T00:00:00.000Z)",
    () => backtest(ordering({ quantity: 1, percent: 1 }), data),
  ],
  OUTPUT_NOT_WRITABLE: [
    "folder DATA/sp500-2000.csv cannot be written: DATA/sp500-2000.csv is a file",
    () => thrownBy("run", "buy-and-hold", "--data", prices, "--out", prices),
  ],
  PACKAGE_MISSING: [
    "the package @duckdb/node-api must be installed to read with DuckDB, but could not be loaded. Run: npm install @duckdb/node-api",
    () => loadDuckDb(() => Promise.reject(new Error("Cannot find package"))),
  ],
  PARAMETER_OUT_OF_RANGE: [
    "fast must be a whole number from 2 to 100, was 1",
    () => thrownBy("run", "sma-cross", "--data", prices, "--param", "fast=1"),
  ],
  PARAMETER_UNKNOWN: [
    'sma-cross has no parameter "quick"; it has fast, slow',
    () => thrownBy("run", "sma-cross", "--data", prices, "--param", "quick=5"),
  ],
  RAW_UNAVAILABLE: [
    "the recording has no prices of ^GSPC as traded: they are split adjusted",
    async () => {
      const loaded = await (await openRecording(join(ROOT, "data/sp500"))).load();
      return loaded.at(Date.UTC(2020, 0, 2)).history("^GSPC", { interval: "1d", adjust: false });
    },
  ],
  RECORDING_DAMAGED: [
    "DIR/damaged/bars-0000-GSPC-1d.arrow must have 287034 bytes, as the manifest says, has 0",
    async () => {
      const folder = join(files.folder, "damaged");
      cpSync(join(ROOT, "data/sp500"), folder, { recursive: true });
      const recording = await openRecording(folder);
      for (const { file } of recording.manifest.files) writeFileSync(join(folder, file), "");
      return recording.load();
    },
  ],
  RECORDING_INVALID: [
    'DIR/changed/manifest.json must have "hindcast.recording" in format, was undefined',
    () => recordingWith("{}"),
  ],
  RECORDING_NOT_FOUND: ["recording not found: DIR/nowhere", () => openRecording(nowhere)],
  REDIS_LOST: [
    /^the Redis at 127\.0\.0\.1:\d+ accepted no commands for 1 seconds \(no answer\)$/,
    async () => {
      // A fake Redis server, which answers the first commands and then accepts no further connection.
      const silent = createServer().listen(0, "127.0.0.1");
      silent.once("connection", (socket) => socket.end("+OK\r\n+OK\r\n"));
      await once(silent, "listening");
      const { port } = silent.address() as AddressInfo;
      const executor = queue({ redis: `redis://127.0.0.1:${port}`, lostAfter: 1 });
      const source = { file: join(ROOT, "strategies/sma-cross.ts") };
      try {
        await sweep(waiting, data, { params: { days: [1] }, executor, source });
      } finally {
        silent.close();
        await executor.close();
      }
    },
  ],
  SETTING_INVALID: [
    'fillAt must be next-open or next-close or same-close, was "yesterday"',
    () => run({ fillAt: "yesterday" }),
  ],
  SOURCE_REFUSED: [
    "alpaca needs API keys: set the environment variables APCA_API_KEY_ID and APCA_API_SECRET_KEY to the keys of an Alpaca account",
    () => fetchMarket({ source: "alpaca", symbols: ["AAPL"], now: 0 }),
  ],
  SOURCE_UNAVAILABLE: [
    "yahoo cannot be reached at https://query1.finance.yahoo.com: its name cannot be resolved (ENOTFOUND). Check the network connection",
    () => {
      const cause = Object.assign(new Error("no network"), { code: "ENOTFOUND" });
      const fetch = () => Promise.reject(new TypeError("fetch failed", { cause }));
      return fetchMarket({ source: "yahoo", symbols: ["AAPL"], now: 0, web: { fetch } });
    },
  ],
  STATE_INVALID: [
    "the state file DIR/state.txt cannot be used: file is not a database",
    () => thrownBy("keys", "list", "--state", files.write("state.txt", "no state at all, only text")),
  ],
  STRATEGY_EXITED: [
    "leaving ended its process with code 0 in trial 0: days 1",
    () => sweptInThread("leaving", "process.exit(0)"),
  ],
  STRATEGY_INVALID: [
    'a strategy must be the return value of defineStrategy, was {"name":"idle"}',
    () => backtest({ name: "idle" } as never, data),
  ],
  STRATEGY_NOT_FOUND: [
    /^strategy must be the path of a file or one of .*sma-cross.*, was "sma-crossing"$/,
    () => thrownBy("run", "sma-crossing", "--data", prices),
  ],
  STRATEGY_OUT_OF_MEMORY: [
    "hoarding exceeded the memory limit of trials in trial 0: days 1",
    () => sweptInThread("hoarding", "for (const held = []; ; ) held.push(new Float64Array(1e5).fill(1))"),
  ],
  SYMBOL_UNKNOWN: ['symbol must be one of SPY, was "SPX"', () => backtest(idle, data, { symbols: ["SPX"] })],
  TRIAL_UNREPEATABLE: [
    /^remembering must give the same result each time: trial 1 \(days 2\) had annual-return \S+, and \S+ when it ran again\. Keep nothing in variables/,
    () => {
      let runs = 0;
      const remembering = defineStrategy({
        name: "remembering",
        params: { days: param.integer({ default: 1 }) },
        onStart: ({ orders }) => void (runs++ > 0 && orders.target({ SPY: 1 / runs })),
      });
      return sweep(remembering, marketOf({ SPY: flatBars([100, 100, 120, 130, 120]) }), { params: { days: [1, 2] } });
    },
  ],
  USAGE: [
    'list must be followed by one of indicators, strategies, metrics, was "prices"',
    () => thrownBy("list", "prices"),
  ],
  WORKER_LOST: [
    "3 workers in a row ended before they finished the trials from trial 0 on (worker exited with code: 1)",
    async () => {
      const executor = workers({
        threads: 1,
        entry: files.write("ends.mjs", "export default () => process.exit(1);\n"),
      });
      try {
        await sweep(waiting, data, { params: { days: [1] }, executor, source: { file: "waiting.js" } });
      } finally {
        await executor.close();
      }
    },
  ],
  ZONE_UNKNOWN: [
    'zone must be a name of the IANA time-zone database, such as America/New_York or UTC, was "EST5"',
    () => readBars(prices, { zone: "EST5" }),
  ],
};

test.each(Object.entries(RAISED))(
  "the error code %s can be raised by a user's program and has the expected message",
  async (code, [message, raise]) => {
    let error: unknown;
    try {
      await raise();
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code });
    const text = (error as Error).message.replaceAll(files.folder, "DIR").replaceAll(join(ROOT, "data"), "DATA");
    if (message instanceof RegExp) expect(text).toMatch(message);
    else expect(text).toBe(message);
  },
);
