import * as fc from "fast-check";
import { backtest } from "hindcast";
import { describe, expect } from "vitest";
import { barsOfRows, mapMarket, rowsOf } from "../support/arbitrary-market.ts";
import { sightsOf } from "../support/arbitrary-orders.ts";
import { RUNS } from "../support/arbitrary-broad-run.ts";
import { expectSame } from "../support/expect-same.ts";
import { otherFuture, stateAt } from "../support/other-bars.ts";
import { runs } from "../support/runs.ts";
import { property } from "../support/property.ts";

describe.each(RUNS)("decisions of a random run $kind do not depend on the future:", ({ parts: arbitrary, run }) => {
  property([arbitrary, fc.nat(), fc.nat(1_000_000), fc.integer({ min: 0, max: 100 })], runs(70))(
    "hook readings, orders, fills and amounts are equal, bit for bit, if later bars differ",
    (parts, pick, seed, keep) => {
      const { data, strategy, settings, result } = run(parts);
      const sights = sightsOf(result.log);
      const { time } = sights[pick % sights.length]!;
      const other = mapMarket(data, (bars) => otherFuture(bars, time, seed, keep));
      expectSame(stateAt(strategy, other, settings, time), stateAt(strategy, data, settings, time));
    },
  );

  property([arbitrary, fc.nat()], runs(70))(
    "a run over only the first bars equals the start of the whole run",
    (parts, pick) => {
      const { data, strategy, settings, result } = run({ ...parts, shape: { ...parts.shape, intraday: false } });
      const { time } = result.equity;
      const end = time[pick % time.length]!;
      const beginning = mapMarket(data, (bars) =>
        barsOfRows(
          bars.interval,
          rowsOf(bars).filter(([start]) => start! < end),
        ),
      );
      const short = backtest(strategy, beginning, settings);
      const { length } = short.equity.time;
      expect(Array.from(short.equity.time)).toEqual(Array.from(time.subarray(0, length)));
      expect(Array.from(short.equity.equity)).toEqual(Array.from(result.equity.equity.subarray(0, length)));
      expect(Array.from(short.equity.cash)).toEqual(Array.from(result.equity.cash.subarray(0, length)));
      expect(short.fills).toEqual(result.fills.slice(0, short.fills.length));
      // Orders of the last close are accepted and stay open. Only the end of a run shows which instruments have no
      // later bar.
      const atEnd = short.orderEvents.findIndex(({ reason }) => reason === "bars_ended");
      const events = atEnd < 0 ? short.orderEvents : short.orderEvents.slice(0, atEnd);
      expect(events).toEqual(result.orderEvents.slice(0, events.length));
      expect(short.log.slice(0, -1)).toEqual(result.log.slice(0, short.log.length - 1));
    },
  );
});
