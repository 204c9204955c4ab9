import type { WalkForward } from "../research/walk-forward/walk-forward.ts";
import type { DataFrame, FrameMaker } from "./danfo.ts";
import { toDataFrame } from "./to-data-frame.ts";

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
