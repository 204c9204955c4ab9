import type { Bars, Instrument, RunSettings } from "hindcast";
import { expect, test } from "vitest";
import { barsFrom } from "./market.ts";
import { play, type Script } from "./play.ts";

/**
 * One small case of the paper broker. Bars are daily unless stated otherwise. The bar of line 2 opens at `2 00:00`, where market orders
 * submitted at the close of line 1 fill. It closes at `3 00:00`, which is the recorded time of all fills inside it.
 */
export interface Scenario {
  /** Bars as text, one per line: `open high low close [volume]`. */
  readonly bars: string | Bars | Readonly<Record<string, Bars>>;
  /** What the strategy does, by the line of bars at whose close it does so. */
  readonly at: Script;
  readonly settings?: Partial<RunSettings>;
  readonly instrument?: Partial<Omit<Instrument, "symbol">>;
  /** All fills of the run as text. */
  readonly fills: readonly string[];
  /** Final status of all orders as text, if the case is about orders. */
  readonly orders?: readonly string[];
  readonly events?: readonly string[];
  /** Cash at the end of the run. */
  readonly cash?: number;
}

/** Runs each case and compares the result with the expected values, which were worked out by hand. */
export function scenarios(cases: Readonly<Record<string, Scenario>>): void {
  test.each(Object.entries(cases))("%s", (_, { bars, at, settings, instrument, fills, orders, events, cash }) => {
    const played = play(typeof bars === "string" ? barsFrom(bars) : bars, at, settings, instrument);
    expect(played.fills).toEqual(fills);
    if (orders !== undefined) expect(played.orders).toEqual(orders);
    if (events !== undefined) expect(played.events).toEqual(events);
    if (cash !== undefined) expect(played.result.equity.cash.at(-1)).toBe(cash);
  });
}

/** Two bars at a constant price of 100. `holdingTen` buys ten units between them, and runs `then` at the close of the second bar. */
export const STILL = "100 100 100 100\n100 100 100 100\n";
export const holdingTen = (then: Script[string], more: Script = {}): Script => ({
  1: ({ orders }) => orders.buy({ quantity: 10 }),
  2: then,
  ...more,
});
export const BOUGHT_TEN = "2 00:00 buy 10 X at 100";
