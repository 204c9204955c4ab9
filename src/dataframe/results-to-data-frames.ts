import type { OrderRecord } from "../broker/order-record.ts";
import type { RunFill, RunResult, RunTrade } from "../engine/run-result.ts";
import { trialColumns } from "../research/sweep/trials-result.ts";
import type { TrialsResult } from "../research/sweep/trials-result.ts";
import type { WalkForward } from "../research/walk-forward/walk-forward.ts";
import type { DataFrame, FrameMaker } from "./danfo.ts";
import type { FrameColumns } from "./named-columns.ts";
import { toDataFrame } from "./to-data-frame.ts";

/** Data frames of a run. */
export interface ResultDataFrames<Frame = DataFrame> {
  /** A row for each close of a bar or session: `date`, `time`, `equity`, `cash`, `buyAndHold`. */
  readonly equity: Frame;
  /** A row for each trade. Without trades, indicators at entry and exit have no columns. */
  readonly trades: Frame;
  /** A row for each order, in its final state. */
  readonly orders: Frame;
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
  result: Pick<RunResult, "equity" | "buyAndHold" | "trades" | "orders" | "fills" | "summary">,
  maker?: FrameMaker<Frame>,
): Promise<ResultDataFrames<Frame>> {
  const { time, date, equity, cash } = result.equity;
  const frame = (data: Parameters<typeof toDataFrame>[0]) => toDataFrame<Frame>(data, {}, maker);
  return {
    equity: await frame({ date, time, equity, cash, buyAndHold: result.buyAndHold }),
    trades: await frame(withColumns(result.trades, TRADE)),
    orders: await frame(withColumns(result.orders, ORDER)),
    // `at` is a method of danfo.js frames.
    fills: await frame(
      withColumns(
        result.fills.map(({ at: place, ...fill }) => ({ ...fill, place })),
        FILL,
      ),
    ),
    summary: await frame({ metric: Object.keys(result.summary), amount: Object.values(result.summary) }),
  };
}

/** Names of the members of records, so that a run without any has a frame with the same columns. */
const TRADE = [
  "symbol",
  "direction",
  "quantity",
  "entryTime",
  "entryPrice",
  "entryDate",
  "entryBar",
  "exitTime",
  "exitPrice",
  "exitDate",
  "exitBar",
  "pnl",
  "return",
  "commission",
  "mae",
  "mfe",
  "bars",
  "open",
  "tag",
] as const satisfies readonly (keyof RunTrade)[];

const ORDER = [
  "id",
  "symbol",
  "side",
  "type",
  "timeInForce",
  "quantity",
  "filledQuantity",
  "averageFillPrice",
  "limitPrice",
  "stopPrice",
  "trailAmount",
  "trailPercent",
  "waterMark",
  "expiresAt",
  "reduceOnly",
  "extendedHours",
  "parentId",
  "replaces",
  "groupId",
  "forced",
  "status",
  "reason",
  "submittedAt",
  "tag",
] as const satisfies readonly (keyof OrderRecord)[];

const FILL = [
  "id",
  "orderId",
  "symbol",
  "side",
  "quantity",
  "price",
  "commission",
  "slippage",
  "time",
  "ambiguous",
  "note",
  "date",
  "bar",
  "place",
] as const satisfies readonly (keyof RunFill | "place")[];

/** Returns records, or columns without rows if there are none. */
function withColumns(records: readonly object[], names: readonly string[]): readonly object[] | FrameColumns {
  return records.length > 0 ? records : Object.fromEntries(names.map((name) => [name, []]));
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
