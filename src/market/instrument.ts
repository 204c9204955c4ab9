import { checkOptions, type OptionNames } from "../primitives/check-options.ts";
import { checkNumber, checkInteger, parameterError } from "../primitives/check.ts";
import { withoutUndefined } from "../primitives/record-helpers.ts";
import { decimalsOf } from "./currency-decimals.ts";

/**
 * InstrumentRole of an instrument in a run. `trade`: strategies may trade it. `data`: strategies read it, but no order for it is
 * accepted, and it is no part of benchmarks, universes and split checks.
 */
export type InstrumentRole = "trade" | "data";

export const ROLES: readonly InstrumentRole[] = ["trade", "data"];

/** An instrument: currency, smallest steps of price and quantity, contract terms, and its role in a run. */
export interface Instrument {
  /** Unique symbol, such as `AAPL`, `^GSPC` or `BTCUSD`. */
  readonly symbol: string;
  readonly name: string;
  readonly currency: string;
  /** Decimals to which amounts in the instrument's currency are rounded. */
  readonly currencyDecimals: number;
  /** Smallest price step; 0 for none. Fill prices with slippage are rounded to the tick, against the trader. */
  readonly tick: number;
  /** Smallest quantity step. */
  readonly lot: number;
  /** Value of a price change of 1 for one unit, in the instrument's currency. */
  readonly multiplier: number;
  /** Expiration of a contract such as a future, in days since 1970-01-01. Positions settle at the last price at that session's close. */
  readonly expiration?: number | undefined;
  /** For a continuous series: symbols of its contracts, by expiration. Its own column `contract` holds indexes of this list. */
  readonly contracts?: readonly string[] | undefined;
  /** Terms of an option, which settles in cash at expiration. */
  readonly option?: OptionTerms | undefined;
  /** Whether strategies may trade the instrument (`trade`, the default) or only read it (`data`). */
  readonly role?: InstrumentRole | undefined;
}

/** Whether strategies may trade an instrument, and do not only read it. */
export function isTraded({ role }: Pick<Instrument, "role">): boolean {
  return role !== "data";
}

/** Returns symbols with the contracts of the continuous series among them, as far as `known` has them. */
export function withContracts(
  symbols: readonly string[],
  known: readonly Pick<Instrument, "symbol" | "contracts">[],
): readonly string[] {
  const bySymbol = new Map(known.map((one) => [one.symbol, one]));
  const contracts = symbols.flatMap((symbol) => bySymbol.get(symbol)?.contracts ?? []);
  return [...new Set([...symbols, ...contracts.filter((contract) => bySymbol.has(contract))])];
}

/** The terms of an option. */
export interface OptionTerms {
  /** Symbol of the underlying; the run must include its bars. */
  readonly underlying: string;
  /** 1 for a call, -1 for a put. */
  readonly right: 1 | -1;
  readonly strike: number;
  /** Day at whose session close the option expires, in days since 1970-01-01. */
  readonly expiration: number;
}

/** Default properties of an instrument. */
export const PLAIN_INSTRUMENT: Omit<Instrument, "symbol" | "name" | "currencyDecimals"> = {
  currency: "USD",
  tick: 0,
  lot: 1,
  multiplier: 1,
};

/**
 * Creates an instrument. Defaults: US dollars, whole units, no tick.
 *
 * @example
 * instrument("BTCUSD", { lot: 0.0001 });
 * instrument("VIX", { role: "data" });
 */
export function instrument(symbol: string, given: Partial<Omit<Instrument, "symbol">> = {}): Instrument {
  checkOptions(`instrument ${symbol}`, given, INSTRUMENT_FIELDS);
  const { role, ...others } = given;
  if (role !== undefined && !ROLES.includes(role)) throw parameterError(`role of ${symbol}`, ROLES.join(" or "), role);
  // The default role is left out, so that equal instruments have equal fingerprints.
  const terms = withoutUndefined({ ...others, role: role === "data" ? role : undefined });
  const currencyDecimals = decimalsOf(given.currency ?? PLAIN_INSTRUMENT.currency);
  const made: Instrument = { ...PLAIN_INSTRUMENT, currencyDecimals, symbol, name: symbol, ...terms };
  for (const field of ["lot", "multiplier"] as const) {
    // With a lot or multiplier of 0, every order would have no quantity or no value.
    const value = made[field];
    if (!(Number.isFinite(value) && value > 0))
      throw parameterError(`${field} of ${symbol}`, "a finite number above 0", value);
  }
  checkNumber(`tick of ${symbol}`, made.tick, 0);
  if (made.expiration !== undefined) checkInteger(`expiration of ${symbol}`, made.expiration, -1e8, 1e8);
  checkInteger(`currencyDecimals of ${symbol}`, made.currencyDecimals, 0, 8);
  const { contracts } = made;
  if (contracts !== undefined && !(Array.isArray(contracts) && contracts.every((one) => typeof one === "string")))
    throw parameterError(`contracts of ${symbol}`, "a list of symbols", contracts);
  return Object.freeze(made);
}

const INSTRUMENT_FIELDS: OptionNames<Omit<Instrument, "symbol">> = {
  name: true,
  currency: true,
  currencyDecimals: true,
  tick: true,
  lot: true,
  multiplier: true,
  expiration: true,
  option: true,
  role: true,
  contracts: true,
};
