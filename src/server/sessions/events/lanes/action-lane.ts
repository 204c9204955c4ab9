import type { CorporateAction } from "../../../../market/corporate-action.ts";
import type { Column } from "../../../../primitives/column.ts";
import { lastUpTo } from "../../../../primitives/rising.ts";
import { before } from "../../../../tape/view/position.ts";
import type { Calendar } from "../../../../time/calendar.ts";
import type { Instant, Lane } from "../mark.ts";
import { ActionMark, type ActionTerms } from "../marks.ts";

/** More days than any market was closed in a row in our time. */
const LONGEST_CLOSURE = 31;

/** A split or dividend at the moment at which it takes effect. */
export interface TimedAction extends ActionTerms {
  readonly time: number;
}

/** Splits and dividends of one instrument. */
export class ActionLane implements Lane {
  readonly #symbol: string;
  readonly #due: readonly TimedAction[];
  #row: number;

  /** `due` is in order of time. */
  constructor(symbol: string, due: readonly TimedAction[], after: number) {
    this.#symbol = symbol;
    this.#due = due;
    this.#row = due.findIndex(({ time }) => time > after);
    if (this.#row < 0) this.#row = due.length;
  }

  get next(): number {
    return this.#due[this.#row]?.time ?? Infinity;
  }

  take({ time, actions }: Instant): void {
    for (; this.#due[this.#row]?.time === time; this.#row++) {
      actions.push(new ActionMark(time, this.#symbol, this.#due[this.#row]!));
    }
  }
}

/**
 * Each at the first price of the session of its ex-date, or of the first one after it: at its open, and before it where the instrument trades before.
 * That price is one of afterwards, and accounts meet the action with it. Those from before anything of the instrument was known are in all its prices alike.
 */
export function actionsAtFirstPrices(
  actions: readonly CorporateAction[],
  calendar: Calendar,
  prices: readonly Column[],
  known: number,
): readonly TimedAction[] {
  return (
    actions
      .flatMap(({ exDate, kind, ratio, cash }): TimedAction[] => {
        // The end of a listing has no price of afterwards: accounts meet it at the close before it.
        if (kind === "delisting") return [];
        const { preOpen, open, length } = calendar.sessions(exDate, exDate + LONGEST_CLOSURE);
        return length === 0 ? [] : [{ time: firstFrom(preOpen[0]!, open[0]!, prices), kind, ratio, cash }];
      })
      .filter(({ time }) => time > known)
      // Of one moment dividends come first: they are paid for units as they were before.
      .toSorted((a, b) => a.time - b.time || (a.kind < b.kind ? -1 : 1))
  );
}

/** The first moment of rising columns from one moment on; another moment where none comes before it. */
function firstFrom(from: number, until: number, columns: readonly Column[]): number {
  return Math.min(until, ...columns.map((times) => times[lastUpTo(times, before(from), -1) + 1] ?? Infinity));
}
