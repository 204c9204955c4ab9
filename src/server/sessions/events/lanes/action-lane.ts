import type { CorporateAction } from "../../../../market/corporate-action.ts";
import type { Calendar } from "../../../../time/calendar.ts";
import type { Instant, Lane } from "../mark.ts";
import { ActionMark } from "../marks.ts";

/** More days than any market was closed in a row in our time. */
const LONGEST_CLOSURE = 31;

interface DueAction {
  readonly time: number;
  readonly action: CorporateAction;
}

/** Splits and dividends of one instrument, each at the open of the session of its ex-date or of the first one after it. */
export class ActionLane implements Lane {
  readonly #due: readonly DueAction[];
  #row: number;

  /** Those from before anything of the instrument was known are in all its prices alike. */
  constructor(actions: readonly CorporateAction[], calendar: Calendar, known: number, after: number) {
    this.#due = actions
      .flatMap((action) => dueAt(action, calendar))
      .filter(({ time }) => time > known)
      // Of one moment dividends come first: they are paid for units as they were before.
      .toSorted((a, b) => a.time - b.time || (a.action.kind < b.action.kind ? -1 : 1));
    this.#row = this.#due.findIndex(({ time }) => time > after);
    if (this.#row < 0) this.#row = this.#due.length;
  }

  get next(): number {
    return this.#due[this.#row]?.time ?? Infinity;
  }

  take({ time, actions }: Instant): void {
    for (; this.#due[this.#row]?.time === time; this.#row++) {
      actions.push(new ActionMark(time, this.#due[this.#row]!.action));
    }
  }
}

function dueAt(action: CorporateAction, calendar: Calendar): DueAction[] {
  const { open, length } = calendar.sessions(action.exDate, action.exDate + LONGEST_CLOSURE);
  return length === 0 ? [] : [{ time: open[0]!, action }];
}
