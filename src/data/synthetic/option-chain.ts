import type { DatedFact, RecordedChain } from "../../market/recorded-market.ts";
import { blackScholes } from "../../pricing/black-scholes.ts";
import { greeks } from "../../pricing/greeks.ts";
import type { Right } from "../../pricing/right.ts";
import type { Calendar } from "../../time/calendar.ts";
import { dateOfDays, daysOfDate } from "../../time/civil-date.ts";
import { parseDate } from "../../time/instant.ts";
import { Draws } from "./draws.ts";
import type { OptionsModel } from "./models.ts";
import { rounded } from "./price-process.ts";
import type { SimulatedInstrument } from "./simulate.ts";

const WEEKLY_EXPIRATIONS = 4;
const MONTHLY_EXPIRATIONS = 4;
/** Remainder of a Friday's day number divided by 7: day 0, 1970-01-01, was a Thursday. */
const FRIDAY = 1;

/**
 * Returns the expirations listed on a date, in days since 1970-01-01, in ascending order: the next Fridays, and the third Fridays of the
 * next months, or the last session before if the exchange is closed.
 */
function expirationsOn(calendar: Calendar, day: number): number[] {
  const friday = day + ((FRIDAY - (day % 7) + 7) % 7);
  const dates = new Set<number>();
  for (let week = 0; week < WEEKLY_EXPIRATIONS; week++) dates.add(friday + 7 * week);
  const { year, month } = dateOfDays(day);
  for (let ahead = 0; ahead < MONTHLY_EXPIRATIONS; ahead++) {
    const at = year * 12 + month - 1 + ahead;
    dates.add(thirdFriday(Math.floor(at / 12), (at % 12) + 1));
  }
  const sessions = [...dates].map((date) => sessionOnOrBefore(calendar, date));
  return [...new Set(sessions)].filter((date) => date >= day).toSorted((a, b) => a - b);
}

function thirdFriday(year: number, month: number): number {
  const first = daysOfDate(year, month, 1);
  return first + ((FRIDAY - (first % 7) + 7) % 7) + 14;
}

function sessionOnOrBefore(calendar: Calendar, day: number): number {
  let date = day;
  while (calendar.session(date) === undefined && date > day - 7) date--;
  return date;
}

/** How far strikes are listed above and below the price, as a fraction of the price, for short and for long times to expiration. */
const NEAR = 0.1;
const FAR = 0.18;
const LONG_YEARS = 0.12;

/** Distance between strikes for underlyings with a price below each limit. */
const STEPS: readonly (readonly [below: number, step: number])[] = [
  [25, 0.5],
  [50, 1],
  [150, 2.5],
  [500, 5],
  [Infinity, 10],
];

/** Listed strikes by expiration. A listed strike stays listed; new strikes are added as the price moves. */
class StrikeList {
  readonly #listed = new Map<number, Set<number>>();

  /** Returns the strikes of an expiration on a day, in ascending order. */
  strikesOf(expiration: number, spot: number, years: number): readonly number[] {
    const listed = this.#listed.get(expiration) ?? new Set<number>();
    this.#listed.set(expiration, listed);
    const [, step] = STEPS.find(([below]) => spot < below)!;
    const width = years < LONG_YEARS ? NEAR : FAR;
    const from = Math.ceil((spot * (1 - width)) / step);
    const to = Math.floor((spot * (1 + width)) / step);
    for (let i = from; i <= to; i++) listed.add(i * step);
    return [...listed].toSorted((a, b) => a - b);
  }
}

/** Slope and curvature of the volatility surface per standard deviation of distance from the money. */
const SKEW = -0.07;
const SMILE = 0.035;
/** Years to expiration at which current and long-term volatility have equal weights. */
const DECAY_YEARS = 0.25;
const MIN_VOLATILITY = 0.05;
const MAX_VOLATILITY = 2;

/**
 * Returns the implied volatility for a time to expiration and a strike, rounded to four decimals. At the money it lies between current and
 * long-term volatility, closer to the current one for short times. It is higher for low strikes and far from the money.
 */
