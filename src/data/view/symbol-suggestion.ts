import { formatValue } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { editDistance } from "../../primitives/nearest-names.ts";

/** A symbol and the name of its instrument. */
interface Named {
  readonly symbol: string;
  readonly name: string;
}

/** Letters after which the beginning of a name says enough. */
const MIN_PREFIX = 3;

/**
 * The symbol that is most like a misspelt one: the nearest by letters that are put in, left out, changed or swapped with the next, at most half
 * of them, or one whose name begins with it. Of equals the first in the order of the alphabet.
 */
export function suggestionFor(misspelt: string, known: Iterable<Named>): string | undefined {
  const wanted = misspelt.toUpperCase();
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

/** The error of a symbol that is not known as of now. */
export function unknownSymbolError(symbol: string, suggestion: string | undefined): HindcastError {
  const hint = suggestion === undefined ? "" : `; did you mean ${suggestion}?`;
  return new HindcastError(
    "SYMBOL_UNKNOWN",
    `symbol must be one that is known now, was ${formatValue(symbol)}${hint}`,
    {
      symbol,
      suggestion,
    },
  );
}
