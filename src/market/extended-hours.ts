import type { Column } from "../primitives/column.ts";
import type { Calendar, SessionColumns } from "../time/calendar.ts";
import { DAY_MS } from "../time/civil-date.ts";
import type { Schedule } from "./schedule.ts";

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

/** A schedule with the hours of its calendar outside the session, from its first bar until `end`, with bars in them or without. */
export function withExtendedHours(schedule: Schedule, calendar: Calendar, end: number): Schedule {
  const begin = schedule.openTime[0];
  if (begin === undefined) return schedule;
  const sessions = calendar.sessions(Math.floor(begin / DAY_MS) - 1, Math.ceil(end / DAY_MS) + 1);
  const { extendedOpen, extendedClose } = extendedHours(sessions);
  const within = (column: Column) => column.filter((_, i) => extendedClose[i]! > begin && extendedOpen[i]! < end);
  return { ...schedule, extendedOpen: within(extendedOpen), extendedClose: within(extendedClose) };
}
