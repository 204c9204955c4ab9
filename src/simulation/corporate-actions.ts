import type { Broker } from "../broker/broker.ts";
import type { Portfolio } from "../ledger/portfolio.ts";
import { lastSessionDates } from "../market/action-factors.ts";
import { barSessions } from "../market/bar-sessions.ts";
import type { Bars } from "../market/bars.ts";
import { positionActions } from "../market/corporate-action.ts";
import { seriesCalendar } from "../market/default-calendar.ts";
import type { Feed } from "../market/feed.ts";
import { isTraded } from "../market/instrument.ts";
import type { Series } from "../market/market-data.ts";
import type { Schedule } from "../market/schedule.ts";

/** Split or dividend, with the time at which the simulation books it. */
export interface DueAction {
  /** Time at which the session of the ex-date opens or, without a bar in it, the first bar after it. */
  readonly time: number;
  readonly kind: "split" | "dividend";
  readonly ratio: number;
  readonly cash: number;
  /** Units that earlier splits of the same moment have made of one unit. */
  readonly units: number;
}

/**
 * Returns the corporate actions within the bars of a series by ex-date, even those inside a bar of a week or a month.
 * Dividends come before splits of the same ex-date, since they are paid per unit before the split. Actions on or before
 * the first bar are left out, as they affect all prices alike.
 */
export function seriesActions(
  { actions = [], calendar, zone, priceBasis = "raw" }: Series,
  bars: Bars,
  schedule: Schedule,
): readonly DueAction[] {
  if (actions.length === 0 || bars.length === 0) return [];
  const days = lastSessionDates(barSessions(bars, seriesCalendar({ bars, calendar, zone })));
  const due: DueAction[] = [];
  const inOrder = positionActions(actions, priceBasis).toSorted(
    (a, b) => a.exDate - b.exDate || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0),
  );
  for (const { exDate, kind, ratio, cash } of inOrder) {
    if (kind === "delisting" || exDate <= days[0]!) continue;
    const bar = days.findIndex((day) => day >= exDate);
    if (bar > 0) {
      const time = schedule.openTime[bar]!;
      const before = due.at(-1);
      due.push({ time, kind, ratio, cash, units: before?.time === time ? before.units * before.ratio : 1 });
    }
  }
  return due;
}

/** Queue of the splits and dividends of all traded instruments. Each action is booked once, when its session opens. */
export class ActionQueue {
  readonly #due: readonly (DueAction & { readonly feed: Feed })[];
  readonly #portfolio: Portfolio;
  readonly #broker: Broker;
  readonly #paysDividends: boolean;
  #next = 0;
  /** Instruments whose last close is in units before a split that was booked. */
  #restated: Feed[] = [];
  /** Time of the next action, or Infinity if none is left. */
  nextTime: number;

  constructor(
    series: readonly { readonly actions: readonly DueAction[] }[],
    feeds: readonly Feed[],
    portfolio: Portfolio,
    broker: Broker,
    start: number,
    paysDividends: boolean,
  ) {
    this.#due = series
      .flatMap(({ actions }, place) => actions.map((action) => ({ ...action, feed: feeds[place]! })))
      .filter(({ time, feed }) => time > start && isTraded(feed.instrument))
      .toSorted((a, b) => a.time - b.time || a.feed.index - b.feed.index);
    this.#portfolio = portfolio;
    this.#broker = broker;
    this.#paysDividends = paysDividends;
    this.nextTime = this.#due[0]?.time ?? Infinity;
  }

  /** Whether an instrument's last close is in units before a split that was booked. */
  get hasRestated(): boolean {
    return this.#restated.length > 0;
  }

  /** Books all actions that are due by `time`. */
  bookUntil(time: number): void {
    while (this.nextTime <= time) {
      const { feed, kind, ratio, cash } = this.#due[this.#next++]!;
      if (kind === "split") this.#split(feed, ratio, time);
      else if (this.#paysDividends) this.#pay(feed, cash, time);
      this.nextTime = this.#due[this.#next]?.time ?? Infinity;
    }
  }

  /** Marks last prices of instruments as current, since the first price after a split is in the new units. */
  opened(opening: readonly Feed[]): void {
    if (this.#restated.length === 0) return;
    this.#restated = this.#restated.filter((feed) => {
      if (!opening.includes(feed)) return true;
      feed.restated = false;
      return false;
    });
  }

  #split(feed: Feed, ratio: number, time: number): void {
    feed.split(ratio);
    if (!this.#restated.includes(feed)) this.#restated.push(feed);
    this.#portfolio.split(feed.index, ratio, feed.last, time, feed.closed + 1);
    this.#broker.split(feed, ratio);
  }

  /** Pays a dividend, which long positions receive and short positions pay. */
  #pay(feed: Feed, cash: number, time: number): void {
    const { quantity, multiplier } = this.#portfolio.positions[feed.index]!;
    if (quantity !== 0) this.#portfolio.move("dividend", time, feed.index, quantity * cash * multiplier, cash);
  }

  snapshot(): { readonly next: number; readonly scaled: readonly number[] } {
    return { next: this.#next, scaled: this.#restated.map(({ index }) => index) };
  }

  restore(state: ReturnType<ActionQueue["snapshot"]>, feeds: readonly Feed[]): void {
    this.#next = state.next;
    this.#restated = state.scaled.map((index) => feeds[index]!);
    this.nextTime = this.#due[this.#next]?.time ?? Infinity;
  }
}
