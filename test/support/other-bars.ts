import { type AnyStrategy, type Bars, type MarketData, type RunSettings } from "hindcast";
import { Backtest } from "../../src/engine/backtest.ts";
import { RunPlan } from "../../src/engine/run-plan.ts";
import { scheduleOf } from "../../src/market/schedule.ts";
import { barsOfRows, rowsOf } from "./arbitrary-market.ts";

const wave = (seed: number, i: number) => ((Math.imul(seed + i, 2654435761) >>> 0) % 1000) / 10;

/**
 * Returns bars in which everything that is revealed after the hooks of `time` has other valid values. Later bars may be missing, changed or
 * added.
 */
export function otherFuture(bars: Bars, time: number, seed: number, keep: number): Bars {
  const { closeTime } = scheduleOf(bars);
  const length = bars.interval === "1h" ? 3_600_000 : 86_400_000;
  const rows = rowsOf(bars).flatMap((row, i) => {
    if (closeTime[i]! <= time) return [row];
    const [start, open, high, low] = row as [number, number, number, number];
    if (start >= time && wave(seed, i) > keep) return [];
    // The open of a forming bar is already known, so it stays.
    const first = start < time ? open : 3 + wave(seed, i);
    const close = 3 + wave(seed, i + 100);
    return [[start, first, Math.max(first, close, high / 2) + 1, Math.min(first, close, low * 2) - 1, close, 77]];
  });
  const last = rows.at(-1)?.[0] ?? bars.time[0]!;
  for (let k = 1; k <= seed % 4; k++) {
    const start = last + k * length;
    if (start >= time) rows.push([start, 50, 60 + k, 40, 55, 1]);
  }
  return barsOfRows(bars.interval, rows);
}

/** Returns the whole state of a run after the hooks of `time`. */
export function stateAt(strategy: AnyStrategy, data: MarketData, settings: Partial<RunSettings>, time: number) {
  const going = new Backtest(new RunPlan(strategy, data, { settings }));
  going.advance(time, 5);
  return { position: going.position, state: going.snapshot() };
}
