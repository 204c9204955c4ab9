import { formatQuantity, NO_VALUE } from "../../report/format.ts";
import { type FittedColumn, fittedTable } from "../../report/terminal/fitted-table.ts";
import type { Ink } from "../../report/terminal/ink.ts";
import type { TextCell } from "../../report/terminal/text-table.ts";
import { signedNumber } from "./signed-number.ts";
import type { WatchedMarket } from "./watched-market.ts";

/** The prices of symbols as a table that keeps to a width. */
export function priceLines(
  market: WatchedMarket,
  symbols: readonly string[],
  width: number,
  pen: Ink,
): readonly string[] {
  const quote = (symbol: string) => market.quotes.get(symbol);
  const price = (name: "price" | "bid" | "ask") => (symbol: string) =>
    market.priceText(symbol, quote(symbol)?.[name] ?? null);
  const signed = (symbol: string, text: string): TextCell => {
    const change = quote(symbol)?.change ?? 0;
    return { text, ink: (padded) => pen.signed(padded, change) };
  };
  const change = (symbol: string) => {
    const value = quote(symbol)?.change ?? null;
    const text = market.priceText(symbol, value);
    return signed(symbol, value !== null && value > 0 ? `+${text}` : text);
  };
  const percent = (symbol: string) => {
    const value = quote(symbol)?.change_percent ?? null;
    return signed(symbol, value === null ? NO_VALUE : `${signedNumber(value, 2)}%`);
  };
  const at = (symbol: string) => quote(symbol)?.timestamp.slice(0, 16).replace("T", " ") ?? NO_VALUE;
  // Where nobody quotes a bid or an ask, their columns say nothing.
  const spread = symbols.some((symbol) => (quote(symbol)?.bid ?? quote(symbol)?.ask ?? null) !== null) ? 3 : 8;
  const columns: readonly FittedColumn<string>[] = [
    { heading: "symbol", align: "left", leaves: 0, cell: (symbol) => symbol },
    { heading: "price", align: "right", leaves: 0, cell: price("price") },
    { heading: "change", align: "right", leaves: 5, cell: change },
    { heading: "%", align: "right", leaves: 1, cell: percent },
    { heading: "bid", align: "right", leaves: spread, cell: price("bid") },
    { heading: "ask", align: "right", leaves: spread, cell: price("ask") },
    { heading: "volume", align: "right", leaves: 4, cell: (symbol) => formatQuantity(quote(symbol)?.volume ?? null) },
    { heading: "market", align: "left", leaves: 6, cell: (symbol) => quote(symbol)?.market_status ?? NO_VALUE },
    { heading: "price of", align: "left", leaves: 7, cell: at },
  ];
  const [heading, ...rows] = fittedTable(columns, symbols, width);
  return [pen.faint(heading!), ...rows];
}
