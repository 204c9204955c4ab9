import type { RunResult } from "../engine/run-result.ts";
import { trialColumns } from "../research/sweep/trials-result.ts";
import type { TrialsResult } from "../research/sweep/trials-result.ts";
import type { WalkForward } from "../research/walk-forward/walk-forward.ts";
import type { DataFrame, FrameMaker } from "./danfo.ts";
import { toDataFrame } from "./to-data-frame.ts";

/** The tables of a run. */
export interface ResultDataFrames<Frame = DataFrame> {
  /** At every moment at which a bar or a session closed: `date`, `time`, `equity`, `cash`, `buyAndHold`. */
  readonly equity: Frame;
  /** A row for each round trip; a run without any has a frame without columns. */
  readonly trades: Frame;
  /** A row for each execution; its `at` is named `place`. */
  readonly fills: Frame;
  /** A row for each number of the summary: `metric`, `amount`. A number that cannot be told is NaN. */
  readonly summary: Frame;
}

/**
 * What a run came to as data frames of danfo.js, or of the library whose `maker` is given, see `toDataFrame`. Throws PACKAGE_MISSING.
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
    // Frames have a member named `at`.
    fills: await frame(result.fills.map(({ at: place, ...fill }) => ({ ...fill, place }))),
    summary: await frame({ metric: Object.keys(result.summary), amount: Object.values(result.summary) }),
  };
}

/**
 * The table of a sweep or a search as a data frame of danfo.js, or of the library whose `maker` is given, see `toDataFrame`: a row for each trial, the best first, with `rank`, `trial`, the
 * parameters and the metrics. Throws PACKAGE_MISSING, and PARAMETER_OUT_OF_RANGE for a parameter that is named like a member of every frame.
 *
 * @example
 * const trials = await trialsToDataFrame(await sweep(smaCross, data, { params }));
 * trials.sortValues("max-drawdown").print();
 */
export function trialsToDataFrame<Frame = DataFrame>(result: TrialsResult, maker?: FrameMaker<Frame>): Promise<Frame> {
  return toDataFrame<Frame>(Object.fromEntries(trialColumns(result)), {}, maker);
}

/** The tables of a walk-forward. */
export interface WalkForwardDataFrames<Frame = DataFrame> {
  /** A row for each window: `trainFrom`, `trainTo`, `testTo` and their dates, the parameters as `params.fast`, `trials`, `trained`, `tested`, `openTrades`. */
  readonly windows: Frame;
  /** The tests one after the other as one account: `date`, `time`, `equity`, `buyAndHold`. */
  readonly equity: Frame;
  /** A row for each number of the summary: `metric`, `amount`. A number that cannot be told is NaN. */
  readonly summary: Frame;
}

/**
 * What a walk-forward came to as data frames of danfo.js, or of the library whose `maker` is given, see `toDataFrame`. Throws PACKAGE_MISSING.
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
