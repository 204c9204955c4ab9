import type { Column } from "../primitives/column.ts";
import type { Calendar, SessionColumns } from "../time/calendar.ts";

/**
 * The stretches in which a market trades without a pause, oldest first: before the open, between open and close (cut by breaks),
 * after the close.
 */
export interface SessionParts {
  readonly length: number;
  readonly from: Column;
  readonly to: Column;
  /** Place of its session among the sessions. */
  readonly session: Int32Array;
  /** 1 between open and close. */
  readonly regular: Uint8Array;
}

/** The parts of sessions that a calendar gave. */
export function partsOf(calendar: Calendar, sessions: SessionColumns): SessionParts {
  const from: number[] = [];
  const to: number[] = [];
  const session: number[] = [];
  const regular: number[] = [];
  const add = (start: number, end: number, place: number, isRegular: number): void => {
    if (!(start < end)) return;
    from.push(start);
    to.push(end);
    session.push(place);
    regular.push(isRegular);
  };
  for (let i = 0; i < sessions.length; i++) {
    const open = sessions.open[i]!;
    const close = sessions.close[i]!;
    add(sessions.preOpen[i]!, open, i, 0);
    let start = open;
    for (const [pause, resumption] of calendar.session(sessions.date[i]!)?.breaks ?? []) {
      add(start, Math.min(pause, close), i, 1);
      start = Math.max(start, resumption);
    }
    add(start, close, i, 1);
    add(close, sessions.postClose[i]!, i, 0);
  }
  return {
    length: from.length,
    from: Float64Array.from(from),
    to: Float64Array.from(to),
    session: Int32Array.from(session),
    regular: Uint8Array.from(regular),
  };
}
