import type { Column } from "../primitives/column.ts";
import { fixedLength, intervalEnd } from "../time/interval.ts";
import type { Bars } from "./bars.ts";

/** When each bar ends by itself, epoch milliseconds: with its interval, and no later than the next one begins. */
export function ownEnds({ time, interval, length }: Bars): Column {
  const ends = new Float64Array(length);
  const fixed = fixedLength(interval);
  for (let i = 0; i < length; i++) {
    const start = time[i]!;
    const end = fixed === undefined ? intervalEnd(interval, start) : start + fixed;
    ends[i] = i + 1 < length && time[i + 1]! < end ? time[i + 1]! : end;
  }
  return ends;
}
