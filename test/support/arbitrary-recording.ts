import * as fc from "fast-check";
import { Bars, type Interval } from "hindcast";
import type { CorporateAction } from "../../src/market/corporate-action.ts";
import type { DatedFact, RecordedMarket, RecordedSeries } from "../../src/market/recorded-market.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { chain, type ChainRow, crypto, market, ny, quotes, stock } from "./recorded-by-hand.ts";
import { seededRandom } from "./series.ts";

const DAY = 86_400_000;
const MINUTE = 60_000;
const XNYS = calendarOf("XNYS");

/** First dates of two weeks with an early close, with a holiday, and with a change of clocks in New York. */
const BEGINNINGS = ["2023-11-20", "2024-01-08", "2024-03-04"] as const;

/** Parameters of a random recording. */
export interface RecordingSeed {
  readonly beginning: (typeof BEGINNINGS)[number];
  readonly seed: number;
  /** Fraction of the possible bars that exist. */
  readonly density: number;
  readonly minutes: boolean;
}

export const arbitraryRecording: fc.Arbitrary<RecordingSeed> = fc.record({
  beginning: fc.constantFrom(...BEGINNINGS),
  seed: fc.nat(1_000_000),
  density: fc.constantFrom(0.3, 0.7, 1),
  minutes: fc.boolean(),
});

/** Creates bars in whole steps around 100 at some of the starts, with few distinct prices, so that equal prices are frequent. */
function barsAt(starts: readonly number[], interval: Interval, random: () => number, density: number): Bars {
  const rows: number[][] = [];
  let price = 90 + Math.floor(random() * 20);
  for (const start of starts) {
    const kept = random() < density;
    const step = (reach: number) => Math.floor(random() * (2 * reach + 1)) - reach;
    const open = Math.max(2, price + step(2));
    const close = Math.max(2, open + step(3));
    price = close;
    const high = Math.max(open, close) + Math.floor(random() * 3);
    const low = Math.max(1, Math.min(open, close) - Math.floor(random() * 3));
    if (kept) rows.push([start, open, high, low, close, Math.floor(random() * 100)]);
  }
  return barsOf(interval, rows);
}

export function barsOf(interval: Interval, rows: readonly (readonly number[])[]): Bars {
  const column = (field: number) => Float64Array.from(rows, (row) => row[field]!);
  return new Bars(interval, {
    time: column(0),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
    volume: column(5),
    // The adjusted close in a recording contains later actions, so no response may show it.
    adjClose: Float64Array.from(rows, (row) => row[6] ?? row[4]!),
  });
}

/** Returns the start of the two weeks in which tests look at the market. The recording begins earlier and ends later. */
export function firstInstant({ beginning }: RecordingSeed): number {
  return ny(beginning);
}

/**
 * Random recording: a stock with daily bars over more than a year and half hours of two weeks, one with weekly bars only, a coin with
 * hourly bars and a pair with quotes only; splits, dividends, facts and option chains.
 */
export function recordingOf(from: RecordingSeed): RecordedMarket {
  const random = seededRandom(from.seed);
  const first = firstInstant(from);
  const firstDay = Math.floor(first / DAY);
  const dates = [...XNYS.sessions(firstDay - 420, firstDay + 20).date];
  const midnight = (day: number) => ny(new Date(day * DAY).toISOString().slice(0, 10));
  const near = XNYS.sessions(firstDay, firstDay + 20);
  const halfHours = [...near.preOpen].flatMap((_, i) => {
    const [begin, end] = [near.open[i]! - 60 * MINUTE, near.close[i]! + 60 * MINUTE];
    return Array.from({ length: (end - begin) / (30 * MINUTE) }, (_, k) => begin + k * 30 * MINUTE);
  });
  const hours = Array.from({ length: 14 * 24 }, (_, i) => firstDay * DAY + i * 60 * MINUTE);
  const mondays = dates.filter((day) => (day + 3) % 7 === 0);
  const series: RecordedSeries[] = [
    { symbol: "ACME", bars: barsAt(dates.map(midnight), "1d", random, from.density) },
    { symbol: "WEEK", bars: barsAt(mondays.map(midnight), "1wk", random, from.density) },
    { symbol: "BTCUSD", bars: barsAt(hours, "1h", random, from.density) },
    { symbol: "LATE", bars: barsAt(dates.slice(-8).map(midnight), "1d", random, from.density) },
  ];
  if (from.minutes) series.push({ symbol: "ACME", bars: barsAt(halfHours, "30m", random, from.density) });
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const actions = Array.from({ length: 4 }, () => actionOn(pick(["ACME", "WEEK"]), pick(dates.slice(-120)), random));
  const ticks = Array.from({ length: 30 }, () => first + Math.floor(random() * 14 * 24) * 60 * MINUTE).toSorted(
    (a, b) => a - b,
  );
  return market({
    instruments: [
      stock("ACME", { name: "Acme" }),
      stock("WEEK"),
      stock("LATE", { priceBasis: "fully_adjusted" }),
      stock("NONE"),
      crypto("BTCUSD", "BTC"),
      stock("EURUSD", { assetClass: "forex", zone: "UTC", calendar: "24/7" }),
    ],
    series: series.filter(({ bars }) => bars.length > 0),
    actions,
    quotes: [
      quotes(
        "EURUSD",
        ticks.map((time) => quoteRow(time, random)),
      ),
    ],
    facts: Array.from({ length: 12 }, () =>
      factAt(first + Math.floor((random() - 0.2) * 14 * 48) * 30 * MINUTE, random),
    ),
    chains: [chain("ACME", snapshots(ticks, firstDay, random))],
  });
}

export function quoteRow(time: number, random: () => number): [number, number, number] {
  const bid = 1 + Math.floor(random() * 10) / 10;
  return [time, random() < 0.1 ? NaN : bid, bid + 0.1];
}

export function actionOn(symbol: string, exDate: number, random: () => number): CorporateAction {
  return random() < 0.5
    ? { symbol, kind: "split", exDate, ratio: [2, 3, 0.5, 1.5][Math.floor(random() * 4)]!, cash: 0, currency: "USD" }
    : { symbol, kind: "dividend", exDate, ratio: 1, cash: 0.25, currency: "USD" };
}

export function factAt(knownAt: number, random: () => number): DatedFact {
  const value = Math.floor(random() * 50) - 5;
  const facts: readonly Omit<DatedFact, "knownAt">[] = [
    { symbol: "ACME", kind: "shares_outstanding", value: value + 10 },
    { symbol: "ACME", kind: "trailing_eps", value },
    { symbol: "ACME", kind: "name", value: `Acme ${value}` },
    { symbol: "BTCUSD", kind: "circulating_supply", value: value + 10 },
    { symbol: "USD", kind: "interest_rate", value: value / 1000 },
    { symbol: "ACME", kind: "dividend_yield", value: value / 1000 },
  ];
  return { ...facts[Math.floor(random() * facts.length)]!, knownAt };
}

/** Returns rows of option chains with two expirations and two strikes at some of the times. */
export function snapshots(times: readonly number[], firstDay: number, random: () => number): ChainRow[] {
  const some = [...new Set(times)].filter(() => random() < 0.4);
  return some.flatMap((time) =>
    [firstDay + 4, firstDay + 11].flatMap((expiration) =>
      [95, 105].flatMap((strike) =>
        [1, -1].map((right) => ({
          time,
          expiration,
          strike,
          right,
          last: 1 + Math.floor(random() * 30),
          bid: 2,
          ask: 12,
        })),
      ),
    ),
  );
}
