import { instrument, type Interval } from "hindcast";
import { expect, test } from "vitest";
import { runIntervals } from "../../src/market/run-intervals.ts";

const KNOWN = [
  instrument("SPY"),
  instrument("QQQ"),
  instrument("VIX", { role: "data" }),
  instrument("ES", { role: "data", contracts: ["ESH4", "ESM4"] }),
  instrument("ESH4"),
  instrument("ESM4"),
];

/** Returns the intervals of a run: an object by symbol, or the symbols and intervals that an error would list. */
function chosen(
  named: readonly string[],
  recorded: Readonly<Record<string, readonly Interval[]>>,
  requested?: Interval,
): object {
  const { interval, available, deciding, bySymbol } = runIntervals(
    named,
    KNOWN,
    (symbol) => recorded[symbol] ?? [],
    requested,
  );
  return interval === undefined ? { available, deciding } : Object.fromEntries(bySymbol);
}

test("the traded symbols of a run share the shortest common interval, or the requested one by any name", () => {
  const recorded = { SPY: ["1m", "1h", "1d"], QQQ: ["1h", "1d"] } as const;
  expect(chosen(["SPY", "QQQ"], recorded)).toEqual({ SPY: "1h", QQQ: "1h" });
  expect(chosen(["SPY", "QQQ"], recorded, "60m")).toEqual({ SPY: "1h", QQQ: "1h" });
  expect(chosen(["SPY", "QQQ"], recorded, "1m")).toEqual({ available: ["1h", "1d"], deciding: ["SPY", "QQQ"] });
});

test.each<[recorded: readonly Interval[], read: Interval]>([
  [["1m", "60m", "1d"], "60m"],
  [["1wk", "1d", "1m"], "1d"],
  [["1mo", "2h"], "2h"],
  [["1m", "30m", "15m"], "30m"],
])("data recorded in %j are read next to hourly bars in %s", (recorded, read) => {
  expect(chosen(["SPY", "VIX"], { SPY: ["1h"], VIX: recorded })).toEqual({ SPY: "1h", VIX: read });
});

test("the intervals of data do not decide that of the run, but data without bars are refused", () => {
  expect(chosen(["VIX", "SPY"], { SPY: ["1h", "1d"], VIX: ["1d"] })).toEqual({ VIX: "1d", SPY: "1h" });
  expect(chosen(["SPY", "VIX"], { SPY: ["1h"] })).toEqual({ available: [], deciding: ["SPY", "VIX"] });
});

test("data alone are read in their common interval", () => {
  expect(chosen(["VIX"], { VIX: ["1h", "1d"] })).toEqual({ VIX: "1h" });
  expect(chosen(["VIX"], { VIX: ["1h"] }, "1d")).toEqual({ available: ["1h"], deciding: ["VIX"] });
  expect(chosen([], {})).toEqual({ available: [], deciding: [] });
});

test("a continuous series brings its contracts if they have an interval of the run, and is else only read", () => {
  const daily = { ES: ["1d"], ESH4: ["1d"], ESM4: ["1d"] } as const;
  expect(chosen(["ES"], daily)).toEqual({ ES: "1d", ESH4: "1d", ESM4: "1d" });
  // The contracts decide too, as long as an interval is left.
  expect(chosen(["SPY", "ES"], { ...daily, SPY: ["1h", "1d"] })).toEqual({
    ES: "1d",
    ESH4: "1d",
    ESM4: "1d",
    SPY: "1d",
  });
  expect(chosen(["SPY", "ES"], { ...daily, SPY: ["1h", "1d"] }, "1h")).toEqual({ ES: "1d", SPY: "1h" });
  expect(chosen(["SPY", "ES"], { ...daily, SPY: ["1h"] })).toEqual({ ES: "1d", SPY: "1h" });
  const { notes } = runIntervals(["SPY", "ES"], KNOWN, (symbol) => (symbol === "SPY" ? ["1h"] : ["1d"]), undefined);
  expect(notes).toEqual([
    "ES is read in bars of 1d, since it has none of 1h.",
    "The contracts ESH4, ESM4 cannot be traded, since they have no bars of 1h.",
  ]);
  // A contract that is named is traded, so it must have the interval.
  expect(chosen(["SPY", "ES", "ESH4"], { ...daily, SPY: ["1h"] })).toEqual({
    available: [],
    deciding: ["SPY", "ESH4"],
  });
});
