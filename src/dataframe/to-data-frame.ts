import { Bars } from "../market/bars.ts";
import { parameterError } from "../primitives/check.ts";
import { loadDanfo, type Danfo, type DataFrame } from "./danfo.ts";
import { cellsOf, frameOf } from "./frame-columns.ts";

/** Columns by name; a record of several, such as the outputs of an indicator, becomes `bands.upper`, `bands.lower`. */
export type FrameColumns = Readonly<Record<string, ArrayLike<unknown> | Readonly<Record<string, ArrayLike<unknown>>>>>;

/**
 * A data frame of danfo.js: one column for each column of bars or of a record, or for each field of the objects of a list, such as
 * the trades of a run (a record within one becomes `inner.field`); with `more` columns beside them. Values are the same to the last bit, times are epoch milliseconds, and a
 * missing number is NaN. Frames hold and print numbers as they are but compute in single precision: compute first, then hand over.
 *
 * `danfo`: `danfojs-node` is loaded unless another one is given, such as `danfojs` in a browser.
 *
 * Throws PACKAGE_MISSING, and a `RangeError` for columns of several lengths or of one name, for values that are neither numbers, text nor yes or no,
 * and for a name that every frame has for itself, such as `columns`, `shape` or `mean`.
 *
 * @example
 * const frame = await toDataFrame(bars, { average: sma(bars, 20), bands: bollinger(bars) });
 */
export async function toDataFrame<Frame extends DataFrame = DataFrame>(
  data: Bars | FrameColumns | readonly object[],
  more: FrameColumns = {},
  danfo?: Danfo<Frame>,
): Promise<Frame> {
  const columns = Array.isArray(data)
    ? columnsOfRecords(data as readonly object[])
    : data instanceof Bars
      ? columnsOfBars(data)
      : (data as FrameColumns);
  const cells = new Map<string, ReturnType<typeof cellsOf>>();
  for (const [name, values] of [...Object.entries(columns), ...Object.entries(more)])
    for (const [own, column] of isColumn(values) ? [["", values] as const] : Object.entries(values)) {
      const full = own === "" ? name : `${name}.${own}`;
      if (cells.has(full)) throw parameterError("a column", "given once (rename one of them)", full);
      cells.set(full, cellsOf(name, column));
    }
  return frameOf(danfo ?? ((await loadDanfo()) as Danfo<Frame>), cells);
}

function isColumn(values: FrameColumns[string]): values is ArrayLike<unknown> {
  return Array.isArray(values) || ArrayBuffer.isView(values);
}

function columnsOfBars({ time, open, high, low, close, volume, adjClose }: Bars): FrameColumns {
  return { time, open, high, low, close, volume, ...(adjClose === undefined ? {} : { adjClose }) };
}

/** One column for each field that any of the records has; a record within one has its fields in columns of their own, `inner.field`. */
function columnsOfRecords(records: readonly object[]): FrameColumns {
  const rows = records.map((record) => new Map(fieldsOf(record, "")));
  const names = new Set(rows.flatMap((row) => [...row.keys()]));
  return Object.fromEntries([...names].map((name) => [name, rows.map((row) => row.get(name))]));
}

function fieldsOf(record: object, prefix: string): (readonly [string, unknown])[] {
  return Object.entries(record).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null ? fieldsOf(value, `${prefix}${name}.`) : [[`${prefix}${name}`, value]],
  );
}
