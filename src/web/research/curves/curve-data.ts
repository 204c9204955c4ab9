import type { CurveLine } from "../../../report/research/curve-lines.ts";
import { unpack } from "../../report/unpack.ts";

/** A curve, ready to draw. */
export interface CurveData {
  readonly name: string;
  /** Epoch seconds. */
  readonly time: Float64Array;
  readonly equity: Float64Array;
  /** What one unit at the start had become. */
  readonly growth: Float64Array;
  readonly drawdown: Float64Array;
  /** The value of a column at the last point that is not after a time; NaN before the first. */
  at(column: Float64Array, time: number): number;
}

export function curveData({ name, start, time, equity, drawdown }: CurveLine): CurveData {
  const times = unpack(time);
  const values = unpack(equity);
  return {
    name,
    time: times,
    equity: values,
    growth: values.map((value) => value / start),
    drawdown: unpack(drawdown),
    at(column, moment) {
      let [low, high] = [0, times.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (times[middle]! <= moment) low = middle + 1;
        else high = middle;
      }
      return column[low - 1] ?? NaN;
    },
  };
}
