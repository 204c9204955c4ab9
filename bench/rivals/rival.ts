import type { BenchData } from "../support/bench-data.ts";

/** How other libraries compute one of our indicators, at the same parameters and on the same bars. */
export interface Rival {
  /** The name of ours. */
  readonly indicator: string;
  /** Parameters of ours where they are not the defaults: those that make the three do the same work. */
  readonly params?: Readonly<Record<string, number | string | boolean>>;
  technicalindicators?(data: BenchData): unknown;
  /** Bar by bar, as its streams are meant to be used. */
  tradingSignals?(data: BenchData): unknown;
  indicatorts?(data: BenchData): unknown;
}
