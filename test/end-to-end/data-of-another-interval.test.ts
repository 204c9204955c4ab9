import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import * as fc from "fast-check";
import { type AnyStrategy, backtest, defineStrategy, type Interval } from "hindcast";
import { openRecording, writeRecording } from "hindcast/data";
import { expect, test } from "vitest";
import { addContinuous } from "../../src/data/recording/continuous-market.ts";
import type { RecordedSeries } from "../../src/market/recorded-market.ts";
import { buildServer } from "../../src/server/build-server.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { callInChild } from "../cli/child-process.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";
import { ROOT } from "../house/source-files.ts";
import { BUILT_THREAD } from "../support/backtest-threads.ts";
import { sameRuns } from "../support/batch-and-remote.ts";
import { property } from "../support/property.ts";
import { day, market, ny, series, split, stock } from "../support/recorded-by-hand.ts";
import { keyFor } from "../support/served-sample.ts";

/** Trades at hourly bars by the daily closes of VIX, and reads all other data. */
const STRATEGY = `import { defineStrategy, param } from ${JSON.stringify(pathToFileURL(join(ROOT, "dist/node/index.js")).href)};
export default defineStrategy({
  name: "fearful",
  params: { most: param.number({ default: 15, min: 0, max: 50 }) },
  indicators: ({ bars }) => ({
    fear: bars({ symbol: "VIX" }).close,
    week: bars({ symbol: "WEEK" }).close,
    pulse: bars({ symbol: "PULSE" }).close,
  }),
  onBar({ symbol, symbols, ind, at, bar, orders, position, params, log }) {
    const { fear, week, pulse } = ind;
    log([symbol, symbols, bar.time, fear.value, fear.ago(1), week.value, pulse.value, at("VIX").bar.time, at("VIX").stale].join());
    if (position.flat && fear.value < params.most) orders.buy({ quantity: 10, stopLoss: 90 });
    else if (fear.value > 30) orders.close();
  },
});
`;

const DATES = ["2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05", "2024-01-08", "2024-01-09"];
const HOURS = ["09:30", "10:30", "11:30", "12:30", "13:30", "14:30", "15:30"];

/** Bars that rise by 1 from 100 on, at the given times of each date. */
function rising(symbol: string, interval: Interval, times: readonly string[]): RecordedSeries {
  const rows = DATES.flatMap((date) => times.map((time) => `${date}T${time}`));
  const text = rows.map((time, i) => `${time} ${100 + i} ${101.5 + i} ${99 + i} ${100.5 + i} 1000`);
  return series(symbol, interval, text.join("\n"));
}

/** Daily or weekly bars with the given closes. */
const closing = (symbol: string, interval: Interval, rows: readonly (readonly [date: string, close: number])[]) =>
  series(symbol, interval, rows.map(([date, close]) => `${date} ${close} ${close} ${close} ${close} 1`).join("\n"));

const DAYS = DATES.map((date, i) => [date, [12, 31, 14, 13, 40, 12][i]!] as const);

/** Hourly SPY, daily VIX, weeks and quarters of an hour of WEEK, and half hours of PULSE. The last three are only read. */
const RECORDED = market({
  calendars: [calendarOf("XNYS")],
  instruments: [
    stock("SPY"),
    stock("PULSE", { role: "data" }),
    stock("VIX", { role: "data" }),
    stock("WEEK", { role: "data", currency: "EUR" }),
  ],
  series: [
    rising("SPY", "1h", HOURS),
    rising("PULSE", "30m", ["09:30", "10:00", "10:30", "12:00", "15:30"]),
    closing("VIX", "1d", DAYS),
    rising("WEEK", "15m", HOURS),
    closing("WEEK", "1wk", [
      ["2024-01-02", 7],
      ["2024-01-08", 8],
    ]),
  ],
  actions: [split("SPY", "2024-01-04", 2), split("VIX", "2024-01-05", 2)],
});

const folder = temporaryFolder({ "fearful.mjs": STRATEGY });
const file = join(folder, "fearful.mjs");
const recordedAt = join(folder, "recorded");
const { default: strategy } = (await import(/* @vite-ignore */ file)) as { readonly default: AnyStrategy };
await writeRecording(recordedAt, RECORDED);
const recording = await openRecording(recordedAt);

