import type { PackedColumn } from "../../report/packed-column.ts";

/** The values of a packed column; NaN where one is missing. */
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
