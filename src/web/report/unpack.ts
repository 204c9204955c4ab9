import { mapValues } from "../../primitives/record-helpers.ts";
import type { PackedColumn } from "../../report/packed-column.ts";

/** Unpacks a column of numbers. Missing values become NaN. */
export function unpack({ times, over, steps }: PackedColumn): Float64Array {
  const values = new Float64Array(steps.length).fill(NaN);
  let sum = 0;
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i];
    if (step === null || step === undefined) continue;
    sum += step;
    values[i] = (sum * times) / over;
  }
  return values;
}

/** Unpacks several columns by name. */
export function unpackAll<Name extends string>(
  columns: Readonly<Record<Name, PackedColumn>>,
): Readonly<Record<Name, Float64Array>> {
  return mapValues(columns, unpack) as Record<Name, Float64Array>;
}
