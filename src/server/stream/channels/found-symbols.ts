import type { MarketView } from "../../../market/market-view.ts";
import type { RejectedSymbol } from "../../../schemas/stream-message.ts";
import type { ReplaySession } from "../../sessions/session.ts";

/** Symbols that can be subscribed, and those that cannot, in the order in which they were given. */
export interface FoundSymbols {
  readonly accepted: Set<string>;
  readonly rejected: RejectedSymbol[];
}

/** Looks symbols up by the ids that are known now, in any case. */
export function foundSymbols(session: ReplaySession, view: MarketView, symbols: readonly string[]): FoundSymbols {
  const accepted = new Set<string>();
  const rejected: RejectedSymbol[] = [];
  for (const symbol of new Set(symbols.map((one) => one.toUpperCase()))) {
    const id = view.has(symbol) ? view.instrument(symbol).symbol : undefined;
    if (id === symbol || session.symbols?.has(symbol) === true) accepted.add(symbol);
    else rejected.push(unknown(symbol, id ?? view.suggestion(symbol)));
  }
  return { accepted, rejected };
}

function unknown(symbol: string, suggestion: string | undefined): RejectedSymbol {
  const message = `${symbol} is not the id of an instrument that is known now`;
  return { symbol, code: "SYMBOL_NOT_FOUND", message, suggestion: suggestion ?? null };
}
