import type { UTCTimestamp } from "lightweight-charts";
import type { CurvePayload } from "../../report/curve-payload.ts";
import type { SymbolPayload } from "../../report/symbol-payload.ts";
import { lastAtOrBefore } from "../../primitives/sorted-search.ts";
import { unpack, unpackAll } from "./unpack.ts";

/** A fill to mark on the chart. */
export interface FillMark {
  readonly time: number;
  readonly price: number;
  readonly buy: boolean;
}

/** Data of one symbol for the chart, unpacked from the page's payload. */
export type SymbolData = ReturnType<typeof symbolData>;
export type IndicatorData = SymbolData["indicators"][number];
/** Equity curves of a run, unpacked from the page's payload. */
export type CurveData = ReturnType<typeof curveData>;

export function symbolData(payload: SymbolPayload) {
  const { symbol, decimals, time, open, high, low, close, volume, indicators, fills } = payload;
  const prices = unpack(fills.price);
  return {
    ...timed(unpack(time)),
    symbol,
    decimals,
    ...unpackAll({ open, high, low, close }),
    volume: volume === null ? undefined : unpack(volume),
    indicators: indicators.map((indicator) => ({ ...indicator, values: unpack(indicator.values) })),
    fills: Array.from(unpack(fills.time), (at, i): FillMark => {
      return { time: at, price: prices[i]!, buy: fills.buy[i] === 1 };
    }),
  };
}

export function curveData({ time, decimals, ...curves }: CurvePayload) {
  return { ...timed(unpack(time)), ...unpackAll(curves), decimals };
}

/** Returns times together with a function that finds the index of the last time at or before a given one; -1 if there is none. */
export function timed(time: Float64Array) {
  return { time, indexAt: (moment: number) => lastAtOrBefore(time, moment, -1) };
}

/** Converts a column of values to points of a line. The line has a gap at missing values. */
export function lineData(
  time: Float64Array,
  values: Float64Array,
): ({ time: UTCTimestamp; value: number } | { time: UTCTimestamp })[] {
  return Array.from(time, (each, i) => {
    const value = values[i]!;
    return Number.isNaN(value) ? { time: each as UTCTimestamp } : { time: each as UTCTimestamp, value };
  });
}
