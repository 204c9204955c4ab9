import { Bars } from "hindcast";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { crypto, market } from "./recorded-by-hand.ts";
import { seededRandom } from "./series.ts";

const MINUTE = 60_000;

/** Midnight of 2024-01-08 in UTC. */
export const COINS_START = Date.UTC(2024, 0, 8);

/** Three days of minute bars of two coins. */
export const COINS: RecordedMarket = coins(3 * 24 * 60, 1);

/** Two coins with a bar every minute from an hour before `COINS_START` on, at random prices. */
export function coins(rows: number, seed: number): RecordedMarket {
  return market({
    mainCalendar: "24/7",
    instruments: [crypto("AAAUSD", "AAA", { lot: 0.01 }), crypto("BBBUSD", "BBB", { lot: 0.01 })],
    series: [
      { symbol: "AAAUSD", bars: walk(rows, 2 * seed) },
      { symbol: "BBBUSD", bars: walk(rows, 2 * seed + 1) },
    ],
  });
}

function walk(rows: number, seed: number): Bars {
  const random = seededRandom(seed);
  const column = () => new Float64Array(rows);
  const columns = { time: column(), open: column(), high: column(), low: column(), close: column(), volume: column() };
  let price = 100;
  for (let i = 0; i < rows; i++) {
    const step = (): number => (random() - 0.5) * 0.4;
    const open = cents(Math.max(10, price + step()));
    const close = cents(Math.max(10, open + step()));
    columns.time[i] = COINS_START + (i - 60) * MINUTE;
    columns.open[i] = open;
    columns.close[i] = close;
    columns.high[i] = cents(Math.max(open, close) + 0.05);
    columns.low[i] = cents(Math.min(open, close) - 0.05);
    columns.volume[i] = 1000;
    price = close;
  }
  return new Bars("1m", columns);
}

function cents(price: number): number {
  return Math.round(price * 100) / 100;
}
