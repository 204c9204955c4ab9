import type { PackedColumn } from "../../src/report/packed-column.ts";

/** What a packed column says: each value is the sum of the steps up to it, times and over what the column names. */
export function unpacked({ times, over, steps }: PackedColumn): number[] {
  let sum = 0;
  return steps.map((step) => (step === null ? NaN : ((sum += step) * times) / over));
}
