import type { Column } from "../primitives/column.ts";
import type { SessionColumns } from "../time/calendar.ts";

/** Starts and ends of extended hours, before the open and after the close of sessions, oldest first; epoch milliseconds. */
export interface ExtendedHours {
  readonly extendedOpen: Column;
  readonly extendedClose: Column;
}

/** Returns the extended hours of sessions; empty if the market has none. */
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
