import type { BarColumns } from "../support/series.ts";

/** Bars in plain arrays, as other libraries expect them. */
export type PlainBars = { readonly [K in keyof BarColumns]: number[] };

/** One value per bar. A shorter list belongs to the last bars. */
export type TheirValues = readonly (number | null | undefined)[];

/** A comparison of one column with another library. */
export interface OracleRow {
  readonly oracle: "talib" | "technicalindicators" | "trading-signals";
  /** What is compared, and the reason and extent of a known difference. */
  readonly compares: string;
  readonly ours: (bars: BarColumns) => Float64Array;
  readonly theirs: (bars: PlainBars) => TheirValues;
  /** Index from which both agree. Without it they must also start on the same bar. */
  readonly from?: number;
  /** Largest difference, in units of the value. Default: a billionth of the value. */
  readonly tolerance?: number;
}

/** All comparisons of one indicator, or the reason why there are none. */
export interface Oracles {
  readonly indicator: string;
  readonly rows: readonly OracleRow[];
  readonly none?: string;
}
