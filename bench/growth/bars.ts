import { Bars } from "hindcast";
import { randomWalk } from "../support/random-walk.ts";

/** A random walk of bars of minutes: ten million days would go past the last date. */
export function minutesOf(bars: number): Bars {
  const { open, high, low, close, volume } = randomWalk(bars);
  return new Bars("1m", { time: open.map((_, i) => i * 60_000), open, high, low, close, volume });
}
