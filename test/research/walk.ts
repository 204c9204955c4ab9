import { Bars, marketOf, type MarketData } from "hindcast";
import { SeededRandom } from "../../src/primitives/random.ts";

const DAY_MS = 86_400_000;

/** Random daily bars from a seed. Closes move by about one percent a day, plus `drift` of the day. */
export function walk(length: number, seed = 1, drift: (day: number) => number = () => 0): Bars {
  const random = new SeededRandom(seed);
  const columns = {
    time: Float64Array.from({ length }, (_, i) => i * DAY_MS),
    open: new Float64Array(length),
    high: new Float64Array(length),
    low: new Float64Array(length),
    close: new Float64Array(length),
    volume: new Float64Array(length).fill(1_000_000),
  };
  let price = 100;
  for (let i = 0; i < length; i++) {
    const close = price * (1 + drift(i) + (random.next() - 0.5) * 0.035);
    columns.open[i] = price;
    columns.high[i] = Math.max(price, close) * (1 + random.next() * 0.002);
    columns.low[i] = Math.min(price, close) * (1 - random.next() * 0.002);
    columns.close[i] = close;
    price = close;
  }
  return new Bars("1d", columns);
}

export function walkMarket(length: number, seed = 1, drift?: (day: number) => number): MarketData {
  return marketOf({ WALK: walk(length, seed, drift) });
}
