import type { Column } from "../primitives/column.ts";
import type { SessionColumns } from "../time/calendar.ts";

/** The hours before the open and after the close of sessions, oldest first: when each stretch of them begins and ends, epoch milliseconds. */
export interface ExtendedHours {
  readonly extendedOpen: Column;
  readonly extendedClose: Column;
}

/** The hours before and after sessions that a calendar gave. A market that has none of them has no stretch. */
export function extendedHours({ length, preOpen, open, close, postClose }: SessionColumns): ExtendedHours {
  const from: number[] = [];
  const to: number[] = [];
  const add = (start: number, end: number): void => {
    if (!(start < end)) return;
    from.push(start);
    to.push(end);
  };
  for (let i = 0; i < length; i++) {
    add(preOpen[i]!, open[i]!);
    add(close[i]!, postClose[i]!);
  }
  return { extendedOpen: Float64Array.from(from), extendedClose: Float64Array.from(to) };
}
