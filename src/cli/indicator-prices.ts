import type { RunSettings } from "../engine/run-settings.ts";
import { inLastPrices } from "../market/in-last-prices.ts";
import type { Series } from "../market/market-data.ts";

/** Which prices indicators read: those that a strategy's read by the setting `graphPrices`, in prices of the last bar, or those of the recording. */
export type IndicatorPrices = RunSettings["graphPrices"] | "as-recorded";

/** Every answer there is; the first is the default of a run. */
export const INDICATOR_PRICES: readonly IndicatorPrices[] = ["splits", "splits-and-dividends", "as-recorded"];

interface PricedSeries {
  readonly priced: Series;
  readonly notes: readonly string[];
}

/** A series in the prices that are asked for, and what must be said of them. */
export function pricedSeries(series: Series, prices: IndicatorPrices): PricedSeries {
  const { instrument, actions = [], quotes } = series;
  if (quotes !== undefined)
    return {
      priced: series,
      notes: [
        `${instrument.symbol} is known by bids and asks alone: a bar lies between two of them, and prices are their middles.`,
      ],
    };
  if (actions.length === 0) return { priced: series, notes: [] };
  if (prices === "as-recorded")
    return {
      priced: series,
      notes: ["Prices are as recorded, with the jumps that splits and dividends leave in them."],
    };
  const dividends = prices === "splits-and-dividends";
  return {
    priced: { ...series, bars: inLastPrices(series, { dividends }) },
    notes: [
      `Prices are those of the last bar, restated without the jumps of ${dividends ? "splits and dividends" : "splits"}.`,
    ],
  };
}
