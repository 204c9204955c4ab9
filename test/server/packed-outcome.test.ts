import { serialize } from "node:v8";
import { deflateSync } from "node:zlib";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DEFAULT_SETTINGS } from "hindcast";
import { expect, test } from "vitest";
import { drawdownColumn } from "../../src/metrics/drawdown-spells.ts";
import type { BacktestOutcome } from "../../src/server/backtests/backtest-spec.ts";
import { packOutcome, PackedOutcome } from "../../src/server/backtests/packed-outcome.ts";
import type { HindcastServer } from "../../src/server/build-server.ts";
import { BacktestTable } from "../../src/server/backtests/backtest-table.ts";
import { PieceWriter } from "../../src/server/backtests/piece-writer.ts";
import { StateStore } from "../../src/server/store/state-store.ts";
import { smaCross } from "../../strategies/sma-cross.ts";
import { BUILT_HOST, builtStrategy, SAYS_DONE, WAITS_FOR_RUN } from "../support/backtest-threads.ts";
import { CROSSING } from "../support/crossing-request.ts";
import { keyFor, servedSample } from "../support/served-sample.ts";
import { seededRandom } from "../support/series.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();
const settings = { ...DEFAULT_SETTINGS, cash: 1_000 };
const random = seededRandom(7);

function outcomeOf(records: number, trades: number): BacktestOutcome {
  let equity = settings.cash;
  const time = Float64Array.from({ length: records }, (_, i) => i * 60_000);
  return {
    summary: { sharpe: NaN, trades },
    settings,
    warnings: ["none"],
    fillHash: "hash",
    fingerprint: "print",
    time,
    date: time.map((at) => Math.floor(at / 86_400_000) * 86_400_000),
    equity: time.map(() => (equity *= 1 + (random() - 0.5) / 100)),
    trades: Array.from({ length: trades }, (_, i) => ({ symbol: "ACME", pnl: i, mae: NaN })) as never,
  };
}

test("any range of a stored backtest result reads back unchanged, with drawdowns from the highest earlier equity", () => {
  const outcome = outcomeOf(10_000, 700);
  const { packed } = packOutcome(outcome, Infinity);
  let bytesRead = 0;
  const read = (from: number, to: number): Uint8Array => {
    bytesRead += to - from;
    return packed!.subarray(from, to);
  };
  const { summary, fillHash, records, trades } = new PackedOutcome(read).index;
  expect([summary, fillHash, records, trades]).toEqual([outcome.summary, "hash", 10_000, 700]);
  const { time, date, equity } = outcome;
  const drawdown = drawdownColumn(equity, settings.cash, 0.01);
  const all = Array.from(time, (_, i) => ({
    time: time[i]!,
    date: date[i]!,
    equity: equity[i]!,
    drawdown: drawdown[i]!,
  }));
  for (const [from, to] of [
    [0, 0],
    [0, 1],
    [4_095, 4_097],
    [9_999, 10_000],
    [0, 10_000],
    ...Array.from({ length: 50 }, () => {
      const begin = Math.floor(random() * 9_000);
      return [begin, begin + Math.floor(random() * 1_000)] as const;
    }),
  ] as const)
    expect(new PackedOutcome(read).records(from, to)).toEqual(all.slice(from, to));
  for (const [from, to] of [
    [0, 1],
    [127, 129],
    [0, 700],
    [699, 700],
  ] as const)
    expect(new PackedOutcome(read).trades(from, to)).toEqual(outcome.trades.slice(from, to));
  bytesRead = 0;
  new PackedOutcome(read).records(5_000, 5_010);
  expect(bytesRead).toBeLessThan(packed!.length / 2);
});

test("a backtest result that exceeds its size limit is not stored, and its size is reported", () => {
  const outcome = outcomeOf(10_000, 0);
  const { size, packed } = packOutcome(outcome, 200_000);
  expect(packed).toBeUndefined();
  expect(size).toBeGreaterThan(240_000);
  expect(packOutcome(outcome, size + 1_000).packed).toBeDefined();
});

const thread = (name: string, program: string) => ({ threads: 1, entry: files.write(name, program), ...BUILT_HOST });
const url = "/v2/trading/backtests";

async function runToCompletion(server: HindcastServer, headers: { readonly authorization: string }): Promise<void> {
  await server.inject({ method: "POST", url, headers, payload: { ...CROSSING, interval: "1d" } });
  const [{ id } = { id: "" }] = (await server.inject({ url, headers })).json().backtests as { id: string }[];
  while ((await server.inject({ url: `${url}/${id}`, headers })).json().status !== "completed") await sleep(5);
}

