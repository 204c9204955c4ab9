import { parameterError } from "../primitives/check.ts";
import { isColumn, isRecord } from "./any-frame.ts";

/** Columns by name. A nested record, such as the outputs of an indicator, becomes `bands.upper`, `bands.lower`, …. */
export type FrameColumns = Readonly<Record<string, ArrayLike<unknown> | Readonly<Record<string, ArrayLike<unknown>>>>>;

type NamedColumn = readonly [name: string, values: ArrayLike<unknown>];

/** Returns columns with their full names, in order. Throws `PARAMETER_OUT_OF_RANGE` for a value that is neither a column nor a record of columns. */
export function namedColumns(columns: FrameColumns): NamedColumn[] {
  return Object.entries(columns).flatMap(([name, values]: [string, unknown]): NamedColumn[] => {
    if (isColumn(values)) return [[name, values]];
    if (!isRecord(values))
      throw parameterError(`column ${name}`, "an array of values, or a record of such arrays", values);
    return Object.entries(values).map(([own, column]): NamedColumn => {
      if (isColumn(column)) return [`${name}.${own}`, column];
      throw parameterError(`column ${name}.${own}`, "an array of values", column);
    });
  });
}
