import type { BarColumns } from "../support/series.ts";

/** Bars in plain arrays, as other libraries want them. */
export type PlainBars = { readonly [K in keyof BarColumns]: number[] };

/** One value a bar or the last so many of them: what is shorter than the bars belongs to the last bars. */
export type TheirValues = readonly (number | null | undefined)[];

/** A comparison of one of our columns with another library's. */
export interface OracleRow {
  readonly oracle: "talib" | "technicalindicators" | "trading-signals";
  /** What is compared; where definitions part, why, and how far this comparison goes. */
  readonly compares: string;
  readonly ours: (bars: BarColumns) => Float64Array;
  readonly theirs: (bars: PlainBars) => TheirValues;
  /** Index from which both agree; without it they also have to begin on the same bar. */
  readonly from?: number;
  /** Largest difference, in units of the value; without it a billionth of the value. */
  readonly tolerance?: number;
}

/** All comparisons of one indicator, or why there is none. */
export interface Oracles {
  readonly indicator: string;
  readonly rows: readonly OracleRow[];
  readonly none?: string;
}
