import type { Column } from "../../primitives/column.ts";
import { missingColumn } from "../../primitives/column.ts";

/**
 * Returns the values of one series at the closes of another: at each close, the value of the last bar that had closed
 * before or then.
 */
export function joinOnClose(values: Column, closeTime: Column, onto: Column): Column {
  const joined = missingColumn(onto.length);
  let known = -1;
  for (let i = 0; i < onto.length; i++) {
    while (known + 1 < closeTime.length && closeTime[known + 1]! <= onto[i]!) known++;
    if (known >= 0) joined[i] = values[known]!;
  }
  return joined;
}
