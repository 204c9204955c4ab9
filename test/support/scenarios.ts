import type { Bars, Instrument, RunSettings } from "hindcast";
import { expect, test } from "vitest";
import { barsFrom } from "./market.ts";
import { play, type Script } from "./play.ts";

/**
 * One small case of the paper broker, to be read like a line of its manual. Bars are daily unless they are made otherwise: the bar of line 2 opens
 * at `2 00:00`, where market orders given at the close of line 1 fill, and closes at `3 00:00`, where everything is booked that happened inside it.
 */
export interface Scenario {
  /** `open high low close [volume]` a line. */
  readonly bars: string | Bars | Readonly<Record<string, Bars>>;
  /** What is asked for at the close of which line. */
  readonly at: Script;
  readonly settings?: Partial<RunSettings>;
  readonly instrument?: Partial<Omit<Instrument, "symbol">>;
  /** All fills. */
  readonly fills: readonly string[];
  /** How all orders ended, where that is the point. */
  readonly orders?: readonly string[];
  readonly events?: readonly string[];
  /** Cash at the end. */
  readonly cash?: number;
}

/** Plays each case and compares it with what was worked out by hand. */
export function scenarios(cases: Readonly<Record<string, Scenario>>): void {
  test.each(Object.entries(cases))("%s", (_, { bars, at, settings, instrument, fills, orders, events, cash }) => {
    const played = play(typeof bars === "string" ? barsFrom(bars) : bars, at, settings, instrument);
    expect(played.fills).toEqual(fills);
    if (orders !== undefined) expect(played.orders).toEqual(orders);
    if (events !== undefined) expect(played.events).toEqual(events);
    if (cash !== undefined) expect(played.result.equity.cash.at(-1)).toBe(cash);
  });
}

/** Two still bars, before which ten units are bought at 100 and after which `then` is asked for. */
export const STILL = "100 100 100 100\n100 100 100 100\n";
export const holdingTen = (then: Script[string], more: Script = {}): Script => ({
  1: ({ orders }) => orders.buy({ quantity: 10 }),
  2: then,
  ...more,
});
export const BOUGHT_TEN = "2 00:00 buy 10 X at 100";
