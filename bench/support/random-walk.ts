import { Bars } from "hindcast";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";

const DAY_MS = 86_400_000;

/** Synthetic bars on consecutive days: a seeded random walk of about one percent a bar. */
export function randomWalk(length: number, seed = 42): Bars {
  const generator = xoroshiro128plus(seed);
  const next = () => uniformFloat64(generator);
  const columns = {
    time: new Float64Array(length),
    open: new Float64Array(length),
    high: new Float64Array(length),
    low: new Float64Array(length),
    close: new Float64Array(length),
    volume: new Float64Array(length),
  };
  let price = 100;
  for (let i = 0; i < length; i++) {
    const open = price * (1 + (next() - 0.5) * 0.002);
    const close = open * (1 + (next() - 0.5) * 0.02);
    columns.time[i] = i * DAY_MS;
    columns.open[i] = open;
    columns.high[i] = Math.max(open, close) * (1 + next() * 0.005);
    columns.low[i] = Math.min(open, close) * (1 - next() * 0.005);
    columns.close[i] = close;
    columns.volume[i] = Math.floor(next() * 1e6);
    price = close < 1 ? 1 : close > 10_000 ? 10_000 : close;
  }
  return new Bars("1d", columns);
}
