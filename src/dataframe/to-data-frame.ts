import { Bars } from "../market/bars.ts";
import { parameterError } from "../primitives/check.ts";
import { libraryFrame } from "./any-frame.ts";
import type { DataFrame, FrameMaker } from "./danfo.ts";
import { cellsOf, madeFrame } from "./frame-columns.ts";
import { isRecord } from "./is-record.ts";
import { type FrameColumns, namedColumns } from "./named-columns.ts";
import { columnsOfRecords } from "./record-columns.ts";

/**
 * A data frame: one column for each column of bars or of a record, or for each field of the objects of a list, such as
 * the trades of a run (a record within one becomes `inner.field`); with `more` columns beside them. Values are the same to the last bit, times are epoch milliseconds, and a
 * missing number is NaN.
 *
 * `maker` makes the frame of columns by name: a function, such as `aq.table` of arquero or `pl.DataFrame` of nodejs-polars, or a
 * danfo.js, such as `danfojs` in a browser. Unless it is given `danfojs-node` is loaded. Frames of danfo.js hold and print numbers
 * as they are but compute in single precision: compute first, then hand over.
 *
 * Throws PACKAGE_MISSING, and a `RangeError` for columns of several lengths or of one name, for what is no column, for values that are neither numbers, text nor yes or no
 * (of a Date give its time), and for a name that every frame of danfo.js has for itself, such as `columns`, `shape` or `mean`.
 *
 * @example
 * const frame = await toDataFrame(bars, { average: sma(bars, 20), bands: bollinger(bars) });
 * const table = await toDataFrame(result.trades, {}, aq.table);
 */
export async function toDataFrame<Frame = DataFrame>(
  data: Bars | FrameColumns | readonly object[],
  more: FrameColumns = {},
  maker?: FrameMaker<Frame>,
): Promise<Frame> {
  checkNoFrame("data", data);
  checkNoFrame("more", more);
  if (!isRecord(more)) throw parameterError("more", "columns by name", more);
  const cells = new Map<string, ReturnType<typeof cellsOf>>();
  for (const [name, values] of [...namedColumns(columnsOf(data)), ...namedColumns(more)]) {
    if (cells.has(name)) throw parameterError("a column", "given once (rename one of them)", name);
    cells.set(name, cellsOf(name, values));
  }
  return madeFrame(cells, maker);
}

/** A frame is an object of many members, which are no columns. */
function checkNoFrame(what: string, given: unknown): void {
  const frame = libraryFrame(given);
  if (frame === undefined) return;
  const columns = frame.names.join(", ");
  throw parameterError(what, "columns by name (read a frame by columnsFromDataFrame)", `a data frame of ${columns}`);
}

function columnsOf(data: Bars | FrameColumns | readonly object[]): FrameColumns {
  if (Array.isArray(data)) return columnsOfRecords(data);
  if (data instanceof Bars) return columnsOfBars(data);
  if (isRecord(data)) return data as FrameColumns;
  throw parameterError("data", "bars, columns by name or a list of objects", data);
}

function columnsOfBars({ time, open, high, low, close, volume, adjClose }: Bars): FrameColumns {
  return { time, open, high, low, close, volume, ...(adjClose === undefined ? {} : { adjClose }) };
}
