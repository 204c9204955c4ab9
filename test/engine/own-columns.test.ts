import {
  backtest,
  Bars,
  calendarOf,
  defineStrategy,
  isAbove,
  marketOf,
  type MarketData,
  type Series,
  ta,
} from "hindcast";
import { expect, test } from "vitest";
import { reportPayload } from "../../src/report/payload.ts";
import { FIRST_DAY, flatBars } from "../support/market.ts";

function errorOf(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error("must throw");
}

const PRICES = [100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111];
const MOOD = [1, 2, NaN, 4, 5, NaN, NaN, 8, 9, 10, 11, NaN];

/** Twelve daily bars from Monday 1 January 2024 on, with a column `mood`. */
function withMood(mood: Series["columns"] = { mood: MOOD }): MarketData {
  const { series, notes } = marketOf({ SPY: flatBars(PRICES) });
  return { series: series.map((one) => ({ ...one, columns: mood })), notes };
}

const reader = defineStrategy({
  name: "reader",
  indicators: ({ column, bars }) => ({
    mood: column("mood"),
    smooth: ta.sma(column("mood"), 2),
    week: bars("1wk").column("mood"),
  }),
  onBar({ column, ind, log }) {
    const mood = column("mood");
    log([mood.value, mood.ago(1), ind.mood.value, ind.smooth.value, ind.week.value].join(" "));
  },
});
const logOf = (data: MarketData, options: Parameters<typeof backtest>[2] = {}) =>
  backtest(reader, data, options).log.map(({ message }) => message);

test("an own column is a node of the graph and a cursor in hooks, and a longer bar has its last known value", () => {
  const log = logOf(withMood());
  expect(log).toEqual([
    "1 NaN 1 NaN NaN",
    "2 1 2 1.5 NaN",
    "NaN 2 NaN NaN NaN",
    "4 NaN 4 NaN NaN",
    "5 4 5 4.5 NaN",
    "NaN 5 NaN NaN NaN",
    // The week ends without values on Saturday and Sunday: Friday's is the last known one.
    "NaN NaN NaN NaN 5",
    "8 NaN 8 NaN 5",
    "9 8 9 8.5 5",
    "10 9 10 9.5 5",
    "11 10 11 10.5 5",
    "NaN 11 NaN NaN 5",
  ]);
  expect(logOf(withMood(), { evaluation: "live" })).toEqual(log);
  expect(logOf(withMood(), { from: "2024-01-08" })).toEqual(log.slice(7));
  const fromItsStart = logOf(withMood(), { from: "2024-01-08", warmupBars: 0 });
  expect(fromItsStart[0]).toBe("8 NaN 8 NaN NaN");
});

test("nodes of own columns are indicators of the result, which the report draws in panes of their own", () => {
  const strategy = defineStrategy({
    name: "shown",
    indicators: ({ column, bars }) => ({ mood: column("mood"), odd: bars("1wk").column("net flow") }),
    onBar() {},
  });
  const { indicators } = backtest(strategy, withMood({ mood: MOOD, "net flow": MOOD }));
  expect(indicators.map(({ key }) => key)).toEqual(["column:mood", 'column:"net flow"@1wk']);
  expect([...indicators[0]!.values]).toEqual(MOOD);
});

test("own columns that hooks read are columns of the result, each once", () => {
  const strategy = defineStrategy({
    name: "hooked",
    indicators: ({ column }) => ({ tone: column("mood") }),
    onBar({ column, at, bar }) {
      column("mood");
      if (bar.index === 3) column("net flow");
      at("FEAR").column("mood");
    },
  });
  const { series, notes } = withMood({ mood: MOOD, "net flow": PRICES });
  const fear = marketOf({ FEAR: flatBars([...PRICES, 1, 2]) }, { FEAR: { role: "data" } });
  const unread = fear.series.map((one) => ({ ...one, columns: { mood: [...MOOD, 7, 8], other: [...MOOD, 7, 8] } }));
  const result = backtest(strategy, { series: [...unread, ...series], notes });
  const { indicators } = result;
  expect(indicators.map(({ symbol, name, key }) => [symbol, name, key])).toEqual([
    ["SPY", "tone", "column:mood"],
    ["SPY", 'column:"net flow"', 'column:"net flow"'],
    ["FEAR", "column:mood", "column:mood"],
  ]);
  expect([...indicators[1]!.values]).toEqual(PRICES);
  // The bars of FEAR after the last bar of SPY were never known.
  expect([...indicators[2]!.values]).toEqual(MOOD);
  expect(result.series.map(({ instrument, bars, date }) => [instrument.symbol, bars.length, date.length])).toEqual([
    ["SPY", 12, 12],
    ["FEAR", 12, 12],
  ]);
  const { symbols, traded } = reportPayload(result);
  expect(traded).toEqual(["SPY"]);
  expect(symbols.map(({ symbol, indicators: shown }) => [symbol, shown.map(({ pane }) => pane)])).toEqual([
    ["SPY", ["own", "own"]],
    ["FEAR", ["own"]],
  ]);
});

