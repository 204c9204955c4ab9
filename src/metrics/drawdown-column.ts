import type { Column } from "../primitives/column.ts";
import { lossFloor } from "./loss.ts";

/**
 * How far below its running peak equity stands at each record, a fraction of the peak: 0 at a peak, -0.1 ten percent below.
 * The peak includes the starting cash. A fall of less than `coin`, the smallest amount of the account's money, counts as 0.
 *
 * @example
 * drawdownColumn(Float64Array.of(110, 99, 120), 100); // 0, -0.1, 0
 */
export function drawdownColumn(equity: Column, startEquity: number, coin = 0): Column {
  const drawdown = new Float64Array(equity.length);
  let peak = startEquity;
  let floor = lossFloor(peak, coin);
  for (let i = 0; i < equity.length; i++) {
    const value = equity[i]!;
    if (value > peak) {
      peak = value;
      floor = lossFloor(peak, coin);
    }
    // NaN stays NaN.
    drawdown[i] = value > floor ? 0 : (value - peak) / peak;
  }
  return drawdown;
}
