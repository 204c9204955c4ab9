import { formatValue } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { editDistance } from "../../primitives/nearest-names.ts";

/** A symbol and the name of its instrument. */
interface NamedSymbol {
  readonly symbol: string;
  readonly name: string;
}

/** Smallest number of letters that match an instrument whose name begins with them. */
const MIN_PREFIX = 3;

/**
 * Returns the symbol closest to a misspelled one by edit distance, which may be at most half of its letters; an instrument whose name starts with
 * the misspelled text has distance 1. The first in alphabetical order wins ties. Undefined if none is close enough.
 */
export function suggestionFor(misspelled: string, known: Iterable<NamedSymbol>): string | undefined {
  const wanted = misspelled.toUpperCase();
  let best: string | undefined;
  let least = Math.floor(wanted.length / 2) + 1;
  for (const { symbol, name } of known) {
    const sessionBound = wanted.length >= MIN_PREFIX && name.toUpperCase().startsWith(wanted);
    const distance = sessionBound ? 1 : editDistance(wanted, symbol.toUpperCase());
    if (distance < least || (distance === least && best !== undefined && symbol < best)) {
      best = symbol;
      least = distance;
    }
  }
  return best;
}

/** Creates the error for a symbol that is unknown at the session's current time. */
export function unknownSymbolError(symbol: string, suggestion: string | undefined): HindcastError {
  const hint = suggestion === undefined ? "" : `; did you mean ${suggestion}?`;
  return new HindcastError(
    "SYMBOL_UNKNOWN",
    `symbol must be known at the current time, was ${formatValue(symbol)}${hint}`,
    {
      symbol,
      suggestion,
    },
  );
}
