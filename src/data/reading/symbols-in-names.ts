import type { TableFacts, WideSymbol } from "./bar-table.ts";
import { hasBarColumns } from "./columns.ts";

const PART = "(?<part>open|high|low|close|adj[ _]?close|volume)";
const SYMBOL = "(?<symbol>[A-Z0-9^][A-Z0-9^.=/:-]*)";
/** Names of columns that have a symbol and a part of a bar, as data frames write or join the names of two levels. */
const NAMES: readonly RegExp[] = [
  `\\('${SYMBOL}', '${PART}'\\)`,
  `\\('${PART}', '${SYMBOL}'\\)`,
  `${PART}[ _.|]${SYMBOL}`,
  `${SYMBOL}[ _.|]${PART}`,
].map((name) => new RegExp(`^${name}$`, "i"));

/** Words before or after the names of prices that are no symbols. */
const NO_SYMBOLS: ReadonlySet<string> = new Set(["BID", "ASK", "MID", "ADJ", "RAW", "USD", "EUR", "GBP", "JPY"]);

/**
 * Returns the symbols that the names of columns state, such as `Close_AAPL` or `('AAPL', 'Close')`, and the column of times; undefined for other
 * names. Symbols have no small letters.
 */
export function symbolsInNames(names: readonly string[]): Pick<TableFacts, "wide" | "wideTime"> | undefined {
  for (const spelling of NAMES) {
    const symbols = new Map<string, { readonly positions: number[]; readonly names: string[] }>();
    const times: number[] = [];
    for (const [position, name] of names.entries()) {
      const { symbol, part } = spelling.exec(name)?.groups ?? {};
      if (symbol === undefined || part === undefined) {
        if (name === "" || hasBarColumns([name, "open", "high", "low", "close"])) times.push(position);
        continue;
      }
      const columns = symbols.get(symbol) ?? { positions: [], names: [] };
      columns.positions.push(position);
      columns.names.push(part);
      symbols.set(symbol, columns);
    }
    const wide = [...symbols].map(([symbol, columns]): WideSymbol => ({ symbol, ...columns }));
    const isClear = wide.every(
      (one) =>
        one.symbol === one.symbol.toUpperCase() &&
        !NO_SYMBOLS.has(one.symbol) &&
        hasBarColumns(["time", ...one.names]) &&
        new Set(one.names.map((name) => name.toLowerCase())).size === one.names.length,
    );
    if (wide.length > 0 && isClear && times.length === 1) return { wide, wideTime: times[0]! };
  }
  return undefined;
}
