import { checkOptions, type OptionNames } from "../primitives/check-options.ts";
import { checkNumber, checkWhole, parameterError } from "../primitives/check.ts";
import { decimalsOf } from "./currency-decimals.ts";

/** What is traded, and in which steps. */
export interface Instrument {
  /** Unique id, such as `AAPL`, `^GSPC`, `BTCUSD`. */
  readonly symbol: string;
  readonly name: string;
  readonly currency: string;
  /** Decimals of money in that currency. */
  readonly currencyDecimals: number;
  /** Smallest price step, to which slipped fills are rounded against the trader; 0 where prices have none. */
  readonly tick: number;
  /** Smallest quantity step. */
  readonly lot: number;
  /** Units of currency that one point of price is worth, for one unit of quantity. */
  readonly multiplier: number;
  /** Of a contract that ends, such as a future: its last day, in days since 1970-01-01. At that session's close it is settled at its last price. */
  readonly expiration?: number | undefined;
  /** Of an option: what it is on. It is settled in cash when it expires. */
  readonly option?: OptionTerms | undefined;
}

/** The terms of an option. */
export interface OptionTerms {
  /** Symbol of what it may be exercised into, whose bars the run must have. */
  readonly underlying: string;
  /** 1 for a call, -1 for a put. */
  readonly right: 1 | -1;
  readonly strike: number;
  /** Day at whose session close it expires, in days since 1970-01-01. */
  readonly expiration: number;
}

/** The instrument of a file that says nothing about it. */
export const PLAIN_INSTRUMENT: Omit<Instrument, "symbol" | "name" | "currencyDecimals"> = {
  currency: "USD",
  tick: 0,
  lot: 1,
  multiplier: 1,
};

/**
 * An instrument by its symbol, plain but for what is given: US dollars, whole units, no tick.
 *
 * @example
 * instrument("BTCUSD", { lot: 0.0001 });
 */
export function instrument(symbol: string, given: Partial<Omit<Instrument, "symbol">> = {}): Instrument {
  checkOptions(`instrument ${symbol}`, given, TERMS);
  const terms = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const currencyDecimals = decimalsOf(given.currency ?? PLAIN_INSTRUMENT.currency);
  const made: Instrument = { ...PLAIN_INSTRUMENT, currencyDecimals, symbol, name: symbol, ...terms };
  for (const field of ["lot", "multiplier"] as const) {
    // Quantities and values are counted in these: 0 would make every order one of nothing.
    const value = made[field];
    if (!(Number.isFinite(value) && value > 0))
      throw parameterError(`${field} of ${symbol}`, "a finite number above 0", value);
  }
  checkNumber(`tick of ${symbol}`, made.tick, 0);
  if (made.expiration !== undefined) checkWhole(`expiration of ${symbol}`, made.expiration, -1e8, 1e8);
  checkWhole(`currencyDecimals of ${symbol}`, made.currencyDecimals, 0, 8);
  return Object.freeze(made);
}

const TERMS: OptionNames<Omit<Instrument, "symbol">> = {
  name: true,
  currency: true,
  currencyDecimals: true,
  tick: true,
  lot: true,
  multiplier: true,
  expiration: true,
  option: true,
};
