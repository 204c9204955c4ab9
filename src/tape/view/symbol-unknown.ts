import { shown } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";

/** The error of a symbol that is not known as of now. */
export function symbolUnknown(symbol: string, suggestion: string | undefined): HindcastError {
  const hint = suggestion === undefined ? "" : `; did you mean ${suggestion}?`;
  return new HindcastError("SYMBOL_UNKNOWN", `symbol must be one that is known now, was ${shown(symbol)}${hint}`, {
    symbol,
    suggestion,
  });
}
