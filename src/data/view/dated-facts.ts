import type { DatedFact, FactKind } from "../../market/recorded-market.ts";
import { groupBy } from "../../primitives/map-helpers.ts";
import { lastAtOrBefore } from "../../primitives/sorted-search.ts";
import type { SessionDays } from "./session-days.ts";

/** The facts of one kind about one symbol, in the order in which they became known. */
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

  /** Finds the last fact that is known at a bound: what the members below tell. Whether there is one. */
  seek(bound: number): boolean {
    this.#last = lastAtOrBefore(this.#knownAt, bound, this.#last);
    return this.#last >= 0;
  }

  get value(): number | string {
    return this.#values[this.#last]!;
  }

  /** NaN for a text. */
  get number(): number {
    const { value } = this;
    return typeof value === "number" ? value : NaN;
  }

  /** Date of the session in which it became known. */
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

  /** Undefined where nothing of the kind is recorded. */
  column(symbol: string, kind: FactKind): FactColumn | undefined {
    return this.#columns.get(factKey(symbol, kind));
  }

  /** The last fact that became known at or before a bound. */
  last(symbol: string, kind: FactKind, bound: number): number | string | undefined {
    const column = this.column(symbol, kind);
    return column?.seek(bound) === true ? column.value : undefined;
  }

  /** The same as a number; NaN where there is none. */
  number(symbol: string, kind: FactKind, bound: number): number {
    const column = this.column(symbol, kind);
    return column?.seek(bound) === true ? column.number : NaN;
  }
}

function factKey(symbol: string, kind: FactKind): string {
  return `${kind} ${symbol}`;
}
