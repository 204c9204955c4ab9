import type { MarketTape } from "../../../../tape/view/market-tape.ts";
import type { Calendar, MarketStatus } from "../../../../time/calendar.ts";
import type { ViewPhase } from "../../../../market/market-view.ts";
import type { Instant, Lane, Mark } from "../mark.ts";
import { StatusMark } from "../marks.ts";

/** What the market of one calendar does, told where it changes. It speaks up to the end of the recording. */
export class StatusLane implements Lane {
  readonly #tape: MarketTape;
  readonly #calendar: Calendar;
  readonly #end: number;
  #status: MarketStatus;
  next: number;

  constructor(tape: MarketTape, calendar: Calendar, after: number, end: number) {
    this.#tape = tape;
    this.#calendar = calendar;
    this.#end = end;
    this.#status = tape.at(after).status(calendar.name);
    this.next = this.#boundaryAfter(after);
  }

  take({ time, closes, opens }: Instant): void {
    this.#look(time, 1, closes);
    this.#look(time, 7, opens);
    this.next = this.#boundaryAfter(time);
  }

  #look(time: number, phase: ViewPhase, marks: Mark[]): void {
    const status = this.#tape.at(time, phase).status(this.#calendar.name);
    if (status === this.#status) return;
    this.#status = status;
    marks.push(new StatusMark(time, phase, this.#calendar.name, status));
  }

  /** The next moment, as known at one, at which a session or a part of it begins or ends. */
  #boundaryAfter(time: number): number {
    const last = this.#calendar.lastSession(time, time);
    const next = this.#calendar.nextSession(time, time);
    let boundary = Infinity;
    for (const session of [last, next]) {
      if (session === undefined) continue;
      const { preOpen, open, close, postClose, breaks } = session;
      for (const at of [preOpen, open, close, postClose, ...breaks.flat()]) {
        if (at > time && at < boundary) boundary = at;
      }
    }
    return boundary <= this.#end ? boundary : Infinity;
  }
}
