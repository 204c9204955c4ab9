import type { RunResult } from "../engine/run-result.ts";
import { trialColumns } from "../research/sweep/trials-result.ts";
import type { TrialsResult } from "../research/sweep/trials-result.ts";
import type { WalkForward } from "../research/walk-forward/walk-forward.ts";
import type { DataFrame, FrameMaker } from "./danfo.ts";
import { toDataFrame } from "./to-data-frame.ts";

/** Data frames of a run. */
export interface ResultDataFrames<Frame = DataFrame> {
  /** A row for each close of a bar or session: `date`, `time`, `equity`, `cash`, `buyAndHold`. */
  readonly equity: Frame;
  /** A row for each trade. A run without trades has a frame without columns. */
  readonly trades: Frame;
  /** A row for each fill. The field `at` of a fill becomes the column `place`. */
  readonly fills: Frame;
  /** A row for each metric: `metric`, `amount`. An undefined metric is NaN. */
  readonly summary: Frame;
}

/**
 * Converts the result of a run to data frames of danfo.js, or of the library of `maker`; see `toDataFrame`. Throws `PACKAGE_MISSING`.
 *
 * @example
 * const { equity, trades } = await resultToDataFrames(result);
 */
export async function resultToDataFrames<Frame = DataFrame>(
  result: Pick<RunResult, "equity" | "buyAndHold" | "trades" | "fills" | "summary">,
  maker?: FrameMaker<Frame>,
): Promise<ResultDataFrames<Frame>> {
  const { time, date, equity, cash } = result.equity;
  const frame = (data: Parameters<typeof toDataFrame>[0]) => toDataFrame<Frame>(data, {}, maker);
  return {
    equity: await frame({ date, time, equity, cash, buyAndHold: result.buyAndHold }),
    trades: await frame(result.trades),
    // The field `at` is renamed, since danfo.js frames have a method `at`.
    fills: await frame(result.fills.map(({ at: place, ...fill }) => ({ ...fill, place }))),
    summary: await frame({ metric: Object.keys(result.summary), amount: Object.values(result.summary) }),
  };
}

/**
 * Converts the trials of a sweep or search to a data frame of danfo.js, or of the library of `maker`; see `toDataFrame`. It has a row for each
 * trial, best first, with `rank`, `trial`, parameters and metrics. Throws `PACKAGE_MISSING`, and `PARAMETER_OUT_OF_RANGE` for a parameter
 * named like a property or method of danfo.js frames.
 *
 * @example
 * const trials = await trialsToDataFrame(await sweep(smaCross, data, { params }));
 * trials.sortValues("max-drawdown").print();
 */
export function trialsToDataFrame<Frame = DataFrame>(result: TrialsResult, maker?: FrameMaker<Frame>): Promise<Frame> {
  return toDataFrame<Frame>(Object.fromEntries(trialColumns(result)), {}, maker);
}

/** Data frames of a walk-forward. */
export interface WalkForwardDataFrames<Frame = DataFrame> {
  /** A row for each window: `trainFrom`, `trainTo`, `testTo` and their dates, the parameters as `params.fast`, `trials`, `trained`, `tested`, `openTrades`. */
  readonly windows: Frame;
  /** Equity of all test windows joined as one account: `date`, `time`, `equity`, `buyAndHold`. */
  readonly equity: Frame;
  /** A row for each metric: `metric`, `amount`. An undefined metric is NaN. */
  readonly summary: Frame;
}

/**
 * Converts a walk-forward to data frames of danfo.js, or of the library of `maker`; see `toDataFrame`. Throws `PACKAGE_MISSING`.
 *
 * @example
 * const { windows, equity } = await walkForwardToDataFrames(walked);
 */
export async function walkForwardToDataFrames<Frame = DataFrame>(
  walked: Pick<WalkForward, "windows" | "performance" | "summary">,
  maker?: FrameMaker<Frame>,
): Promise<WalkForwardDataFrames<Frame>> {
  const frame = (data: Parameters<typeof toDataFrame>[0]) => toDataFrame<Frame>(data, {}, maker);
  const { windows, summary } = walked;
  const { time, date, equity, buyAndHold } = walked.performance;
  return {
    windows: await frame(windows),
    equity: await frame({ date, time, equity, buyAndHold }),
    summary: await frame({ metric: Object.keys(summary), amount: Object.values(summary) }),
  };
}
