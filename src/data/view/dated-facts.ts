import type { DatedFact, FactKind } from "../../market/recorded-market.ts";
import { groupBy } from "../../primitives/map-helpers.ts";
import { lastAtOrBefore } from "../../primitives/sorted-search.ts";
import type { SessionDays } from "./session-days.ts";

/** All facts of one kind about one symbol, in the order in which they became known. */
export class FactColumn {
  readonly #knownAt: Float64Array;
  readonly #values: readonly (number | string)[];
  #days: Float64Array | undefined;
  #last = -1;

  constructor(facts: readonly DatedFact[]) {
    const sorted = facts.toSorted((a, b) => a.knownAt - b.knownAt);
    this.#knownAt = Float64Array.from(sorted, ({ knownAt }) => knownAt);
    this.#values = sorted.map(({ value }) => value);
  }

  /** Moves to the last fact known at the time `bound`, and returns whether there is one. The other members describe this fact. */
  seek(bound: number): boolean {
    this.#last = lastAtOrBefore(this.#knownAt, bound, this.#last);
    return this.#last >= 0;
  }

  /** Value of the fact that `seek` found. */
  get value(): number | string {
    return this.#values[this.#last]!;
  }

  /** Value of the fact that `seek` found, as a number; NaN for text. */
  get number(): number {
    const { value } = this;
    return typeof value === "number" ? value : NaN;
  }

  /** Returns the date of the session in which the fact that `seek` found became known. */
  day(days: SessionDays): number {
    this.#days ??= this.#knownAt.map((instant) => days.lastOpenedSession(instant));
    return this.#days[this.#last]!;
  }
}

/** Facts by symbol and kind. */
export class DatedFacts {
  readonly #columns = new Map<string, FactColumn>();

  constructor(facts: readonly DatedFact[]) {
    for (const [key, list] of groupBy(facts, ({ symbol, kind }) => factKey(symbol, kind))) {
      this.#columns.set(key, new FactColumn(list));
    }
  }

  /** Returns the facts of a symbol and kind; undefined if none are recorded. */
  column(symbol: string, kind: FactKind): FactColumn | undefined {
    return this.#columns.get(factKey(symbol, kind));
  }

  /** Returns the value of the last fact known at the time `bound`; undefined if there is none. */
  last(symbol: string, kind: FactKind, bound: number): number | string | undefined {
    const column = this.column(symbol, kind);
    return column?.seek(bound) === true ? column.value : undefined;
  }

  /** Returns the value of the last fact known at the time `bound` as a number; NaN if there is none. */
  number(symbol: string, kind: FactKind, bound: number): number {
    const column = this.column(symbol, kind);
    return column?.seek(bound) === true ? column.number : NaN;
  }
}

function factKey(symbol: string, kind: FactKind): string {
  return `${kind} ${symbol}`;
}
