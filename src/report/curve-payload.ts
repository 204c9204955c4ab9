import { moneyRoundings } from "../ledger/money.ts";
import type { RunResult } from "../engine/run-result.ts";
import { drawdownColumn } from "../metrics/drawdown-spells.ts";
import { checkSameLength } from "../primitives/column.ts";
import { type ChartAxis, groupsOf } from "./chart-axis.ts";
import type { DisplayClock } from "./display-clock.ts";
import { equityDecimals, packColumn, packTimes } from "./packed-column.ts";

/** Equity and buy and hold, with one value per point of the time axis. */
export type CurvePayload = ReturnType<typeof curvePayload>;

const DRAWDOWN_DECIMALS = 4;

/** Curves of a run for its report page. Each point shows the last record of its bars, and their deepest drawdown. */
export function curvePayload(
  { equity, buyAndHold, settings, currencyDecimals }: RunResult,
  axis: ChartAxis,
  clock: DisplayClock,
) {
  checkSameLength("buy and hold", buyAndHold, "equity", checkSameLength("times", equity.time, "equity", equity.equity));
  const pointOfEach = clock.daily ? axis.pointsAt(equity.date) : axis.pointsClosedAt(equity.time);
  const coin = moneyRoundings[settings.moneyRounding].coin(currencyDecimals);
  const drawdown = drawdownColumn(equity.equity, settings.cash, coin);
  const buyAndHoldDrawdown = drawdownColumn(buyAndHold, settings.cash, coin);
  const { points, fold, last } = groupsOf(pointOfEach);
  const decimals = equityDecimals(equity.equity, currencyDecimals);
  return {
    /** Start of each point, in seconds of the page's local time. */
    time: packTimes(points.map((point) => axis.secondsOf(point))),
    equity: packColumn(last(equity.equity), decimals),
    buyAndHold: packColumn(last(buyAndHold), decimals),
    /** Drawdowns as fractions of the peak, 0 or below. */
    drawdown: packColumn(fold(drawdown, Math.min), DRAWDOWN_DECIMALS),
    buyAndHoldDrawdown: packColumn(fold(buyAndHoldDrawdown, Math.min), DRAWDOWN_DECIMALS),
    decimals,
  };
}
