import type { MarketData, Series } from "../market/market-data.ts";

/** The bars of one file, and which file it was. */
export interface BarFile extends MarketData {
  readonly series: readonly [Series];
  /** SHA-256 of the file's bytes, as they are on disk, in hexadecimal: what a result says it was computed from. */
  readonly checksum: string;
}
