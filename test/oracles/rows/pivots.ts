import { pivots } from "../../../src/indicators/pivots.ts";
import type { BarColumns } from "../../support/series.ts";
import type { OracleRow, Oracles, PlainBars } from "../oracle-row.ts";
import { real, talib } from "../talib.ts";

/** Number of bars in each period of the pivots. */
const BARS = 5;

type Level = "pivot" | "r1" | "r2" | "r3" | "s1" | "s2" | "s3";

/** Formulas of pivot levels from the high, low and close of the previous period. */
const LEVELS: Readonly<Record<string, Partial<Record<Level, (h: number, l: number, c: number) => number>>>> = {
  classic: {
    pivot: (h, l, c) => (h + l + c) / 3,
    r1: (h, l, c) => (2 * (h + l + c)) / 3 - l,
    r2: (h, l, c) => (h + l + c) / 3 + h - l,
    r3: (h, l, c) => h + 2 * ((h + l + c) / 3 - l),
    s1: (h, l, c) => (2 * (h + l + c)) / 3 - h,
    s2: (h, l, c) => (h + l + c) / 3 - h + l,
    s3: (h, l, c) => l - 2 * (h - (h + l + c) / 3),
  },
  fibonacci: {
    r2: (h, l, c) => (h + l + c) / 3 + 0.618 * (h - l),
    s1: (h, l, c) => (h + l + c) / 3 - 0.382 * (h - l),
  },
  camarilla: {
    r3: (h, l, c) => c + ((h - l) * 1.1) / 4,
    s2: (h, l, c) => c - ((h - l) * 1.1) / 6,
  },
  woodie: {
    pivot: (h, l, c) => (h + l + 2 * c) / 4,
    r1: (h, l, c) => (h + l + 2 * c) / 2 - l,
  },
};

export const pivotsOracles: Oracles = {
  indicator: "pivots",
  rows: Object.entries(LEVELS).flatMap(([method, levels]) =>
    Object.entries(levels).map(([level, formula]): OracleRow => ({
      oracle: "talib",
      compares: `${method} ${level} of five bars, from their MAX and MIN`,
      ours: (bars) => ours(bars, method, level as Level),
      theirs: (bars) => theirs(bars, formula),
    })),
  ),
};

function ours({ open, high, low, close }: BarColumns, method: string, level: Level): Float64Array {
  const anchor = close.map((_, i) => Math.floor(i / BARS));
  return pivots(open, high, low, close, anchor, { method: method as "classic" })[level];
}

function theirs({ high, low, close }: PlainBars, formula: (h: number, l: number, c: number) => number): number[] {
  const highest = real(talib.MAX({ inReal: high, timePeriod: BARS }).output, BARS - 1);
  const lowest = real(talib.MIN({ inReal: low, timePeriod: BARS }).output, BARS - 1);
  return close.slice(BARS).map((_, i) => {
    // Lists of MAX and MIN start with the fifth bar, so index `first` has the value over the five bars from `first` on.
    const first = i - (i % BARS);
    return formula(highest[first]!, lowest[first]!, close[first + BARS - 1]!);
  });
}
