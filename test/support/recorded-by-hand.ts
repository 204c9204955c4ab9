import { Bars, type Interval } from "hindcast";
import type { CorporateAction } from "../../src/market/corporate-action.ts";
import type {
  DatedFact,
  RecordedChain,
  RecordedInstrument,
  RecordedMarket,
  RecordedQuotes,
  RecordedSeries,
} from "../../src/market/recorded-market.ts";
import { parseDate, parseInstant } from "../../src/time/instant.ts";

const NEW_YORK = "America/New_York";
const DAY = 86_400_000;

/** Returns the instant of a local time in New York. */
export function ny(text: string): number {
  return parseInstant(text, NEW_YORK);
}

/** Returns the number of days from 1970-01-01 to a date. */
export function day(date: string): number {
  return parseDate(date) / DAY;
}

/** Creates a stock of the New York Stock Exchange, with the given changes. */
export function stock(symbol: string, given: Partial<RecordedInstrument> = {}): RecordedInstrument {
  return {
    symbol,
    name: symbol,
    currency: "USD",
    currencyDecimals: 2,
    tick: 0.01,
    lot: 1,
    multiplier: 1,
    assetClass: "stock",
    exchange: "XNYS",
    zone: NEW_YORK,
    calendar: "XNYS",
    decimals: 2,
    priceBasis: "raw",
    base: symbol,
    unit: "",
    contractMonth: "",
    continuous: false,
    ...given,
  };
}

/** Creates a crypto pair, whose market never closes. */
export function crypto(symbol: string, base: string, given: Partial<RecordedInstrument> = {}): RecordedInstrument {
  return stock(symbol, { assetClass: "crypto", exchange: "24/7", zone: "UTC", calendar: "24/7", base, ...given });
}

/** Creates bars from text, one bar per line: `time open high low close volume`. Times are local in a zone, by default New York. */
export function series(symbol: string, interval: Interval, text: string, zone = NEW_YORK): RecordedSeries {
  const rows = text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .map(([time, ...numbers]) => [parseInstant(time!, zone), ...numbers.map(Number)]);
  const column = (field: number) => Float64Array.from(rows, (row) => row[field]!);
  const bars = new Bars(interval, {
    time: column(0),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
    volume: column(5),
  });
  return { symbol, bars };
}

export function split(symbol: string, exDate: string, ratio: number): CorporateAction {
  return { symbol, kind: "split", exDate: day(exDate), ratio, cash: 0, currency: "USD" };
}

export function dividend(symbol: string, exDate: string, cash: number): CorporateAction {
  return { symbol, kind: "dividend", exDate: day(exDate), ratio: 1, cash, currency: "USD" };
}

export function fact(symbol: string, kind: DatedFact["kind"], value: number | string, knownAt: number): DatedFact {
  return { symbol, kind, value, knownAt };
}

/** Creates quotes from rows `[time, bid, ask]`. */
export function quotes(symbol: string, rows: readonly (readonly [number, number, number])[]): RecordedQuotes {
  const column = (field: 0 | 1 | 2) => Float64Array.from(rows, (row) => row[field]);
  const none = new Float64Array(rows.length).fill(NaN);
  return { symbol, time: column(0), bid: column(1), ask: column(2), bidSize: none, askSize: none };
}

/** One row of an option chain. Members that are left out were not recorded. */
export type ChainRow = Pick<
  Record<Exclude<keyof RecordedChain, "symbol">, number>,
  "time" | "expiration" | "strike" | "right"
> &
  Partial<Record<Exclude<keyof RecordedChain, "symbol">, number>>;

export function chain(symbol: string, rows: readonly ChainRow[]): RecordedChain {
  const column = (field: keyof ChainRow) => Float64Array.from(rows, (row) => row[field] ?? NaN);
  return {
    symbol,
    time: column("time"),
    expiration: column("expiration"),
    strike: column("strike"),
    right: column("right"),
    last: column("last"),
    bid: column("bid"),
    ask: column("ask"),
    volume: column("volume"),
    openInterest: column("openInterest"),
    impliedVolatility: column("impliedVolatility"),
    delta: column("delta"),
    gamma: column("gamma"),
    theta: column("theta"),
    vega: column("vega"),
  };
}

/** Creates a recorded market from these parts. */
export function market(parts: Partial<RecordedMarket>): RecordedMarket {
  return {
    name: "by hand",
    description: "",
    licence: "",
    provenance: "synthetic",
    notes: [],
    calendars: [],
    mainCalendar: "XNYS",
    instruments: [],
    series: [],
    actions: [],
    quotes: [],
    chains: [],
    facts: [],
    ...parts,
  };
}