function surfaceVolatility(today: number, longTerm: number, years: number, moneyness: number): number {
  const weight = DECAY_YEARS / (DECAY_YEARS + years);
  const middle = Math.sqrt(weight * today * today + (1 - weight) * longTerm * longTerm);
  // Distance in standard deviations of the price at expiration. Times under a month count as a month, so that volatility stays limited.
  const distance = (moneyness - 1) / (middle * Math.sqrt(Math.max(years, 0.08)));
  const wings = 1 + SKEW * distance + SMILE * distance * distance;
  return Math.round(1e4 * Math.min(MAX_VOLATILITY, Math.max(MIN_VOLATILITY, middle * wings))) / 1e4;
}

const YEAR_MS = 365 * 86_400_000;
/** Option prices below this have a tick of one cent, others of five cents. */
const NICKEL_PRICE = 3;
/** Half the spread between bid and ask, as a fraction of the price. */
const HALF_SPREAD = 0.015;
const RIGHTS: readonly Right[] = [1, -1];

/** Upper limit of open interest when a contract is first listed, in days of its volume. */
const MAX_DAYS_OPEN = 6;

/** State of one option contract: open interest and last price, which is NaN before the first trade. */
interface Contract {
  open: number;
  last: number;
}

/** Values of one row of an option chain, in the order of the columns. */
type Row = readonly number[];

/** Inputs from which option prices at one close are computed. */
interface Market {
  readonly time: number;
  readonly spot: number;
  readonly rate: number;
  readonly dividendYield: number;
  readonly today: number;
}

/**
 * Creates a chain with a snapshot at the close of every session from `fromDay` on: European prices of Black, Scholes and Merton on a volatility
 * surface, with a spread. `facts` have interest rates and dividend yields.
 */
export function optionChain(
  simulated: SimulatedInstrument,
  facts: readonly DatedFact[],
  calendar: Calendar,
  seed: number,
  fromDay: number,
): RecordedChain | undefined {
  const { model, sessions, daily, volatility } = simulated;
  const { options } = model;
  if (options === undefined) return undefined;
  const { symbol, currency } = model.instrument;
  const yields = facts.filter((fact) => fact.symbol === symbol && fact.kind === "dividend_yield");
  const rates = facts.filter((fact) => fact.kind === "interest_rate");
  const draws = new Draws(seed, symbol, "options");
  const strikes = new StrikeList();
  const contracts = new Map<string, Contract>();
  const rows: Row[] = [];
  for (let i = 0; i < sessions.length; i++) {
    const day = sessions.date[i]!;
    if (day < fromDay) continue;
    const time = sessions.close[i]!;
    const dividendYield = rateAt(yields, symbol, time);
    const market: Market = {
      time,
      spot: daily.close[i]!,
      rate: rateAt(rates, currency, time),
      dividendYield: Number.isNaN(dividendYield) ? 0 : dividendYield,
      today: volatility[i]!,
    };
    const listed = expirationsOn(calendar, day).filter((expiration) => expiration > day);
    for (const [expirationRank, expiration] of listed.entries()) {
      const years = (calendar.session(expiration)!.close - time) / YEAR_MS;
      for (const strike of strikes.strikesOf(expiration, market.spot, years)) {
        for (const right of RIGHTS) {
          const key = `${expiration}/${strike}/${right}`;
          const contract = contracts.get(key) ?? { open: NaN, last: NaN };
          contracts.set(key, contract);
          rows.push(rowOf(options, market, { expiration, years, strike, right, expirationRank }, contract, draws));
        }
      }
    }
  }
  return rows.length === 0 ? undefined : chainOf(symbol, rows);
}

interface ContractTerms {
  readonly expiration: number;
  readonly years: number;
  readonly strike: number;
  readonly right: Right;
  /** Rank of the expiration among all listed expirations; 0 for the nearest. */
  readonly expirationRank: number;
}

