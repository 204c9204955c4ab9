import type { Series } from "../../market/market-data.ts";
import { contractInstrument, contractsOf } from "../../market/option-contracts.ts";
import { optionSeries } from "../../market/option-series.ts";
import type { RecordedChain, RecordedInstrument } from "../../market/recorded-market.ts";
import { shown } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";

/** An option by the id of the Options Clearing Corporation: root, date, right and strike. */
const CONTRACT = /^([A-Z0-9]+)\d{6}[CP]\d{8}$/;

/** What a request asks for: symbols with bars of their own, those under the options among them too, and the options. */
export interface RequestedSymbols {
  readonly symbols: readonly string[];
  readonly contracts: readonly string[];
}

/** Tells options of recorded chains, which have no bars of their own, from other symbols. `chained` are the symbols that have a chain. */
export function requestedSymbols(
  asked: readonly string[],
  chained: readonly string[],
  recorded: ReadonlyMap<string, unknown>,
): RequestedSymbols {
  const symbols = new Set<string>();
  const contracts: string[] = [];
  for (const symbol of asked) {
    const root = recorded.has(symbol) ? undefined : CONTRACT.exec(symbol)?.[1];
    const underlying = chained.find((one) => one.replaceAll(/[^A-Z0-9]/g, "") === root);
    if (underlying !== undefined) contracts.push(symbol);
    symbols.add(underlying ?? symbol);
  }
  return { symbols: [...symbols], contracts };
}

/** The options as what a backtest trades. Throws `SYMBOL_UNKNOWN` for one that was never quoted. */
export function recordedOptions(
  contracts: readonly string[],
  chains: readonly RecordedChain[],
  series: readonly Series[],
  instruments: ReadonlyMap<string, RecordedInstrument>,
): Series[] {
  if (contracts.length === 0) return [];
  const wanted = new Set(contracts);
  const quoted: string[] = [];
  const options = chains.flatMap((chain) => {
    const underlying = series.find(({ instrument }) => instrument.symbol === chain.symbol);
    const instrument = instruments.get(chain.symbol);
    if (underlying === undefined || instrument === undefined) return [];
    const all = contractsOf(chain);
    quoted.push(...all.map(({ symbol }) => symbol));
    const asked = all.filter(({ symbol }) => wanted.has(symbol));
    const known = new Map(asked.map((contract) => [contract.symbol, contractInstrument(instrument, contract)]));
    return optionSeries(chain, underlying, known, -Infinity);
  });
  const missing = contracts.find((symbol) => !options.some(({ instrument }) => instrument.symbol === symbol));
  if (missing === undefined) return options;
  const alike = quoted.filter((symbol) => symbol.startsWith(CONTRACT.exec(missing)![1]!)).toSorted();
  throw new HindcastError(
    "SYMBOL_UNKNOWN",
    `an option must be one of the ${alike.length} that the recording quotes, such as ${alike.slice(0, 3).join(", ")}, was ${shown(missing)}`,
    { symbol: missing, known: alike },
  );
}
