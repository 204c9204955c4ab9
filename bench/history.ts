import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { MarketView } from "../src/market/market-view.ts";
import type { HistoryQuery } from "../src/schemas/history.ts";
import { BarCache } from "../src/server/market-data/bar-cache.ts";
import { historyBytes, type HistoryPage, historyPageOf } from "../src/server/market-data/history.ts";
import { MARKET_DATA_DEFAULTS } from "../src/server/market-data/market-data-settings.ts";
import { rounded, roundedToInteger } from "../src/server/numbers.ts";
import { openRecording } from "../src/data/recording/open-recording.ts";
import { MarketHistory } from "../src/data/view/market-history.ts";
import type { Period } from "../src/time/period.ts";
import { interleaved } from "./interleaved.ts";

const SAMPLE = join(fileURLToPath(new URL("..", import.meta.url)), "data", "sample");
const NOW = Date.UTC(2023, 11, 29, 20);
const QUESTIONS: readonly (readonly [Period, HistoryQuery["interval"]])[] = [
  ["1mo", "1d"],
  ["1y", "1d"],
  ["5d", "1m"],
  ["max", "1m"],
];

/** Microseconds that one response takes, for each of three ways to create its bytes. */
export interface HistoryRow {
  readonly question: string;
  readonly bars: number;
  readonly cached: number;
  readonly uncached: number;
  readonly stringified: number;
}

/**
 * Measures how fast a page of history becomes the bytes of a response: from cached slabs, from new slabs, and by `JSON.stringify` of
 * objects. All three query the view and return the same bytes. The clock is paused; a running clock adds bars to the last slab one by one.
 */
export async function benchHistory(): Promise<HistoryRow[]> {
  const market = (await (await openRecording(SAMPLE)).load({ symbols: ["AAPL"] })).market();
  const view: MarketView = new MarketHistory(market).at(NOW);
  const instrument = view.instrument("AAPL");
  const slabs = new BarCache();
  return QUESTIONS.map(([period, interval]) => {
    const query = { period, interval, adjust: true };
    const call = { view, query, server: { marketData: MARKET_DATA_DEFAULTS }, session: { lockstep: false } };
    const page = (): HistoryPage => historyPageOf(call, instrument);
    const cases = {
      cached: () => historyBytes(page(), slabs),
      uncached: () => historyBytes(page(), new BarCache()),
      stringified: () => Buffer.from(JSON.stringify(asObjects(page()))),
    };
    if (!cases.cached().equals(cases.stringified())) throw new Error("the bytes must be the same");
    const ms = interleaved(cases, { rounds: 9, warmUp: 3, clear: false });
    const { start, end } = page();
    return {
      question: `${period} of ${interval}`,
      bars: end - start,
      cached: ms.cached * 1000,
      uncached: ms.uncached * 1000,
      stringified: ms.stringified * 1000,
    };
  });
}

function asObjects({ columns: { bars, adjustedClose }, start, end, decimals, head }: HistoryPage): unknown {
  const data = Array.from({ length: end - start }, (_, i) => {
    const row = start + i;
    return {
      timestamp: new Date(bars.time[row]!).toISOString(),
      open: rounded(bars.open[row]!, decimals),
      high: rounded(bars.high[row]!, decimals),
      low: rounded(bars.low[row]!, decimals),
      close: rounded(bars.close[row]!, decimals),
      volume: roundedToInteger(bars.volume[row]!),
      adj_close: rounded(adjustedClose[row]!, decimals),
    };
  });
  const { meta, next_page_token, ...before } = head;
  return { ...before, data, meta, next_page_token };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { question, bars, cached, uncached, stringified } of await benchHistory()) {
    const times = (time: number): string => `${(stringified / time).toFixed(1)}×`;
    console.log(
      `${question.padEnd(10)} ${String(bars).padStart(6)} bars  cached ${cached.toFixed(1)} µs (${times(cached)} JSON.stringify)  ` +
        `uncached ${uncached.toFixed(1)} µs (${times(uncached)})  JSON.stringify ${stringified.toFixed(1)} µs`,
    );
  }
}
