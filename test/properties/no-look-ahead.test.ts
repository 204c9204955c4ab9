import { fc, test } from "@fast-check/vitest";
import { type AnyStrategy, type Bars, backtest, Driver, type MarketData, RunPlan, type RunSettings } from "hindcast";
import { describe, expect } from "vitest";
import { scheduleOf } from "../../src/market/schedule.ts";
import { barsOfRows, mapMarket, rowsOf } from "../support/arbitrary-market.ts";
import { sightsOf } from "../support/arbitrary-orders.ts";
import { RUNS } from "../support/arbitrary-broad-run.ts";
import { expectSame } from "../support/expect-same.ts";
import { runs } from "../support/runs.ts";

const wave = (seed: number, i: number) => ((Math.imul(seed + i, 2654435761) >>> 0) % 1000) / 10;

/** Bars of which everything that is revealed after the hooks of `time` is another valid value; later bars go, move and come. */
function otherFuture(bars: Bars, time: number, seed: number, keep: number): Bars {
  const { closeTime } = scheduleOf(bars);
  const length = bars.interval === "1h" ? 3_600_000 : 86_400_000;
  const rows = rowsOf(bars).flatMap((row, i) => {
    if (closeTime[i]! <= time) return [row];
    const [start, open, high, low] = row as [number, number, number, number];
    if (start >= time && wave(seed, i) > keep) return [];
    // The open of a bar that is forming is known already.
    const first = start < time ? open : 3 + wave(seed, i);
    const close = 3 + wave(seed, i + 100);
    return [[start, first, Math.max(first, close, high / 2) + 1, Math.min(first, close, low * 2) - 1, close, 77]];
  });
  const last = rows.at(-1)?.[0] ?? bars.time[0]!;
  for (let k = 1; k <= seed % 4; k++) {
    const start = last + k * length;
    if (start >= time) rows.push([start, 50, 60 + k, 40, 55, 1]);
  }
  return barsOfRows(bars.interval, rows);
}

/** The whole state of a run after the hooks of `time`: what it saw, asked for, owns and was told. */
function stateAt(strategy: AnyStrategy, data: MarketData, settings: Partial<RunSettings>, time: number) {
  const driver = new Driver(new RunPlan(strategy, data, { settings }));
  driver.advance(time, 5);
  return { position: driver.position, state: driver.snapshot() };
}

describe.each(RUNS)("nothing that is decided $kind depends on the future", ({ parts: arbitrary, run }) => {
  test.prop([arbitrary, fc.nat(), fc.nat(1_000_000), fc.integer({ min: 0, max: 100 })], runs(70))(
    "any other future after any hooks leaves sights, orders, fills and money up to them as they were, bit for bit",
    (parts, pick, seed, keep) => {
      const { data, strategy, settings, result } = run(parts);
      const sights = sightsOf(result.log);
      const { time } = sights[pick % sights.length]!;
      const other = mapMarket(data, (bars) => otherFuture(bars, time, seed, keep));
      expectSame(stateAt(strategy, other, settings, time), stateAt(strategy, data, settings, time));
    },
  );

  test.prop([arbitrary, fc.nat()], runs(70))("a run over the beginning is the beginning of the run", (parts, pick) => {
    const { data, strategy, settings, result } = run({ ...parts, shape: { ...parts.shape, intraday: false } });
    const { time } = result.equity;
    const end = time[pick % time.length]!;
    const beginning = mapMarket(data, (bars) =>
      barsOfRows(
        bars.interval,
        rowsOf(bars).filter(([start]) => start! < end),
      ),
    );
    const short = backtest(strategy, beginning, { settings });
    const { length } = short.equity.time;
    expect(Array.from(short.equity.time)).toEqual(Array.from(time.subarray(0, length)));
    expect(Array.from(short.equity.equity)).toEqual(Array.from(result.equity.equity.subarray(0, length)));
    expect(Array.from(short.equity.cash)).toEqual(Array.from(result.equity.cash.subarray(0, length)));
    expect(short.fills).toEqual(result.fills.slice(0, short.fills.length));
    // Orders given at the last close have been entered, and wait.
    expect(short.orderEvents).toEqual(result.orderEvents.slice(0, short.orderEvents.length));
    expect(short.log.slice(0, -1)).toEqual(result.log.slice(0, short.log.length - 1));
  });
});