test("signals read own columns, of other symbols too", () => {
  const strategy = defineStrategy({
    name: "mood-rule",
    signals: ({ bars }) => ({ enter: isAbove(bars({ symbol: "SPY" }).column("mood"), 4.5), size: { percent: 0.3 } }),
  });
  const { series, notes } = withMood();
  const market = { series: [...series, ...marketOf({ TLT: flatBars(PRICES) }).series], notes };
  const { fills } = backtest(strategy, market, { symbols: ["SPY", "TLT"], cash: 1e6 });
  expect(fills.map(({ symbol, time }) => [symbol, (time - FIRST_DAY) / 86_400_000])).toEqual([
    ["SPY", 5],
    ["TLT", 5],
  ]);
});

test("own columns stay with their bars when bars outside regular hours are removed", () => {
  // New York opens at 14:30 UTC: of five hours, the first two bars and the last are outside regular hours.
  const start = FIRST_DAY + 86_400_000;
  const hour = 3_600_000;
  const times = [12.5, 13.5, 14.5, 15.5, 20.5, 21.5].map((at) => start + at * hour);
  const prices = Float64Array.from(times, (_, i) => 100 + i);
  const bars = new Bars("1h", {
    time: Float64Array.from(times),
    open: prices,
    high: prices,
    low: prices,
    close: prices,
    volume: prices,
  });
  const [one] = marketOf({ SPY: bars }).series;
  const series = { ...one!, calendar: calendarOf("XNYS"), columns: { mood: [1, 2, 3, 4, 5, 6] } };
  const strategy = defineStrategy({ name: "hours", onBar: ({ column, log }) => log(column("mood").value + "") });
  const read = (hours: "regular" | "extended") =>
    backtest(strategy, { series: [series], notes: [] }, { hours }).log.map(({ message }) => Number(message));
  expect(read("regular")).toEqual([3, 4, 5]);
  expect(read("extended")).toEqual([1, 2, 3, 4, 5, 6]);
});

test("a column that a series does not have is refused with the names that it has", () => {
  const wants = (name: string) =>
    defineStrategy({ name: "wants", indicators: ({ column }) => ({ it: column(name) }), onBar() {} });
  const refused = (data: MarketData, evaluation: "batch" | "live") =>
    errorOf(() => backtest(wants("moods"), data, { evaluation }));
  for (const evaluation of ["batch", "live"] as const) {
    expect(refused(withMood({ mood: MOOD, news: MOOD }), evaluation)).toMatchObject({
      code: "COLUMN_UNKNOWN",
      message: 'SPY has no own column "moods" (did you mean mood?): it has mood, news',
      details: { symbol: "SPY", column: "moods", known: ["mood", "news"] },
    });
    expect(refused(withMood({}), evaluation).message).toBe('SPY has no own column "moods": it has none');
  }
  expect(errorOf(() => backtest(wants(5 as unknown as string), withMood()))).toMatchObject({
    code: "PARAMETER_OUT_OF_RANGE",
  });
});

test("own columns must be as long as the bars and consist of numbers", () => {
  const refused = (column: unknown) => errorOf(() => backtest(reader, withMood({ mood: column as number[] })));
  expect(refused([1, 2])).toMatchObject({
    code: "BARS_INVALID",
    message: "mood of the columns of SPY must be as long as bars, 12, was 2",
  });
  expect(refused(PRICES.map(String))).toMatchObject({
    code: "BARS_INVALID",
    message: 'columns.mood[0] of SPY must be a number, was "100"',
  });
  expect(logOf(withMood({ mood: Float32Array.from(MOOD) as unknown as number[] }))).toEqual(logOf(withMood()));
});

test("own columns are part of the fingerprint, in any order of their names", () => {
  const idle = defineStrategy({ name: "idle", onBar() {} });
  const fingerprint = (columns: Series["columns"]) => backtest(idle, withMood(columns)).fingerprint;
  const without = backtest(idle, marketOf({ SPY: flatBars(PRICES) })).fingerprint;
  const withOne = fingerprint({ mood: MOOD });
  expect(new Set([without, withOne, fingerprint({ mood: PRICES }), fingerprint({ news: MOOD })]).size).toBe(4);
  expect(fingerprint({ a: MOOD, b: PRICES })).toBe(fingerprint({ b: PRICES, a: MOOD }));
  expect(fingerprint({ mood: Float64Array.from(MOOD) })).toBe(withOne);
});
