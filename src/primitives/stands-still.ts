import type { Column } from "./column.ts";

/** Whether the `bars` bars up to `index` have no true range: each stays at the close before it. */
export function standsStill(high: Column, low: Column, close: Column, bars: number, index: number): boolean {
  for (let i = index - bars + 1; i <= index; i++) if (high[i] !== close[i - 1] || low[i] !== close[i - 1]) return false;
  return true;
}
