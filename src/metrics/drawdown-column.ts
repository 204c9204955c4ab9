import type { Column } from "../primitives/column.ts";

/**
 * How far below its running peak equity stands at each record, a fraction of the peak: 0 at a peak, -0.1 ten percent below.
 * The peak includes the starting cash.
 *
 * @example
 * drawdownColumn(Float64Array.of(110, 99, 120), 100); // 0, -0.1, 0
 */
export function drawdownColumn(equity: Column, startEquity: number): Column {
  const drawdown = new Float64Array(equity.length);
  let peak = startEquity;
  for (let i = 0; i < equity.length; i++) {
    const value = equity[i]!;
    if (value > peak) peak = value;
    drawdown[i] = (value - peak) / peak;
  }
  return drawdown;
}
