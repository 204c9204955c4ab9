import { Bars } from "hindcast";
import type { RecordedInstrument, RecordedMarket } from "../../src/market/recorded-market.ts";
import { SeededRandom } from "../../src/primitives/random.ts";
import { DAY_MS } from "../../src/time/civil-date.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";

/** 2015-01-05, as days since 1970-01-01. */
const FIRST_DAY = 16_440;
const DAYS_A_YEAR = 366;
const QUARTER_DAYS = 90;

/** Synthetic stock over `years` from the first day. One-minute bars cover only the last year. */
export function stockOf(
  symbol: string,
  interval: "1d" | "1m",
  { years = 10, seed = 42 } = {},
): { symbol: string; bars: Bars } {
  const calendar = calendarOf("XNYS");
  const random = new SeededRandom(seed);
  const end = FIRST_DAY + years * DAYS_A_YEAR;
  const sessions = calendar.sessions(interval === "1d" ? FIRST_DAY : end - DAYS_A_YEAR, end);
  const starts = Array.from(sessions.open, (open, i) => {
    if (interval === "1d") return [open - 34_200_000];
    return Array.from({ length: (sessions.close[i]! - open) / 60_000 }, (_, minute) => open + minute * 60_000);
  }).flat();
  let price = 100;
  const open = Float64Array.from(starts, () => (price = Math.max(5, price * (1 + (random.next() - 0.5) * 0.01))));
  const bars = new Bars(interval, {
    time: Float64Array.from(starts),
    open,
    high: open.map((value) => value * 1.01),
    low: open.map((value) => value * 0.99),
    close: open.map((value) => value * 1.005),
    volume: open.map(() => Math.floor(random.next() * 1e6)),
  });
  return { symbol, bars };
}

/** Market of stocks that split once and pay quarterly dividends. */
export function marketOf(series: readonly { symbol: string; bars: Bars }[]): RecordedMarket {
  const instrument = (symbol: string): RecordedInstrument => ({
    symbol,
    name: symbol,
    currency: "USD",
    currencyDecimals: 2,
    tick: 0.01,
    lot: 1,
    multiplier: 1,
    assetClass: "stock",
    exchange: "XNYS",
    zone: "America/New_York",
    calendar: "XNYS",
    decimals: 2,
    priceBasis: "raw",
    base: symbol,
    unit: "",
    contractMonth: "",
    continuous: false,
  });
  const symbols = [...new Set(series.map(({ symbol }) => symbol))];
  const lastDay = Math.max(...series.map(({ bars }) => bars.time.at(-1)! / DAY_MS));
  const quarters = Math.floor((lastDay - FIRST_DAY) / QUARTER_DAYS);
  return {
    name: "bench",
    description: "",
    licence: "",
    provenance: "synthetic",
    notes: [],
    calendars: [],
    mainCalendar: "XNYS",
    instruments: symbols.map(instrument),
    series,
    actions: symbols.flatMap((symbol) => [
      { symbol, kind: "split", exDate: FIRST_DAY + 1200, ratio: 4, cash: 0, currency: "USD" } as const,
      ...Array.from({ length: quarters }, (_, quarter) => {
        const exDate = FIRST_DAY + QUARTER_DAYS * (quarter + 1);
        return { symbol, kind: "dividend", exDate, ratio: 1, cash: 0.05, currency: "USD" } as const;
      }),
    ]),
    quotes: [],
    chains: [],
    facts: symbols.map((symbol) => ({ symbol, kind: "shares_outstanding", value: 1e9, knownAt: 0 }) as const),
  };
}
