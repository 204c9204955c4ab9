import { pathToFileURL } from "node:url";
import type { Bars } from "hindcast";
import type { MarketView } from "../src/market/market-view.ts";
import { SeededRandom } from "../src/primitives/random.ts";
import { MarketHistory } from "../src/data/view/market-history.ts";
import { interleaved } from "./interleaved.ts";
import { marketOf, stockOf } from "./support/recorded-stocks.ts";

const CALLS = 2000;

/** Throughput of one kind of query. */
export interface ViewRow {
  readonly query: string;
  readonly perSecond: number;
  /** Throughput divided by the throughput of a plain scan; undefined if a scan cannot answer the query. */
  readonly timesScan?: number;
}

/**
 * Measures queries a second of a view of a recorded market with warm caches: ten years of daily bars of a stock, with and without a year of
 * minutes. Times advance by a minute or are random. A scan over a year compares with the range of 252 days in a quote.
 */
export function benchView(): ViewRow[] {
  const days = stockOf("DAYS", "1d");
  const both = stockOf("BOTH", "1d");
  const minutes = stockOf("BOTH", "1m");
  const marketHistory = new MarketHistory(marketOf([days, both, minutes]));
  const { time } = minutes.bars;
  const from = time[0]!;
  const to = time[time.length - 1]!;
  const random = new SeededRandom(7);
  const randomTimes = Float64Array.from({ length: CALLS }, () => Math.floor(from + random.next() * (to - from)));
  let index = 0;
  const minuteByMinute = (query: (view: MarketView) => unknown) => () => {
    for (let i = 0; i < CALLS; i++) {
      index = index + 1 < time.length ? index + 1 : 0;
      query(marketHistory.at(time[index]!));
    }
  };
  const atRandomTimes = (query: (view: MarketView) => unknown) => () => {
    for (let i = 0; i < CALLS; i++) query(marketHistory.at(randomTimes[i]!));
  };
  const request = { interval: "1d", adjust: true, limit: 2520 } as const;
  const cases = {
    "quote from daily bars, minute by minute": minuteByMinute((view) => view.quote("DAYS")),
    "quote from days and minutes, minute by minute": minuteByMinute((view) => view.quote("BOTH")),
    "quote from days and minutes, random times": atRandomTimes((view) => view.quote("BOTH")),
    "history of 2,520 adjusted daily bars": minuteByMinute((view) => view.history("DAYS", request)),
    "range of the last 252 days, by a scan": minuteByMinute(() => scan(days.bars)),
  };
  const ms = interleaved(cases, { rounds: 9, warmUp: 3, clear: false });
  const perSecond = (name: keyof typeof cases): number => (CALLS / ms[name]) * 1000;
  const scans = perSecond("range of the last 252 days, by a scan");
  return (Object.keys(cases) as (keyof typeof cases)[]).map((query) => ({
    query,
    perSecond: perSecond(query),
    ...(query.startsWith("quote") && { timesScan: perSecond(query) / scans }),
  }));
}

function scan({ high, low, length }: Bars): number {
  let top = -Infinity;
  let bottom = Infinity;
  for (let i = length - 252; i < length; i++) {
    top = Math.max(top, high[i]!);
    bottom = Math.min(bottom, low[i]!);
  }
  return top - bottom;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const { query, perSecond, timesScan } of benchView()) {
    const scans = timesScan === undefined ? "" : `, ${timesScan.toFixed(2)} times the throughput of the scan`;
    console.log(`${query}: ${Math.round(perSecond / 1000)} thousand a second${scans}`);
  }
}
