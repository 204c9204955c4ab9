import type { ChainContract } from "../../market/market-view.ts";
import type { RecordedChain } from "../../market/recorded-market.ts";
import { greeks } from "../../pricing/greeks.ts";
import { impliedVolatility } from "../../pricing/implied-volatility.ts";
import type { Right } from "../../pricing/right.ts";
import type { Calendar } from "../../time/calendar.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { zoneOf } from "../../time/zone.ts";
import type { LastPrice, InstrumentData } from "./instrument-data.ts";
import { positionOf } from "./view-position.ts";

/** What prices the options of one snapshot and expiration. NaN for what is not known: then nothing is computed. */
interface PricingInputs {
  readonly spot: number;
  /** When the options expire, epoch milliseconds. */
  readonly expiry: number;
  readonly rate: number;
  readonly dividendYield: number;
}

const YEAR_MS = 365 * DAY_MS;

/**
 * One contract of a recorded chain. What was recorded stays as it is; an implied volatility that was not is that of the middle of bid and ask, or
 * of the last price where one of them is missing; greeks that were not are those of Black, Scholes and Merton at that volatility.
 */
export function contractOf(chain: RecordedChain, row: number, inputs: PricingInputs): ChainContract {
  const { spot, rate, dividendYield } = inputs;
  const right = chain.right[row]! as Right;
  const strike = chain.strike[row]!;
  const last = chain.last[row]!;
  const bid = chain.bid[row]!;
  const ask = chain.ask[row]!;
  const years = (inputs.expiry - chain.time[row]!) / YEAR_MS;
  const midpoint = (bid + ask) / 2;
  const price = Number.isNaN(midpoint) ? last : midpoint;
  const recorded = chain.impliedVolatility[row]!;
  const volatility = Number.isNaN(recorded)
    ? impliedVolatility(right, price, spot, strike, years, rate, dividendYield)
    : recorded;
  const computed = greeks(right, spot, strike, years, rate, dividendYield, volatility);
  return Object.freeze({
    strike,
    last,
    bid,
    ask,
    volume: chain.volume[row]!,
    openInterest: chain.openInterest[row]!,
    impliedVolatility: volatility,
    delta: recordedOrComputed(chain.delta[row]!, computed.delta),
    gamma: recordedOrComputed(chain.gamma[row]!, computed.gamma),
    theta: recordedOrComputed(chain.theta[row]!, computed.theta),
    vega: recordedOrComputed(chain.vega[row]!, computed.vega),
  });
}

function recordedOrComputed(recorded: number, computed: number): number {
  return Number.isNaN(recorded) ? computed : recorded;
}

const lastPrice: LastPrice = { price: NaN, time: -Infinity, day: 0 };

/**
 * What prices the options of one expiration at the time of a snapshot, all of it known then: the last price of the underlying, the interest rate of
 * its currency, and its dividend yield: the recorded one, else the dividends of the year before over the price.
 */
export function chainInputs(data: InstrumentData, expiration: number, time: number): PricingInputs {
  const { instrument, facts, splits, days } = data;
  const at = positionOf(time, 7);
  data.last(at, lastPrice);
  const today = data.today(at, lastPrice);
  // Strikes are of prices as traded.
  const spot = instrument.priceBasis === "raw" ? splits.price(lastPrice.price, lastPrice.day, today) : NaN;
  const recorded = facts.number(instrument.symbol, "dividend_yield", time);
  return {
    spot,
    expiry: expiryOf(days.calendar, expiration, time),
    rate: facts.number(instrument.currency, "interest_rate", time),
    dividendYield: Number.isNaN(recorded) ? dividendsOfYear(data, today) / spot : recorded,
  };
}

/** When options of an expiration end: the close of its session, or of the one before where it is none. */
export function expiryOf(calendar: Calendar, day: number, knownAt: number): number {
  const session = calendar.session(day, knownAt);
  if (session !== undefined) return session.close;
  const midnight = zoneOf(calendar.zone).toInstantOrAfter(day * DAY_MS);
  return calendar.lastSession(midnight, knownAt)?.close ?? midnight;
}

/** Dividends of the year up to a session, in its units. */
function dividendsOfYear({ actions, splits }: InstrumentData, today: number): number {
  let cash = 0;
  for (const action of actions) {
    if (action.exDate > today - 365 && action.exDate <= today) {
      cash += splits.price(action.cash, action.exDate - 1, today);
    }
  }
  return cash;
}