test("a backtest result that an older version stored in one piece and without dates is served like others", async () => {
  const store = new StateStore(join(files.folder, "older.db"));
  const backtestThreads = thread("done.mjs", SAYS_DONE);
  const server = await servedSample({ store, strategies: [builtStrategy(smaCross)], backtestThreads });
  const headers = keyFor(server);
  await runToCompletion(server, headers);
  const time = Float64Array.of(Date.UTC(2022, 0, 4, 21), Date.UTC(2022, 0, 5, 21));
  const price = { quantity: 1, entryPrice: 10, exitPrice: 15, pnl: 5, return: 0.5, commission: 0, mae: 0, mfe: 0 };
  const trade = { symbol: "KO", direction: "long", entryTime: time[0], exitTime: time[1], ...price, bars: 1, tag: "" };
  const older = {
    ...outcomeOf(0, 0),
    time,
    date: undefined,
    equity: Float64Array.of(1_000, 990),
    trades: [trade],
    report: "<!doctype html>",
  };
  store.database.exec("DELETE FROM backtest_pieces");
  store.database.prepare("UPDATE backtests SET outcome = ? WHERE number = ?").run(deflateSync(serialize(older)), 1);
  const read = async (path: string) => server.inject({ url: `${url}/bt_1${path}`, headers });
  expect((await read("/equity")).json()).toEqual({
    data: [
      { date: "2022-01-04", timestamp: "2022-01-04T21:00:00.000Z", equity: 1_000, drawdown: 0 },
      { date: "2022-01-05", timestamp: "2022-01-05T21:00:00.000Z", equity: 990, drawdown: -0.01 },
    ],
    next_page_token: null,
  });
  expect((await read("/trades")).json().trades).toMatchObject([{ entry_date: "2022-01-04", exit_date: "2022-01-05" }]);
  expect((await read("/result")).json()).toMatchObject({ fill_hash: "hash", summary: { sharpe: null } });
  expect((await read("/report")).body).toBe("<!doctype html>");
  await server.close();
});

// The first thread ends without sending the report. The second thread sends a report that is too large.
test.each([
  ["whose thread ends before its report", "lost.mjs", ""],
  ["whose report exceeds the limit", "large.mjs", "say({ page: false });"],
])("a backtest %s completes without a report", async (_, name, says) => {
  const program = `${WAITS_FOR_RUN} say({ piece: new Uint8Array(8) }); say({ fingerprint: null }); ${says}`;
  const strategies = [builtStrategy(smaCross)];
  const server = await servedSample({ strategies, backtestThreads: thread(name, program) });
  const headers = keyFor(server);
  await runToCompletion(server, headers);
  const answer = await server.inject({ url: `${url}/bt_1/report`, headers });
  expect([answer.statusCode, answer.json().error.code]).toEqual([409, "BACKTEST_NOT_FINISHED"]);
  expect(answer.json().error.message).toMatch(/^the backtest has no report\. Its process may have ended too early/);
  await server.close();
});

test("a server that closes while a backtest's report is requested responds that there is none", async () => {
  const program = `${WAITS_FOR_RUN} say({ piece: new Uint8Array(8) }); say({ fingerprint: null }); setInterval(() => {}, 1000);`;
  const strategies = [builtStrategy(smaCross)];
  const server = await servedSample({ strategies, backtestThreads: thread("waits.mjs", program) });
  const headers = keyFor(server);
  await runToCompletion(server, headers);
  const report = server.inject({ url: `${url}/bt_1/report`, headers });
  await sleep(50);
  await server.close();
  expect((await report).json().error.code).toBe("BACKTEST_NOT_FINISHED");
});

test("incomplete results and results of deleted backtests are removed from the database", async () => {
  const store = new StateStore(join(files.folder, "pieces.db"));
  const { database } = store;
  const add = database.prepare("INSERT INTO backtest_pieces VALUES (?, 'outcome', ?, ?)");
  for (let piece = 0; piece < 9; piece++) add.run(77, piece, Buffer.alloc(10));
  const numbers = () =>
    database.prepare("SELECT DISTINCT number FROM backtest_pieces").all() as { readonly number: number }[];
  const backtestLimits = { keptPerKey: 1 };
  const backtestThreads = thread("done-twice.mjs", SAYS_DONE);
  const strategies = [builtStrategy(smaCross)];
  const server = await servedSample({ store, strategies, backtestThreads, backtestLimits });
  const headers = keyFor(server);
  await runToCompletion(server, headers);
  await runToCompletion(server, headers);
  while (numbers().length > 1) await sleep(5);
  expect(numbers().map(({ number }) => number)).toEqual([2]);
  await server.close();
});

test("a result that is deleted while others are being deleted is deleted after them", async () => {
  const store = new StateStore(join(files.folder, "later.db"));
  const { database } = store;
  const writer = new PieceWriter(new BacktestTable(store));
  const add = database.prepare("INSERT INTO backtest_pieces VALUES (?, 'outcome', 0, ?)");
  add.run(77, Buffer.alloc(10));
  const deleted = writer.deleteOrphans();
  add.run(78, Buffer.alloc(10));
  await writer.deleteOrphans();
  await deleted;
  expect(database.prepare("SELECT number FROM backtest_pieces").all()).toEqual([]);
  database.close();
});

test("pieces of a result that is not wanted any more are deleted when their writing ends", async () => {
  const store = new StateStore(join(files.folder, "unwanted.db"));
  const { database } = store;
  const writer = new PieceWriter(new BacktestTable(store));
  let asked = 0;
  const pieces = [new Uint8Array(4), new Uint8Array(4)];
  expect(
    await writer.write(
      79,
      "page",
      pieces,
      () => ++asked < 2,
      () => {},
    ),
  ).toBe(false);
  await expect.poll(() => database.prepare("SELECT number FROM backtest_pieces").all()).toEqual([]);
  database.close();
});
