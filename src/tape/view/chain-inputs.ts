import type { Calendar } from "../../time/calendar.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { zoneOf } from "../../time/zone.ts";
import type { Datum, InstrumentTape } from "./instrument-tape.ts";
import type { PricingInputs } from "./option-pricing.ts";
import { positionOf } from "./position.ts";

const datum: Datum = { price: NaN, time: -Infinity, day: 0 };

/**
 * What prices the options of one expiration at the time of a snapshot, all of it known then: the last price of the underlying, the interest rate of
 * its currency, and its dividend yield: the recorded one, else the dividends of the year before over the price.
 */
export function chainInputs(tape: InstrumentTape, expiration: number, time: number): PricingInputs {
  const { instrument, facts, splits, days } = tape;
  const at = positionOf(time, 7);
  tape.last(at, datum);
  const today = tape.today(at, datum);
  // Strikes are of prices as traded.
  const spot = instrument.priceBasis === "raw" ? splits.price(datum.price, datum.day, today) : NaN;
  const recorded = facts.number(instrument.symbol, "dividend_yield", time);
  return {
    spot,
    expiry: expiryOf(days.calendar, expiration, time),
    rate: facts.number(instrument.currency, "interest_rate", time),
    dividendYield: Number.isNaN(recorded) ? dividendsOfYear(tape, today) / spot : recorded,
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
function dividendsOfYear({ actions, splits }: InstrumentTape, today: number): number {
  let cash = 0;
  for (const action of actions) {
    if (action.exDate > today - 365 && action.exDate <= today) {
      cash += splits.price(action.cash, action.exDate - 1, today);
    }
  }
  return cash;
}
