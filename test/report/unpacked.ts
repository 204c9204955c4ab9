import type { PackedColumn } from "../../src/report/packed-column.ts";

/** Unpacks a column. Each value is the sum of the steps so far, multiplied by `times` and divided by `over`. */
export function unpacked({ times, over, steps }: PackedColumn): number[] {
  let sum = 0;
  return steps.map((step) => (step === null ? NaN : ((sum += step) * times) / over));
}
