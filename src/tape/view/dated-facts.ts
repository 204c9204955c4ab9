import { grouped } from "./grouped.ts";
import { lastUpTo } from "../../primitives/rising.ts";
import type { DatedFact, FactKind } from "../../market/recorded-market.ts";

interface FactColumn {
  readonly knownAt: Float64Array;
  readonly values: readonly (number | string)[];
}

/** A fact and since when it is known. */
export interface KnownFact {
  readonly value: number | string;
  readonly knownAt: number;
}

/** Facts by symbol and kind, in the order in which they became known. */
export class DatedFacts {
  readonly #columns = new Map<string, FactColumn>();

  constructor(facts: readonly DatedFact[]) {
    const lists = grouped(facts, ({ symbol, kind }) => keyOf(symbol, kind));
    for (const [key, list] of lists) {
      const sorted = list.toSorted((a, b) => a.knownAt - b.knownAt);
      this.#columns.set(key, {
        knownAt: Float64Array.from(sorted, ({ knownAt }) => knownAt),
        values: sorted.map(({ value }) => value),
      });
    }
  }

  /** The last fact that became known at or before a bound. */
  last(symbol: string, kind: FactKind, bound: number): KnownFact | undefined {
    const column = this.#columns.get(keyOf(symbol, kind));
    if (column === undefined) return undefined;
    const i = lastUpTo(column.knownAt, bound, column.knownAt.length - 1);
    return i < 0 ? undefined : { value: column.values[i]!, knownAt: column.knownAt[i]! };
  }

  /** The same as a number; NaN where there is none. */
  number(symbol: string, kind: FactKind, bound: number): number {
    const value = this.last(symbol, kind, bound)?.value;
    return typeof value === "number" ? value : NaN;
  }
}

function keyOf(symbol: string, kind: FactKind): string {
  return `${kind} ${symbol}`;
}
