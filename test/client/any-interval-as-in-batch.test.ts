import { Bars, defineStrategy, type Interval, type RunContext, ta } from "hindcast";
import { describe, expect, test } from "vitest";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { SeededRandom } from "../../src/primitives/random.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { fixedLength } from "../../src/time/interval.ts";
import { both, sameRuns } from "../support/batch-and-remote.ts";
import { crypto, market, stock } from "../support/recorded-by-hand.ts";

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

  /** Minutes between the starts of two bars are `step`; each instrument has its own minutes after midnight, and gaps. */
  const offGrid = (interval: Interval, calendar: string, offsets: readonly number[], last: "trades" | "data") => {
    const random = new SeededRandom(7);
    const step = fixedLength(interval)!;
    const instruments = offsets.map((_, at) => {
      const role = at > 0 && last === "data" ? ({ role: "data" } as const) : {};
      const given = { calendar, exchange: calendar, ...role };
      return crypto(`${"ABC"[at]!}USD`, "ABC"[at]!, given);
    });
    const series = instruments.map(({ symbol }, of) => {
      const time: number[] = [];
      const begin = Date.UTC(2024, 0, 8, 15) + offsets[of]! * 60_000;
      for (let at = 0; at < 120; at++) if (random.next() < 0.8) time.push(begin + at * step);
      const kept = time.filter((at) => {
        const session = calendarOf(calendar).lastSession(at);
        return session !== undefined && at < session.close && at >= session.open;
      });
      let price = 100;
      const open = Float64Array.from(kept, () => (price += Math.round(random.next() * 100 - 50) / 100));
      const column = (change: number) => open.map((value) => value + change);
      const columns = { open, high: column(1), low: column(-1), close: column(0.5), volume: column(0) };
      return { symbol, bars: new Bars(interval, { time: Float64Array.from(kept), ...columns }) };
    });
    return market({ instruments, series });
  };

  /** Trades on changes of two longer closes, so that a longer bar that is complete too early changes a fill. */
  const reader = (first: Interval, second: Interval) =>
    defineStrategy({
      name: "reader",
      indicators: ({ bars }) => ({
        first: bars(first).open,
        second: ta.sma(bars(second).close, 2),
      }),
      onBars({ symbols, at, log, time }) {
        for (const symbol of symbols) {
          const { ind, orders, position } = at(symbol);
          log(`${time} ${symbol} ${ind.first.value} ${ind.second.value}`);
          if (ind.first.value > ind.second.value && position.quantity === 0) orders.buy({ quantity: 1 });
          if (ind.first.value < ind.second.value && position.quantity > 0) orders.sell({ quantity: 1 });
        }
      },
    });

  test.each([
    ["60m", "24/7", [30, 0], "2h", "1d"],
    ["60m", "24/7", [0, 30, 45], "2h", "4h"],
    ["45m", "24/7", [15, 0], "90m", "1d"],
    ["15m", "24/7", [7, 0], "30m", "90m"],
    ["15s", "24/7", [1 / 12, 0], "1m", "2m"],
    ["60m", "FX", [30, 0], "2h", "4h"],
    ["60m", "XNYS", [15, 0], "2h", "4h"],
    ["60m", "XTKS", [645, 600, 615], "3h", "2h"],
    ["60m", "CMES", [30, 0], "2h", "4h"],
  ] as const)(
    "on bars of %s in calendar %s that start at different minutes: %s",
    async (interval, calendar, offsets, first, second) => {
      for (const last of ["trades", "data"] as const) {
        const recorded = offGrid(interval, calendar, offsets, last);
        const { fills } = await sameRuns(recorded, reader(first, second));
        expect(fills.length).toBeGreaterThan(1);
      }
    },
  );
});
