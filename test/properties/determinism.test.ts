import * as fc from "fast-check";
import { backtest, type BacktestResult, Bars, type MarketData, prepareData } from "hindcast";
import { describe, expect } from "vitest";
import { mapMarket } from "../support/arbitrary-market.ts";
import { scripted } from "../support/arbitrary-orders.ts";
import { arbitraryRun, runOf } from "../support/arbitrary-run.ts";
import { expectSame } from "../support/expect-same.ts";
import { runs } from "../support/runs.ts";
import { property } from "../support/property.ts";

/** All outcomes of a run that must be equal bit for bit. */
const outcome = (result: BacktestResult) => ({
  fillHash: result.fillHash,
  log: result.log,
  events: result.orderEvents,
  equity: Array.from(result.equity.equity),
  cash: Array.from(result.equity.cash),
  time: Array.from(result.equity.time),
  sessions: Array.from(result.equity.sessions),
});

describe("a run", () => {
  property([arbitraryRun], runs(100))("gives the same result and fingerprint when repeated", (parts) => {
    const { data, strategy, settings, result } = runOf(parts);
    const again = backtest(strategy, data, settings);
    expectSame(outcome(again), outcome(result));
    expect(again.fingerprint).toBe(result.fingerprint);
  });

  property([arbitraryRun, fc.nat()], runs(100))("does not depend on the order of its symbols", (parts, turn) => {
    const { data, strategy, settings, result } = runOf(parts);
    const first = turn % data.series.length;
    const turned: MarketData = {
      ...data,
      series: [...data.series.slice(first), ...data.series.slice(0, first)].toReversed(),
    };
    const other = backtest(strategy, turned, settings);
    expectSame(outcome(other), outcome(result));
    expect(other.fingerprint).toBe(result.fingerprint);
  });

  property([arbitraryRun], runs(100))("does not change with a progress callback or prepared data", (parts) => {
    const { data, strategy, settings, result } = runOf(parts);
    const progress: number[] = [];
    const watched = backtest(strategy, data, { ...settings, onProgress: (done) => void progress.push(done) });
    expectSame(outcome(watched), outcome(result));
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect([progress[0], progress.at(-1)]).toEqual([0, 1]);
    const prepared = prepareData(data, settings);
    for (let run = 0; run < 2; run++) expectSame(outcome(backtest(strategy, prepared, settings)), outcome(result));
  });

  property([arbitraryRun, fc.constantFrom(-2, 1, 5)], runs(100))(
    "has all its money multiplied by a power of two if prices are multiplied by it",
    (parts, power) => {
      const scale = 2 ** power;
      const times = (values: Float64Array) => values.map((value) => value * scale);
      // Percent commissions scale with prices, fixed commissions do not.
      const fixed = parts.settings.commission!.model === "percent" ? parts.settings.commission! : { model: "none" };
      const settings = { ...parts.settings, commission: fixed, moneyRounding: "none" } as const;
      const { data, result } = runOf({ ...parts, settings });
      const scaled = mapMarket(
        data,
        (bars) =>
          new Bars(bars.interval, {
            time: bars.time,
            open: times(bars.open),
            high: times(bars.high),
            low: times(bars.low),
            close: times(bars.close),
            volume: bars.volume,
          }),
      );
      const other = backtest(scripted(parts.commands, parts.shape.step * scale, scale), scaled, {
        ...settings,
        cash: settings.cash! * scale,
      });
      expect(Array.from(other.equity.equity)).toEqual(Array.from(times(result.equity.equity)));
      expect(other.fills).toEqual(
        result.fills.map((fill) => ({
          ...fill,
          price: fill.price * scale,
          commission: fill.commission * scale,
          slippage: fill.slippage * scale,
        })),
      );
    },
  );
});
