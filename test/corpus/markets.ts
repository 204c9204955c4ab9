import { join } from "node:path";
import { Bars, instrument, type Interval, type MarketData, marketOf } from "hindcast";
import { openRecording } from "hindcast/data";
import { ROOT } from "../house/source-files.ts";
import { seededRandom } from "../support/series.ts";

const DAY = 86_400_000;
const HOUR = DAY / 24;

/** Market of at most a thousand bars per symbol, with initial cash that suits its prices. */
export interface CorpusMarket {
  readonly data: MarketData;
  readonly cash: number;
}

/** Recorded and synthetic markets of every instrument class, with splits, dividends, early closes, finer bars and extended hours. */
export async function recordedMarkets(): Promise<Readonly<Record<string, CorpusMarket>>> {
  const real = await openRecording(join(ROOT, "data/sp500"));
  const sample = await openRecording(join(ROOT, "data/sample"));
  const from = (date: string): number => Date.parse(date);
  return {
    index: {
      data: await real.marketData({ from: from("2006-06-01"), to: from("2010-05-01") }),
      cash: 100_000,
    },
    stocks: {
      data: await sample.marketData({ symbols: ["AAPL", "AMC", "GOOGL", "KO"], interval: "1d" }),
      cash: 50_000,
    },
    minutes: {
      data: await sample.marketData({
        symbols: ["AAPL", "MSFT"],
        interval: "1m",
        from: from("2023-11-03T18:00Z"),
        to: from("2023-11-06T18:00Z"),
      }),
      cash: 20_000,
    },
    coins: {
      data: await sample.marketData({
        symbols: ["BTCUSD", "ETHUSD"],
        interval: "1d",
        finer: true,
        from: from("2022-06-01"),
      }),
      cash: 100_000,
    },
    pairs: {
      data: await sample.marketData({
        symbols: ["EURUSD", "GBPUSD"],
        interval: "1h",
        from: from("2023-11-10"),
      }),
      cash: 10_000,
    },
    futures: {
      data: await sample.marketData({ symbols: ["CL=F", "GC=F"], interval: "1h", from: from("2023-11-10") }),
      cash: 1_000_000,
    },
  };
}

/**
 * Random market with prices in coarse steps, so that touches, ties and gaps are frequent. It has one to three symbols with daily or hourly
 * bars, some missing, one that may end early, and sometimes sessions in a zone.
 */
export function randomMarket(seed: number): MarketData {
  const random = seededRandom(seed);
  const pick = <T>(...choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const interval: Interval = pick("1d", "1d", "1h");
  const step = pick(1, 0.5, 0.07, 1 / 3);
  const length = 60 + Math.floor(random() * 120);
  const symbols = ["AAA", "BBB", "CCC"].slice(0, 1 + Math.floor(random() * 3));
  const zone = interval === "1h" && random() < 0.3 ? "Australia/Sydney" : undefined;
  const market = marketOf(
    Object.fromEntries(
      symbols.map((symbol, i) => {
        const end = i === 1 && random() < 0.3 ? Math.floor(length / 2) : length;
        return [symbol, steppedBars(interval, end, step, random)];
      }),
    ),
  );
  return {
    ...market,
    series: market.series.map((one) => ({
      ...one,
      instrument: instrument(one.instrument.symbol, {
        lot: pick(1, 1, 0.1, 0.0001, 5),
        multiplier: pick(1, 1, 1, 5),
      }),
      ...(zone !== undefined && { zone }),
    })),
  };
}

function steppedBars(interval: Interval, length: number, step: number, random: () => number): Bars {
  const whole = (reach: number): number => Math.floor(random() * (2 * reach + 1)) - reach;
  const rows: number[][] = [];
  let price = 100;
  for (let i = 0; i < length; i++) {
    const open = Math.max(5, price + whole(4) * step);
    const close = Math.max(5, open + whole(6) * step);
    price = close < 30 ? close + 10 * step : close > 300 ? close - 10 * step : close;
    const high = Math.max(open, close) + Math.abs(whole(6)) * step;
    const low = Math.max(1, Math.min(open, close) - Math.abs(whole(6)) * step);
    const volume = [0, 7, 40, 200, 1000][Math.floor(random() * 5)]!;
    if (i === 0 || random() > 0.08) {
      rows.push([Date.UTC(2024, 0, 1) + i * (interval === "1d" ? DAY : HOUR), open, high, low, close, volume]);
    }
  }
  const column = (field: number): Float64Array => Float64Array.from(rows, (row) => row[field]!);
  const [time, open, high, low, close, volume] = [0, 1, 2, 3, 4, 5].map(column) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  return new Bars(interval, { time, open, high, low, close, volume });
}
