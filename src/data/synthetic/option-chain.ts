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
/** 1970-01-01 was a Thursday, so a Friday has the remainder 1. */
const FRIDAY = 1;

/**
 * When options expire that are listed on a date, in days since 1970-01-01, rising: the next Fridays, and the third Fridays of the next
 * months; the last session before, where the exchange is closed on a Friday.
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

/** Strikes are listed this far around the price, for short and for long times to expiration. */
const NEAR = 0.1;
const FAR = 0.18;
const LONG_YEARS = 0.12;

/** Steps between strikes, by the price below which they are in use. */
const STEPS: readonly (readonly [below: number, step: number])[] = [
  [25, 0.5],
  [50, 1],
  [150, 2.5],
  [500, 5],
  [Infinity, 10],
];

/** Which strikes are listed: what was listed once stays, and new ones come where the price goes. */
class StrikeList {
  readonly #listed = new Map<number, Set<number>>();

  /** The strikes of an expiration on a day, rising. */
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

/** What puts far below the market cost more than calls far above, and how both wings rise; per standard deviation. */
const SKEW = -0.07;
const SMILE = 0.035;
/** How fast today's volatility gives way to the lasting one, in years to expiration. */
const DECAY_YEARS = 0.25;
const MIN_VOLATILITY = 0.05;
const MAX_VOLATILITY = 2;

/**
 * Implied volatility by time to expiration and strike, four decimals: at the money between today's volatility and the lasting one, the nearer
 * to today's the shorter the time; dearer for low strikes, and for both far ends.
 */
function surfaceVolatility(today: number, lasting: number, years: number, moneyness: number): number {
  const weight = DECAY_YEARS / (DECAY_YEARS + years);
  const middle = Math.sqrt(weight * today * today + (1 - weight) * lasting * lasting);
  // The strike in deviations of the price at expiration, months at least: else the wings of the last days would touch the sky.
  const distance = (moneyness - 1) / (middle * Math.sqrt(Math.max(years, 0.08)));
  const wings = 1 + SKEW * distance + SMILE * distance * distance;
  return Math.round(1e4 * Math.min(MAX_VOLATILITY, Math.max(MIN_VOLATILITY, middle * wings))) / 1e4;
}

const YEAR_MS = 365 * 86_400_000;
/** Prices below this move in cents, above in five of them. */
const NICKEL_PRICE = 3;
/** Half the width between bid and ask, of the price. */
const HALF_SPREAD = 0.015;
const RIGHTS: readonly Right[] = [1, -1];

/** Days of trading that are open already when a contract is first seen, at most. */
const MAX_DAYS_OPEN = 6;

/** What one contract has behind it: open contracts, and the price of its last trade; NaN before the first. */
interface Contract {
  open: number;
  last: number;
}

/** All numbers of one row, in the order of the columns. */
type Row = readonly number[];

/** What the chain is priced from, at one close. */
interface Market {
  readonly time: number;
  readonly spot: number;
  readonly rate: number;
  readonly dividendYield: number;
  readonly today: number;
}

/**
 * A snapshot of the options at the close of every session from a date on: European prices of Black, Scholes and Merton on a surface of
 * volatilities, with a spread around them. `facts` tell rates and yields.
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
  /** 0 for the nearest expiration. */
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

  const away = (moneyness - 1) / (0.5 * deviation * Math.sqrt(Math.max(years, 0.02)));
  const wanted =
    (options.volume * (0.2 + 1.6 * draws.uniform())) / ((1 + expirationRank) * (1 + away * away * away * away));
  const volume = Math.floor(wanted);
  if (Number.isNaN(contract.open)) contract.open = Math.round(wanted * MAX_DAYS_OPEN * draws.uniform());
  if (volume > 0) contract.last = Math.max(1, Math.round((bid + (ask - bid) * draws.uniform()) * tick)) / tick;
  // What is open was counted before the session; of its trades some open and some close.
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

/** Made-up rates of money, annual, as fractions, by currency and the date since which they are known. */
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

/** The rates of every currency, from the begin of the market on; of earlier changes the last. */
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

/** The rate of a currency as known at an instant. */
function rateAt(facts: readonly DatedFact[], currency: string, instant: number): number {
  const known = facts.findLast(({ symbol, knownAt }) => symbol === currency && knownAt <= instant);
  return known === undefined ? NaN : Number(known.value);
}
