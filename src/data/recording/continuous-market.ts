import { type ContinuousOptions, continuousSeries } from "../../market/continuous-series.ts";
import type { Series } from "../../market/market-data.ts";
import type { RecordedInstrument, RecordedMarket, RecordedSeries } from "../../market/recorded-market.ts";
import { checkOptions, type OptionNames } from "../../primitives/check-options.ts";
import { parameterError } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { groupBy } from "../../primitives/map-helpers.ts";
import { isSymbol, SYMBOL_RULE } from "../../market/symbol.ts";
import { isDailyOrLonger } from "../../time/interval.ts";

/** Options of `addContinuous`. */
export interface AddContinuousOptions extends Omit<ContinuousOptions, "contracts"> {
  /**
   * Symbols of the contracts. Default: all recorded contracts whose symbols are that of the series, the letter of a month and the digits of
   * a year, such as `ESH24` or `ESM4` of `ES`.
   */
  readonly contracts?: readonly string[] | undefined;
}

const OPTIONS: OptionNames<AddContinuousOptions> = {
  symbol: true,
  contracts: true,
  roll: true,
  rollSessions: true,
  adjust: true,
};

/**
 * Adds a continuous series of recorded futures contracts to a market: one series for each interval of a day or shorter in which all
 * contracts are recorded. Replaces the series if it was added before; bars that are already in it do not change. See `continuousSeries`.
 *
 * Throws `SYMBOL_UNKNOWN` without contracts, `IMPORT_REFUSED` if the symbol is recorded otherwise or a contract has no expiration, `INTERVAL_UNAVAILABLE` if the contracts have
 * no common interval, and the errors of `continuousSeries`.
 *
 * @example
 * const market = addContinuous(recorded, { symbol: "ES", roll: "volume", adjust: "ratio" });
 */
export function addContinuous(market: RecordedMarket, options: AddContinuousOptions): RecordedMarket {
  const { symbol, contracts: given, ...rules } = checkOptions("addContinuous", options, OPTIONS);
  if (!isSymbol(symbol)) throw parameterError("symbol", `a symbol with ${SYMBOL_RULE}`, symbol);
  const instruments = contractsOf(market, symbol, given);
  const before = market.instruments.find((one) => one.symbol === symbol);
  if (before !== undefined && before.contracts === undefined) {
    const message = `${symbol} is recorded, and not as a continuous series of contracts: choose another symbol`;
    throw new HindcastError("IMPORT_REFUSED", message, { symbol });
  }
  const endless = instruments.find(({ expiration }) => expiration === undefined);
  if (endless !== undefined) {
    const message = `${endless.symbol} has no expiration: import a table of expirations with hindcast import contracts`;
    throw new HindcastError("IMPORT_REFUSED", message, { symbol: endless.symbol });
  }
  const calendar = market.calendars.find(({ name }) => name === instruments[0]!.calendar);
  const byInterval = groupBy(
    market.series.filter((one) => instruments.some((contract) => contract.symbol === one.symbol)),
    ({ bars }) => bars.interval,
  );
  const joined = [...byInterval].flatMap(([interval, recorded]) => {
    if (recorded.length < instruments.length || (isDailyOrLonger(interval) && interval !== "1d")) return [];
    const contracts = recorded.map(({ symbol: own, bars, columns }): Series => {
      return { instrument: instruments.find((one) => one.symbol === own)!, bars, columns, calendar };
    });
    return [continuousSeries({ symbol, contracts, ...rules })];
  });
  if (joined.length === 0) {
    const symbols = instruments.map((one) => one.symbol);
    const message = `${symbols.join(", ")} must be recorded in a common interval of a day or shorter, there is none`;
    throw new HindcastError("INTERVAL_UNAVAILABLE", message, { symbols });
  }
  const { expiration: _, ...first } = instruments[0]!;
  const instrument: RecordedInstrument = Object.freeze({
    ...first,
    ...joined[0]!.instrument,
    name: `${symbol}, continuous`,
    tick: 0,
    base: symbol,
    contractMonth: "",
    continuous: true,
  });
  const isOther = (one: { readonly symbol: string }): boolean => one.symbol !== symbol;
  const about = `${symbol} is a continuous series of `;
  const names = joined[0]!.instrument.contracts!.join(", ");
  return {
    ...market,
    notes: [
      ...market.notes.filter((note) => !note.startsWith(about)),
      `${about}${names}, rolled by ${rules.roll} and adjusted by ${rules.adjust}.`,
    ],
    instruments: [...market.instruments.filter(isOther), instrument],
    series: [
      ...market.series.filter(isOther),
      ...joined.map(({ bars, columns }) => ({ symbol, bars, columns }) as RecordedSeries),
    ],
  };
}

/** Returns the instruments of the given contracts, or of all contracts of a symbol. Throws `SYMBOL_UNKNOWN`. */
function contractsOf(
  { instruments }: RecordedMarket,
  symbol: string,
  given: readonly string[] | undefined,
): readonly RecordedInstrument[] {
  const known = instruments.map((one) => one.symbol);
  const isContract = new RegExp(`^${symbol.replaceAll(/[.^]/g, "\\$&")}[FGHJKMNQUVXZ]\\d{1,2}$`);
  const chosen = given ?? known.filter((one) => isContract.test(one));
  const missing = chosen.find((one) => !known.includes(one));
  if (chosen.length === 0 || missing !== undefined) {
    const what =
      missing === undefined
        ? `no contract of ${symbol}, such as ${symbol}H24, is recorded. State the contracts if they have other symbols`
        : `the contract ${missing} is not recorded`;
    throw new HindcastError("SYMBOL_UNKNOWN", `${what}; recorded are ${known.join(", ") || "no symbols"}`, {
      symbol,
      known,
    });
  }
  return instruments.filter((one) => chosen.includes(one.symbol));
}
