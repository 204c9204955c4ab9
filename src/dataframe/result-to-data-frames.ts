import type { RunResult } from "../engine/run-result.ts";
import type { DataFrame, FrameMaker } from "./danfo.ts";
import { toDataFrame } from "./to-data-frame.ts";

/** The tables of a run. */
export interface ResultDataFrames<Frame = DataFrame> {
  /** At every moment at which a bar or a session closed: `date`, `time`, `equity`, `cash`, `buyAndHold`. */
  readonly equity: Frame;
  /** A row for each round trip; a run without any has a frame without columns. */
  readonly trades: Frame;
  /** A row for each execution. */
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
    fills: await frame(result.fills),
    summary: await frame({ metric: Object.keys(result.summary), amount: Object.values(result.summary) }),
  };
}
