import type { RecordedMarket, RecordedQuotes, RecordedSeries } from "../../market/recorded-market.ts";
import { checkOptions, type OptionNames } from "../../primitives/check-options.ts";
import { checkInteger, formatValue } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { SessionColumns } from "../../time/calendar.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { dateOfDays, daysOfDate } from "../../time/civil-date.ts";
import { parseDate } from "../../time/instant.ts";
import { DAY_MS } from "../../time/interval.ts";
import { namedTime } from "../../time/named-time.ts";
import { simulatedFacts } from "./simulated-facts.ts";
import { Draws } from "./draws.ts";
import { MarketFactor } from "./market-factor.ts";
import { interestRates, optionChain } from "./option-chain.ts";
import { COINS, FUTURES, type InstrumentModel, PAIRS, STOCKS } from "./models.ts";
import { ticksPerUnit } from "./price-process.ts";
import { simulate, type SimulatedInstrument } from "./simulate.ts";

/** Models of all instruments of the synthetic market, sorted by symbol. */
export const MODELS: readonly InstrumentModel[] = [...STOCKS, ...COINS, ...PAIRS, ...FUTURES].toSorted((a, b) =>
  a.instrument.symbol < b.instrument.symbol ? -1 : 1,
);

/** Options of `syntheticMarket`. */
export interface SyntheticOptions {
  /** Seed of the random numbers: an integer from 0 to 4,294,967,295. Default: 42. */
  readonly seed?: number;
  /** First date, `YYYY-MM-DD`. Default: 2021-01-04. */
  readonly from?: string;
  /** Last date, inclusive. Default: 2023-12-29. */
  readonly to?: string;
  /** Symbols of the instruments to create; leaving some out does not change the others. Default: all. */
  readonly symbols?: readonly string[];
  /** Stocks with bars of one minute in the last quarter. Default: AAPL and MSFT. */
  readonly minutes?: readonly string[];
  /** Called after every instrument with the completed fraction, 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

/** Default options of `syntheticMarket`. */
export const SYNTHETIC_DEFAULTS = Object.freeze({
  seed: 42,
  from: "2021-01-04",
  to: "2023-12-29",
  minutes: Object.freeze(["AAPL", "MSFT"]),
});

/** Symbols of all instruments of the synthetic market. */
export const SYNTHETIC_SYMBOLS: readonly string[] = Object.freeze(MODELS.map(({ instrument }) => instrument.symbol));

const OPTIONS: OptionNames<SyntheticOptions> = {
  seed: true,
  from: true,
  to: true,
  symbols: true,
  minutes: true,
  onProgress: true,
};

const NAME = "Synthetic sample market";
const DESCRIPTION =
  "SYNTHETIC: a market made up by a seeded random generator. No price, volume or fact in it was ever observed; real tickers are used so that programs run unchanged.";
const LICENCE = "MIT, like Hindcast itself: everything is computed, and nothing comes from a vendor.";
const NOTES: readonly string[] = [
  "The data say nothing about the companies, coins, currencies or commodities with these tickers. All prices start at made-up round numbers.",
  "Returns have fat tails, volatility is clustered, instruments of one market are correlated, and prices jump on company reports.",
  "Prices are as traded, without adjustment: they jump at splits and dividends on ex-dates.",
  "Intraday bars of regular hours add up to the daily bar; minutes before the open and after the close are not part of it.",
  "Bars of currency pairs have prices midway between bid and ask, and no volume.",
  "Options have Black-Scholes-Merton prices at the recorded volatilities, per share, in one snapshot at each close of the last month.",
];

/**
 * Creates a made-up market: stocks with splits, dividends, reports and options, coins, currency pairs and futures, correlated within each kind.
 * It has daily bars of several years. In the last three months stocks also have bars of one minute, and other instruments bars of one hour. The same options give the same market on every
 * machine. Use it for demos and tests, never to judge a strategy.
 *
 * Throws `SETTING_INVALID` for an unknown option, `PARAMETER_OUT_OF_RANGE` for an invalid seed, `DATE_INVALID` or `DATE_RANGE_EMPTY` for wrong dates, and `SYMBOL_UNKNOWN` for an unknown symbol.
 *
 * @example
 * const market = syntheticMarket({ seed: 7, from: "2023-01-03", to: "2023-06-30", symbols: ["AAPL", "SPY"] });
 */
export function syntheticMarket(options: SyntheticOptions = {}): RecordedMarket {
  const given = checkOptions("syntheticMarket", options, OPTIONS);
  const { seed, from, to, minutes, symbols, onProgress } = { ...SYNTHETIC_DEFAULTS, ...given };
  checkInteger("seed", seed, 0, 2 ** 32 - 1);
  const fromDay = namedTime("from", () => parseDate(from)) / DAY_MS;
  const toDay = namedTime("to", () => parseDate(to)) / DAY_MS;
  if (fromDay > toDay) {
    throw new HindcastError("DATE_RANGE_EMPTY", `from must not be after to, was ${from} after ${to}`, { from, to });
  }
  const models = chooseModels(symbols ?? SYNTHETIC_SYMBOLS, MODELS);
  const minuteSymbols = new Set(
    chooseModels(
      minutes,
      MODELS.filter(({ stepMinutes }) => stepMinutes === 1),
    ).map(({ instrument }) => instrument.symbol),
  );
  const fineFrom = quarterOf(toDay);
  const factors = new Map<string, MarketFactor>();
  const factorOf = (name: string): MarketFactor => {
    const factor = factors.get(name) ?? new MarketFactor(seed, name, fromDay);
    factors.set(name, factor);
    return factor;
  };
  const simulated: SimulatedInstrument[] = [];
  for (const [i, model] of models.entries()) {
    const sessions = sessionsOf(model, fromDay, toDay);
    const fine = model.stepMinutes > 1 || minuteSymbols.has(model.instrument.symbol);
    const calendar = calendarOf(model.instrument.calendar);
    if (sessions.length > 0) {
      simulated.push(simulate(model, calendar, sessions, factorOf(model.factor), seed, fine ? fineFrom : undefined));
    }
    onProgress?.((i + 1) / models.length);
  }
  if (simulated.length === 0) {
    throw new HindcastError("DATE_RANGE_EMPTY", `there is no session from ${from} to ${to}`, {
      from,
      to,
    });
  }
  return assemble(simulated, seed, fromDay, toDay);
}

function assemble(
  simulated: readonly SimulatedInstrument[],
  seed: number,
  fromDay: number,
  toDay: number,
): RecordedMarket {
  const calendars = [...new Set(["XNYS", ...simulated.map(({ model }) => model.instrument.calendar)])];
  const facts = [
    ...interestRates(fromDay * DAY_MS, (toDay + 1) * DAY_MS),
    ...simulated.flatMap((each) => simulatedFacts(each, seed)),
  ].toSorted((a, b) => a.knownAt - b.knownAt);
  const chainFrom = monthOf(toDay);
  return {
    name: NAME,
    description: DESCRIPTION,
    licence: LICENCE,
    provenance: "synthetic",
    notes: [...NOTES, `Made by syntheticMarket with seed ${seed}.`],
    calendars: calendars.map((name) => calendarOf(name)),
    mainCalendar: "XNYS",
    instruments: simulated.map(({ model }) => model.instrument),
    series: simulated.flatMap(({ model, daily, fine }): RecordedSeries[] => {
      const { symbol } = model.instrument;
      return [{ symbol, bars: daily }, ...(fine === undefined ? [] : [{ symbol, bars: fine }])];
    }),
    actions: simulated.flatMap(({ actions }) => actions).toSorted((a, b) => a.exDate - b.exDate),
    quotes: simulated.map((each) => bidAsk(each, seed)).filter((quotes) => quotes !== undefined),
    chains: simulated
      .map((each) => optionChain(each, facts, calendarOf(each.model.instrument.calendar), seed, chainFrom))
      .filter((chain) => chain !== undefined),
    facts,
  };
}

function chooseModels(symbols: readonly string[], models: readonly InstrumentModel[]): InstrumentModel[] {
  const known = models.map(({ instrument }) => instrument.symbol);
  for (const symbol of symbols) {
    if (known.includes(symbol)) continue;
    throw new HindcastError("SYMBOL_UNKNOWN", `symbol must be one of ${known.join(", ")}, was ${formatValue(symbol)}`, {
      symbol,
      known,
    });
  }
  return models.filter(({ instrument }) => symbols.includes(instrument.symbol));
}

function sessionsOf({ instrument, listed }: InstrumentModel, fromDay: number, toDay: number): SessionColumns {
  const first = listed === undefined ? fromDay : Math.max(fromDay, parseDate(listed) / DAY_MS);
  return calendarOf(instrument.calendar).sessions(first, toDay);
}

/** Returns the first day of a day's quarter, in days since 1970-01-01. */
function quarterOf(day: number): number {
  const { year, month } = dateOfDays(day);
  return daysOfDate(year, month - ((month - 1) % 3), 1);
}

function monthOf(day: number): number {
  const { year, month } = dateOfDays(day);
  return daysOfDate(year, month, 1);
}

const HOUR = 3_600_000;
/** Bid-ask spread at the start and the end of a session, as a multiple of the narrowest spread. */
const END_SPREAD_FACTOR = 4;
/** Time at which the bid-ask spread is narrowest, as a fraction of the session. */
const BEST_TIME = 0.7;
const LOT = 1_000_000;

/**
 * Creates quotes around the close of every fine bar, or of every session before fine bars start. Bid is below ask; spreads are wider away from
 * the hour when they are narrowest.
 */
function bidAsk(simulated: SimulatedInstrument, seed: number): RecordedQuotes | undefined {
  const { model, sessions, daily, fine } = simulated;
  if (model.spread === undefined) return undefined;
  const ticks = ticksPerUnit(model.instrument);
  const draws = new Draws(seed, model.instrument.symbol, "spread");
  const rows: number[][] = [];
  const quote = (time: number, price: number, share: number): void => {
    const distance = share < BEST_TIME ? (BEST_TIME - share) / BEST_TIME : (share - BEST_TIME) / (1 - BEST_TIME);
    const widening = 1 + (END_SPREAD_FACTOR - 1) * distance * distance;
    const spread = Math.max(1, Math.round(model.spread!.ticks * widening * (0.8 + 0.4 * draws.uniform())));
    const bid = Math.round(price * ticks) - Math.floor(spread / 2);
    const size = () => LOT * (1 + Math.floor(10 * draws.uniform()));
    rows.push([time, bid / ticks, (bid + spread) / ticks, size(), size()]);
  };
  const firstFine = fine?.time[0] ?? Infinity;
  let row = 0;
  for (let i = 0; i < sessions.length; i++) {
    const open = sessions.open[i]!;
    const close = sessions.close[i]!;
    if (open < firstFine) {
      quote(close, daily.close[i]!, 1);
      continue;
    }
    for (; row < fine!.length && fine!.time[row]! < close; row++) {
      const time = Math.min(close, fine!.time[row]! + HOUR);
      quote(time, fine!.close[row]!, (time - open) / (close - open));
    }
  }
  const column = (at: number) => Float64Array.from(rows, (values) => values[at]!);
  return {
    symbol: model.instrument.symbol,
    time: column(0),
    bid: column(1),
    ask: column(2),
    bidSize: column(3),
    askSize: column(4),
  };
}