test("a run of a recording reads data of another interval only once their bars have closed", async () => {
  const data = await recording.marketData();
  expect(data.series.map(({ instrument, bars }) => [instrument.symbol, bars.interval])).toEqual([
    ["SPY", "1h"],
    ["PULSE", "30m"],
    ["VIX", "1d"],
    ["WEEK", "1wk"],
  ]);
  expect(data.notes).toEqual(
    expect.arrayContaining([
      "PULSE is read in bars of 30m, since it has none of 1h.",
      "VIX is read in bars of 1d, since it has none of 1h.",
      "WEEK is read in bars of 1wk, since it has none of 1h.",
    ]),
  );
  const { fills, log, symbols, interval } = backtest(strategy, data);
  expect([symbols, interval]).toEqual([["SPY"], "1h"]);
  expect(fills.map(({ side, time }) => [side, time])).toEqual([
    ["buy", ny("2024-01-03T09:30")],
    ["sell", ny("2024-01-04T09:30")],
    ["buy", ny("2024-01-05T09:30")],
    ["sell", ny("2024-01-09T09:30")],
  ]);
  // The bar of 14:30 ends at 15:30, half an hour before VIX closes at 31.
  expect(log[12]!.message).toContain(`SPY,SPY,${ny("2024-01-03T14:30")},12,`);
  expect(log[13]!.message).toContain(`SPY,SPY,${ny("2024-01-03T15:30")},31,12,`);
});

test("a backtest over HTTP has the fills of a backtest over the same data of several intervals", async () => {
  const batch = backtest(strategy, await recording.marketData(), {
    zone: "America/New_York",
    from: "2024-01-02",
    to: "2024-01-09",
  });
  const sourceHash = createHash("sha256").update(readFileSync(file)).digest("hex");
  const server = await buildServer(await recording.load(), {
    start: ny("2024-01-31T12:00"),
    speed: 0,
    strategies: [{ strategy, file, sourceHash }],
    backtestThreads: BUILT_THREAD,
  });
  try {
    const headers = keyFor(server);
    const url = "/v2/trading/backtests";
    const ask = async (path: string) => (await server.inject({ url: `${url}${path}`, headers })).json();
    const payload = {
      strategy: "fearful",
      symbols: ["SPY", "VIX", "WEEK", "PULSE"],
      from: "2024-01-02",
      to: "2024-01-09",
    };
    const started = await server.inject({ method: "POST", url, headers, payload });
    expect([started.statusCode, started.json().interval], started.body).toEqual([202, "1h"]);
    const { id } = started.json();
    while (["queued", "running"].includes((await ask(`/${id}`)).status)) await sleep(20);
    const result = await ask(`/${id}/result`);
    expect(result.fill_hash, JSON.stringify(result).slice(0, 500)).toBe(batch.fillHash);
    const refused = await server.inject({ method: "POST", url, headers, payload: { ...payload, interval: "1d" } });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({
      error: { details: { errors: [{ parameter: "interval", reason: "must be recorded for SPY", allowed: ["1h"] }] } },
    });
  } finally {
    await server.close();
  }
});

test("a run on the command line and the threads of a sweep have the results of a backtest", async () => {
  const values = [13, 15];
  const [run, sweep] = await callInChild([
    ["run", file, "--data", recordedAt, "--no-report", "--json"],
    [
      "sweep",
      file,
      "--data",
      recordedAt,
      "--param",
      `most=${values.join(",")}`,
      "--threads",
      "2",
      "--no-report",
      "--json",
    ],
  ]);
  const data = await recording.marketData();
  expect(JSON.parse(run!.out).fillHash, run!.err).toBe(backtest(strategy, data).fillHash);
  const { trials } = JSON.parse(sweep!.out) as {
    trials: { params: { most: number }; metrics: Record<string, number> }[];
  };
  const returns = trials
    .toSorted((a, b) => a.params.most - b.params.most)
    .map(({ metrics }) => metrics["total-return"]);
  const expected = values.map((most) => backtest(strategy, data, { params: { most } }).summary["total-return"]);
  expect(returns).toEqual(expected);
  expect(new Set(returns).size).toBe(2);
});

