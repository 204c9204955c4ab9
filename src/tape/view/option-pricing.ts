import type { ChainContract } from "../../market/market-view.ts";
import type { RecordedChain } from "../../market/recorded-market.ts";
import { greeks } from "../../options/greeks.ts";
import { impliedVolatility } from "../../options/implied-volatility.ts";
import type { Right } from "../../options/right.ts";
import { DAY_MS } from "../../time/civil-date.ts";

/** What prices the options of one snapshot and expiration. NaN for what is not known: then nothing is computed. */
export interface PricingInputs {
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
  const middle = (bid + ask) / 2;
  const price = Number.isNaN(middle) ? last : middle;
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
    delta: either(chain.delta[row]!, computed.delta),
    gamma: either(chain.gamma[row]!, computed.gamma),
    theta: either(chain.theta[row]!, computed.theta),
    vega: either(chain.vega[row]!, computed.vega),
  });
}

function either(recorded: number, computed: number): number {
  return Number.isNaN(recorded) ? computed : recorded;
}
