import { moneyRoundings } from "../ledger/money.ts";
import type { RunResult } from "../engine/run-result.ts";
import { drawdownColumn } from "../metrics/drawdown-spells.ts";
import { paired } from "../primitives/column.ts";
import type { ChartAxis } from "./chart-axis.ts";
import type { DisplayClock } from "./display-clock.ts";
import { equityDecimals, packColumn, type PackedColumn, packTimes } from "./packed-column.ts";

/** Equity and what it is measured against, a value per point of the axis. */
export interface CurvePayload {
  /** Start of each point, seconds of the page's clock. */
  readonly time: PackedColumn;
  readonly equity: PackedColumn;
  readonly buyAndHold: PackedColumn;
  /** Fractions of the peak, 0 or below. */
  readonly drawdown: PackedColumn;
  readonly buyAndHoldDrawdown: PackedColumn;
  readonly decimals: number;
}

const DRAWDOWN_DECIMALS = 4;

/** The curves of a run. A point shows the last record of its bars, of drawdown the deepest. */
export function curvePayload(
  { equity, buyAndHold, settings, currencyDecimals }: RunResult,
  axis: ChartAxis,
  clock: DisplayClock,
): CurvePayload {
  paired("buy and hold", buyAndHold, "equity", paired("times", equity.time, "equity", equity.equity));
  const pointOf = clock.daily
    ? (record: number) => axis.pointAt(equity.date[record]!)
    : (record: number) => axis.pointClosedAt(equity.time[record]!);
  const coin = moneyRoundings[settings.moneyRounding].coin(currencyDecimals);
  const drawdown = drawdownColumn(equity.equity, settings.cash, coin);
  const heldDrawdown = drawdownColumn(buyAndHold, settings.cash, coin);
  const points: number[] = [];
  const lasts: number[] = [];
  const deepest: number[] = [];
  const heldDeepest: number[] = [];
  for (let i = 0; i < equity.time.length; i++) {
    const point = pointOf(i);
    if (points.at(-1) === point) {
      lasts[lasts.length - 1] = i;
      deepest.push(Math.min(deepest.pop()!, drawdown[i]!));
      heldDeepest.push(Math.min(heldDeepest.pop()!, heldDrawdown[i]!));
    } else {
      points.push(point);
      lasts.push(i);
      deepest.push(drawdown[i]!);
      heldDeepest.push(heldDrawdown[i]!);
    }
  }
  const decimals = equityDecimals(equity.equity, currencyDecimals);
  return {
    time: packTimes(points.map((point) => axis.secondsOf(point))),
    equity: packColumn(
      lasts.map((record) => equity.equity[record]!),
      decimals,
    ),
    buyAndHold: packColumn(
      lasts.map((record) => buyAndHold[record]!),
      decimals,
    ),
    drawdown: packColumn(deepest, DRAWDOWN_DECIMALS),
    buyAndHoldDrawdown: packColumn(heldDeepest, DRAWDOWN_DECIMALS),
    decimals,
  };
}
