import type { UTCTimestamp } from "lightweight-charts";
import type { CurvePayload } from "../../report/curve-payload.ts";
import type { SymbolPayload } from "../../report/symbol-payload.ts";
import { unpack } from "./unpack.ts";

/** Columns of a chart with their times, epoch seconds. */
interface Timed {
  readonly time: Float64Array;
  /** Index of the last point that is not after a time; -1 before the first. */
  indexAt(time: number): number;
}

/** The bars of a symbol, its indicators and fills, ready to draw. */
export interface SymbolData extends Timed {
  readonly symbol: string;
  readonly decimals: number;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array | undefined;
  readonly indicators: readonly IndicatorData[];
  readonly fills: readonly FillMark[];
}

/** A line of the chart. */
export interface IndicatorData {
  readonly name: string;
  readonly definition: string;
  readonly pane: "price" | "own";
  readonly decimals: number;
  readonly values: Float64Array;
}

/** A fill as a mark at its price. */
export interface FillMark {
  readonly time: number;
  readonly price: number;
  readonly buy: boolean;
}

/** Equity and what it is measured against, ready to draw. */
export interface CurveData extends Timed {
  readonly equity: Float64Array;
  readonly buyAndHold: Float64Array;
  readonly drawdown: Float64Array;
  readonly buyAndHoldDrawdown: Float64Array;
  readonly decimals: number;
}

export function symbolData(payload: SymbolPayload): SymbolData {
  const prices = unpack(payload.fills.price);
  return {
    ...timed(unpack(payload.time)),
    symbol: payload.symbol,
    decimals: payload.decimals,
    open: unpack(payload.open),
    high: unpack(payload.high),
    low: unpack(payload.low),
    close: unpack(payload.close),
    volume: payload.volume === null ? undefined : unpack(payload.volume),
    indicators: payload.indicators.map((indicator) => ({ ...indicator, values: unpack(indicator.values) })),
    fills: Array.from(unpack(payload.fills.time), (time, i) => ({
      time,
      price: prices[i]!,
      buy: payload.fills.buy[i] === 1,
    })),
  };
}

export function curveData(payload: CurvePayload): CurveData {
  return {
    ...timed(unpack(payload.time)),
    equity: unpack(payload.equity),
    buyAndHold: unpack(payload.buyAndHold),
    drawdown: unpack(payload.drawdown),
    buyAndHoldDrawdown: unpack(payload.buyAndHoldDrawdown),
    decimals: payload.decimals,
  };
}

function timed(time: Float64Array): Timed {
  return {
    time,
    indexAt(moment) {
      let low = 0;
      let high = time.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (time[middle]! <= moment) low = middle + 1;
        else high = middle;
      }
      return low - 1;
    },
  };
}

/** A column as points of a line; a missing value leaves its time blank. */
export function lineData(
  time: Float64Array,
  values: Float64Array,
): ({ time: UTCTimestamp; value: number } | { time: UTCTimestamp })[] {
  return Array.from(time, (each, i) => {
    const value = values[i]!;
    return Number.isNaN(value) ? { time: each as UTCTimestamp } : { time: each as UTCTimestamp, value };
  });
}
