import type { Bars } from "../../../market/bars.ts";
import type { MarketDataSettings } from "../market-data-settings.ts";

/** An indicator as answers show it. */
export interface ServedIndicator {
  /** Bars without which it has no value. */
  readonly required: number;
  /** What it says of the last of enough bars. */
  entry(bars: Bars, settings: MarketDataSettings): Readonly<Record<string, unknown>>;
}

/** The indicator with a period in bars. */
export type IndicatorMaker = (period: number) => ServedIndicator;
