import { Bars } from "hindcast";
import { randomWalk } from "../support/random-walk.ts";

/** Returns a random walk of one-minute bars. Ten million daily bars would exceed the last supported date. */
export function minutesOf(bars: number): Bars {
  return barsOf("1m", 60_000, bars);
}

/** Returns a random walk of daily bars that starts in 1970. */
export function daysOf(bars: number): Bars {
  return barsOf("1d", 86_400_000, bars);
}

function barsOf(interval: "1m" | "1d", step: number, bars: number): Bars {
  const { open, high, low, close, volume } = randomWalk(bars);
  return new Bars(interval, { time: open.map((_, i) => i * step), open, high, low, close, volume });
}
