import { backtest, marketOf, prepareData, ta } from "hindcast";
import { smaCross } from "../../strategies/sma-cross.ts";
import { interleaved, type Rounds } from "../interleaved.ts";
import { randomWalk } from "../support/random-walk.ts";
import type { Cell, Row } from "./comparison.ts";
import { crossings } from "./crossings.ts";
import { grademarkRun } from "./engines/grademark.ts";
import { indicatortsRun } from "./engines/indicatorts.ts";

/** Cash so large that buying whole shares leaves almost none of it. */
const CASH = 1e12;

/**
 * Measures a backtest of the cross of two averages, 10 and 30 bars, long or flat, without costs. The other engines receive precomputed
 * crossings and record trades or one number. Hindcast also computes the averages and records orders, fills and an equity curve.
 */
export function compareBacktests(bars: number, rounds: Rounds): Row[] {
  const walk = randomWalk(bars);
  const data = marketOf({ WALK: walk });
  const crossed = crossings(ta.sma(walk.close, 10), ta.sma(walk.close, 30));
  const nextOpen = { cash: CASH };
  const sameClose = { cash: CASH, fillAt: "same-close" } as const;
  const grademark = grademarkRun(walk, crossed);
  const indicatorts = indicatortsRun(walk, crossed);
  const times = interleaved(
    {
      ours: () => backtest(smaCross, prepareData(data, { ...nextOpen }), nextOpen),
      oursAtClose: () => backtest(smaCross, prepareData(data, { ...sameClose }), sameClose),
      grademark: grademark.run,
      indicatorts: indicatorts.run,
    },
    { ...rounds, clear: false },
  );
  const atNextOpen = backtest(smaCross, data, nextOpen);
  const atSameClose = backtest(smaCross, data, sameClose);
  const trades = atNextOpen.trades.filter((trade) => !trade.open);
  return [
    row("fills at the next open", bars, times.ours, {
      package: "grademark",
      ratio: times.grademark / times.ours,
      agreement: { equal: false, difference: grademark.missing(trades) },
      differs: "the library evaluates no rule on the bar of a fill, so it misses a cross back on that bar",
    }),
    row("fills at the same close", bars, times.oursAtClose, {
      package: "indicatorts",
      ratio: times.indicatorts / times.oursAtClose,
      agreement: compareGains(indicatorts.gain() + 1, atSameClose.equity.equity.at(-1)! / CASH),
    }),
  ];
}

function row(name: string, bars: number, ms: number, cell: Cell): Row {
  return { name, ours: (ms * 1e6) / bars, cells: [cell] };
}

function compareGains(theirs: number, ours: number): Cell["agreement"] {
  const difference = Math.abs(theirs / ours - 1);
  return { equal: difference < 1e-6, difference };
}
