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

/** Pricing inputs of the options of one snapshot and expiration. An unknown input is NaN, and so are all values computed from it. */
interface PricingInputs {
  readonly spot: number;
  /** Expiration time, epoch milliseconds. */
  readonly expiry: number;
  readonly rate: number;
  readonly dividendYield: number;
}

const YEAR_MS = 365 * DAY_MS;

/**
 * Creates a contract from a row of a recorded chain. A missing implied volatility is computed from the mid price, or from the last price if bid or
 * ask is missing. Missing greeks are those of Black, Scholes and Merton at that volatility.
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
 * Returns the pricing inputs of one expiration as known at the time of a snapshot: the last price of the underlying, the interest rate of its
 * currency, and its dividend yield. Without a recorded yield, the yield is the dividends of the last year over the price.
 */
export function chainInputs(data: InstrumentData, expiration: number, time: number): PricingInputs {
  const { instrument, facts, splits, days } = data;
  const at = positionOf(time, 7);
  data.last(at, lastPrice);
  const today = data.today(at, lastPrice);
  // Strikes are prices as traded: if the underlying was recorded with adjusted prices, no option price can be computed.
  const spot = instrument.priceBasis === "raw" ? splits.price(lastPrice.price, lastPrice.day, today) : NaN;
  const recorded = facts.number(instrument.symbol, "dividend_yield", time);
  return {
    spot,
    expiry: expiryOf(days.calendar, expiration, time),
    rate: facts.number(instrument.currency, "interest_rate", time),
    dividendYield: Number.isNaN(recorded) ? dividendsOfYear(data, today) / spot : recorded,
  };
}

/** Returns the time at which options expire: the close of the session on the expiration date, else of the last session before. */
export function expiryOf(calendar: Calendar, day: number, knownAt: number): number {
  const session = calendar.session(day, knownAt);
  if (session !== undefined) return session.close;
  const midnight = zoneOf(calendar.zone).toInstantOrAfter(day * DAY_MS);
  return calendar.lastSession(midnight, knownAt)?.close ?? midnight;
}

/** Returns the dividends of the year up to a session, adjusted for splits up to that session. */
function dividendsOfYear({ actions, splits }: InstrumentData, today: number): number {
  let cash = 0;
  for (const action of actions) {
    if (action.exDate > today - 365 && action.exDate <= today) {
      cash += splits.price(action.cash, action.exDate - 1, today);
    }
  }
  return cash;
}
