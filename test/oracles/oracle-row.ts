import type { BarColumns } from "../support/series.ts";

/** Bars in plain arrays, as other libraries expect them. */
export type PlainBars = { readonly [K in keyof BarColumns]: number[] };

/** Values of another library, one per bar. A list shorter than the bars ends at the last bar. */
export type TheirValues = readonly (number | null | undefined)[];

/** Comparison of one column of an indicator with another library. */
export interface OracleRow {
  readonly oracle: "talib" | "technicalindicators" | "trading-signals";
  /** What the row compares, with the reason and extent of a known difference. */
  readonly compares: string;
  readonly ours: (bars: BarColumns) => Float64Array;
  readonly theirs: (bars: PlainBars) => TheirValues;
  /**
   * Index of the first bar at which both libraries must agree. Without it they must also have their first value on the
   * same bar.
   */
  readonly from?: number;
  /** Largest accepted difference, in units of the value. By default a billionth of the value. */
  readonly tolerance?: number;
}

/** All comparisons of one indicator with other libraries, or the reason why none exist. */
export interface Oracles {
  readonly indicator: string;
  readonly rows: readonly OracleRow[];
  readonly none?: string;
}