test("symbols that are only read in one run may have another interval too", async () => {
  const traded = join(folder, "traded");
  const instruments = RECORDED.instruments.map((one) => ({ ...one, role: undefined, currency: "USD" }));
  await writeRecording(traded, { ...RECORDED, instruments });
  const names = ["VIX", "WEEK", "PULSE"];
  const [run, all] = await callInChild([
    ["run", file, "--data", traded, "--data-only", names.join(","), "--no-report", "--json"],
    ["run", file, "--data", traded, "--no-report", "--json"],
  ]);
  const { fillHash } = backtest(strategy, await recording.marketData());
  expect(JSON.parse(run!.out).fillHash, run!.err).toBe(fillHash);
  expect(all!.err).toContain("interval must be one in which");
  const opened = await openRecording(traded);
  const data = await opened.marketData({ dataOnly: names });
  expect(data.series.map(({ instrument }) => instrument.role)).toEqual([undefined, "data", "data", "data"]);
  expect(backtest(strategy, data).fillHash).toBe(fillHash);
  await expect(opened.marketData({ dataOnly: ["NOPE"] })).rejects.toMatchObject({ code: "SYMBOL_UNKNOWN" });
});

test("a run against a server has the results of a backtest over data of several intervals", async () => {
  const { fills } = await sameRuns(RECORDED, strategy);
  expect(fills.map(({ time }) => time)).toContain(ny("2024-01-09T09:30"));
  await sameRuns(RECORDED, strategy, {}, "60m");
});

property(
  [
    fc.constantFrom<Interval>("15m", "30m", "1d", "1wk"),
    fc.record({
      from: fc.constantFrom("2024-01-03", "2024-01-04T12:00", "2024-01-05"),
      warmupBars: fc.constantFrom(-1, 0, 2),
      hours: fc.constantFrom("regular" as const, "extended" as const),
    }),
  ],
  { numRuns: 4 },
)(
  "a run against a server equals a backtest for any interval of the data, range and warm-up",
  async (interval, settings) => {
    const other =
      interval === "1d" || interval === "1wk"
        ? closing(
            "VIX",
            interval,
            DAYS.filter((_, i) => interval === "1d" || i % 4 === 0),
          )
        : rising("VIX", interval, ["04:00", ...HOURS, "18:00"]);
    const recorded = { ...RECORDED, series: RECORDED.series.map((one) => (one.symbol === "VIX" ? other : one)) };
    await sameRuns(recorded, strategy, { ...settings, zone: "America/New_York" });
  },
  60_000,
);

test("hourly bars are traded by a daily continuous series, whose daily contracts the run leaves out", async () => {
  const contract = (symbol: string, expiration: string) =>
    stock(symbol, { assetClass: "commodity", expiration: day(expiration) });
  const days = (symbol: string, from: number) =>
    closing(
      symbol,
      "1d",
      DATES.map((date, i) => [date, from + i]),
    );
  const recorded = addContinuous(
    market({
      instruments: [stock("SPY"), contract("ESF24", "2024-01-11"), contract("ESG24", "2024-02-16")],
      series: [rising("SPY", "1h", HOURS), days("ESF24", 10), days("ESG24", 20)],
    }),
    { symbol: "ES", roll: "calendar", adjust: "difference" },
  );
  const follower = defineStrategy({
    name: "follower",
    indicators: ({ bars }) => ({ future: bars({ symbol: "ES" }).close }),
    onBar({ ind, contract: inForce, symbols, orders, position, log }) {
      log(`${symbols.join()} ${ind.future.value} ${inForce("ES")}`);
      if (position.flat && ind.future.value > 10) orders.buy({ quantity: 1 });
    },
  });
  const { fills, log } = await sameRuns(recorded, follower, {}, "1h", ["ES", "SPY"]);
  // ES is 11 from the close of 3 January on.
  expect(fills.map(({ symbol, time }) => [symbol, time])).toEqual([["SPY", ny("2024-01-04T09:30")]]);
  expect(log.at(-1)!.message).toBe("SPY 15 ESG24");
});