function rowOf(options: OptionsModel, market: Market, listed: ContractTerms, contract: Contract, draws: Draws): Row {
  const { time, spot, rate, dividendYield, today } = market;
  const { expiration, years, strike, right, expirationRank } = listed;
  const moneyness = strike / spot;
  const deviation = surfaceVolatility(today, options.longVolatility, years, moneyness);
  const price = blackScholes(right, spot, strike, years, rate, dividendYield, deviation);
  const tick = price < NICKEL_PRICE ? 100 : 20;
  const half = Math.max(0.6 / tick, price * HALF_SPREAD);
  const bid = Math.max(0, Math.floor((price - half) * tick)) / tick;
  const ask = Math.ceil((price + half) * tick) / tick;

  const distance = (moneyness - 1) / (0.5 * deviation * Math.sqrt(Math.max(years, 0.02)));
  const expectedVolume =
    (options.volume * (0.2 + 1.6 * draws.uniform())) /
    ((1 + expirationRank) * (1 + distance * distance * distance * distance));
  const volume = Math.floor(expectedVolume);
  if (Number.isNaN(contract.open)) contract.open = Math.round(expectedVolume * MAX_DAYS_OPEN * draws.uniform());
  if (volume > 0) contract.last = Math.max(1, Math.round((bid + (ask - bid) * draws.uniform()) * tick)) / tick;
  // A row shows the open interest from before the session; afterwards, the session's trades add to it or reduce it.
  const { open } = contract;
  contract.open = Math.max(0, open + Math.round(volume * (0.7 * draws.uniform() - 0.2)));
  const risk = options.greeks ? greeks(right, spot, strike, years, rate, dividendYield, deviation) : undefined;
  const shown = [risk?.delta, risk?.gamma, risk?.theta, risk?.vega].map((value) => rounded(value ?? NaN, 6));
  return [time, expiration, strike, right, contract.last, bid, ask, volume, open, deviation, ...shown];
}

function chainOf(symbol: string, rows: readonly Row[]): RecordedChain {
  const column = (at: number) => Float64Array.from(rows, (row) => row[at]!);
  return {
    symbol,
    time: column(0),
    expiration: column(1),
    strike: column(2),
    right: column(3),
    last: column(4),
    bid: column(5),
    ask: column(6),
    volume: column(7),
    openInterest: column(8),
    impliedVolatility: column(9),
    delta: column(10),
    gamma: column(11),
    theta: column(12),
    vega: column(13),
  };
}

/** Made-up annual interest rates as fractions, by currency and the date from which they are known. */
const RATES: Readonly<Record<string, readonly (readonly [date: string, rate: number])[]>> = {
  EUR: [
    ["", 0.005],
    ["2022-07-01", 0.015],
    ["2023-07-03", 0.025],
  ],
  GBP: [
    ["", 0.01],
    ["2022-07-01", 0.025],
    ["2023-07-03", 0.035],
  ],
  JPY: [["", 0.001]],
  USD: [
    ["", 0.01],
    ["2022-07-01", 0.02],
    ["2023-01-03", 0.03],
    ["2023-07-03", 0.04],
  ],
};

/** Creates the interest rates of every currency: the rate at `begin`, and later changes before `end`. */
export function interestRates(begin: number, end: number): DatedFact[] {
  return Object.entries(RATES).flatMap(([symbol, changes]) => {
    const dated = changes.map(([date, value]) => ({ value, knownAt: date === "" ? begin : parseDate(date) }));
    const before = dated.findLast(({ knownAt }) => knownAt <= begin)!;
    const later = dated.filter(({ knownAt }) => knownAt > begin && knownAt < end);
    return [{ ...before, knownAt: begin }, ...later].map(({ value, knownAt }): DatedFact => ({
      symbol,
      kind: "interest_rate",
      value,
      knownAt,
    }));
  });
}

/** Returns the last fact about a symbol known at an instant; NaN if there is none. */
function rateAt(facts: readonly DatedFact[], currency: string, instant: number): number {
  const known = facts.findLast(({ symbol, knownAt }) => symbol === currency && knownAt <= instant);
  return known === undefined ? NaN : Number(known.value);
}
