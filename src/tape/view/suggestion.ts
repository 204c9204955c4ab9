/** A symbol and the name of its instrument. */
export interface Named {
  readonly symbol: string;
  readonly name: string;
}

/** Letters after which the beginning of a name says enough. */
const ENOUGH = 3;

/**
 * The symbol that is most like a misspelt one: the nearest by letters that are put in, left out, changed or swapped with the next, at most half
 * of them, or one whose name begins with it. Of equals the first in the order of the alphabet.
 */
export function suggestionFor(misspelt: string, known: Iterable<Named>): string | undefined {
  const wanted = misspelt.toUpperCase();
  let best: string | undefined;
  let least = Math.floor(wanted.length / 2) + 1;
  for (const { symbol, name } of known) {
    const begins = wanted.length >= ENOUGH && name.toUpperCase().startsWith(wanted);
    const distance = begins ? 1 : editDistance(wanted, symbol.toUpperCase());
    if (distance < least || (distance === least && best !== undefined && symbol < best)) {
      best = symbol;
      least = distance;
    }
  }
  return best;
}

/** Fewest letters to put in, leave out, change, or swap with the next, that turn one text into the other. */
function editDistance(from: string, to: string): number {
  let older: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = last[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      let least = Math.min(change, last[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        least = Math.min(least, older[j - 2]! + 1);
      }
      row.push(least);
    }
    older = last;
    last = row;
  }
  return last[to.length]!;
}
