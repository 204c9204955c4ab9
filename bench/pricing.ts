import { baroneAdesiWhaley } from "../src/pricing/barone-adesi-whaley.ts";
import { blackScholes } from "../src/pricing/black-scholes.ts";
import { greeks } from "../src/pricing/greeks.ts";
import { impliedVolatility } from "../src/pricing/implied-volatility.ts";
import type { Right } from "../src/pricing/right.ts";
import { SeededRandom } from "../src/primitives/random.ts";
import { interleaved } from "./interleaved.ts";

const OPTIONS = 20_000;
const SPOT = 100;
const RATE = 0.03;
const YIELD = 0.01;

interface Case {
  readonly right: Right;
  readonly strike: number;
  readonly years: number;
  readonly volatility: number;
  readonly price: number;
}

/**
 * Measures a price, the greeks and an implied volatility over a chain of calls and puts: a week to two years, strikes from 0.5 to 1.5 of
 * the spot.
 */
export function benchPricing(): void {
  const chain = randomChain();
  const times = interleaved({
    price: () => total(chain, (o) => blackScholes(o.right, SPOT, o.strike, o.years, RATE, YIELD, o.volatility)),
    greeks: () => total(chain, (o) => greeks(o.right, SPOT, o.strike, o.years, RATE, YIELD, o.volatility).delta),
    "implied volatility": () =>
      total(chain, (o) => impliedVolatility(o.right, o.price, SPOT, o.strike, o.years, RATE, YIELD)),
    "american price": () =>
      total(chain, (o) => baroneAdesiWhaley(o.right, SPOT, o.strike, o.years, RATE, YIELD, o.volatility)),
  });
  for (const [name, time] of Object.entries(times))
    console.log(
      `options ${name}: ${((time / OPTIONS) * 1e6).toFixed(0)} ns, ${(time / times.price).toFixed(1)} times the price`,
    );
}

function randomChain(): Case[] {
  const random = new SeededRandom(20151224);
  return Array.from({ length: OPTIONS }, () => {
    const right = random.next() < 0.5 ? 1 : -1;
    const strike = SPOT * (0.5 + random.next());
    const years = 0.02 + 2 * random.next();
    const volatility = 0.1 + 0.5 * random.next();
    const price = blackScholes(right, SPOT, strike, years, RATE, YIELD, volatility);
    return { right, strike, years, volatility, price };
  });
}

function total(chain: readonly Case[], compute: (option: Case) => number): number {
  let sum = 0;
  for (const option of chain) sum += compute(option);
  return sum;
}

benchPricing();
