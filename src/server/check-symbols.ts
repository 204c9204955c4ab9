import type { RecordedMarket } from "../market/recorded-market.ts";
import { isSymbol, SYMBOL_WORDS } from "../market/symbol.ts";
import { shown } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";

/** Throws SYMBOL_UNKNOWN for a recording with an instrument that no address of the API could name. */
export function checkSymbols({ instruments }: RecordedMarket): void {
  const at = instruments.findIndex(({ symbol }) => !isSymbol(symbol));
  if (at < 0) return;
  const { symbol } = instruments[at]!;
  const place = `instruments[${at}].symbol`;
  const message = `${place} of a served recording must be of ${SYMBOL_WORDS}, was ${shown(symbol)}`;
  throw new HindcastError("SYMBOL_UNKNOWN", message, { place, symbol });
}
