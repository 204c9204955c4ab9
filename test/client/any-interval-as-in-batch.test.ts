import { Bars, type Interval, type RunContext } from "hindcast";
import { describe, expect, test } from "vitest";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { SeededRandom } from "../../src/primitives/random.ts";
import { fixedLength } from "../../src/time/interval.ts";
import { both } from "../support/batch-and-remote.ts";
import { market, stock } from "../support/recorded-by-hand.ts";

/** Random bars of one interval in the regular hours of two sessions in New York, 8 and 9 January 2024. */
function recorded(interval: Interval, most: number): RecordedMarket {
  const random = new SeededRandom(3);
  const step = fixedLength(interval)!;
  const time: number[] = [];
  for (const day of [8, 9]) {
    const open = Date.UTC(2024, 0, day, 14, 30);
    for (let at = 0; at * step < 390 * 60_000 && at < most; at++) time.push(open + at * step);
  }
  let price = 100;
  const open = time.map(() => (price += Math.round(random.next() * 100 - 50) / 100));
  const column = (change: number) => open.map((value) => value + change);
  const columns = { time, open, high: column(1), low: column(-1), close: column(0.5), volume: column(0) };
  return market({ instruments: [stock("AAA")], series: [{ symbol: "AAA", bars: new Bars(interval, columns) }] });
}

describe("a backtest and a run against a server have equal fills", () => {
  const trade = ({ symbols, at }: RunContext) => {
    const { orders, position } = at(symbols[0]!);
    if (position.quantity > 0) orders.sell({ quantity: position.quantity });
    else orders.buy({ quantity: 5 });
  };
  const steps = Object.fromEntries(Array.from({ length: 20 }, (_, moment) => [moment * 3, trade]));

  test.each([
    ["15s", 80, "45s"],
    ["3m", 200, "39m"],
    ["13m", 30, "65m"],
    ["2h", 4, "4h"],
    ["1m", 390, "13m"],
  ] as const)("on recorded bars of %s, of which a strategy reads longer ones", async (interval, most, coarse) => {
    const { fills, interval: found, log } = await both(recorded(interval, most), steps, {}, coarse);
    expect(found).toBe(interval);
    expect(fills.length).toBeGreaterThan(1);
    // Two longer bars are complete at some bar of the run.
    expect(log.some(({ message }) => /\[\d+(?:\.\d+)?\]\]$/.test(message))).toBe(true);
  });

  test("on bars that are recorded as 60m and requested as 1h", async () => {
    const { fills } = await both(recorded("60m", 7), steps, {}, "2h", "1h");
    expect(fills.length).toBeGreaterThan(1);
  });
});
