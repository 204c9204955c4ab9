import type { Session, SessionColumns } from "./calendar.ts";

/** Sessions as columns, with their pauses: those of session i stand at `breakStart[i]` up to `breakStart[i + 1]`. */
export interface SessionTable extends SessionColumns {
  readonly breakStart: Int32Array;
  readonly breakFrom: Float64Array;
  readonly breakTo: Float64Array;
}

/** The columns of sessions that are given oldest first. */
export function sessionTable(sessions: readonly Session[]): SessionTable {
  const breaks = sessions.flatMap((session) => session.breaks);
  const breakStart = new Int32Array(sessions.length + 1);
  for (const [i, session] of sessions.entries()) breakStart[i + 1] = breakStart[i]! + session.breaks.length;
  return {
    length: sessions.length,
    date: Float64Array.from(sessions, (session) => session.date),
    preOpen: Float64Array.from(sessions, (session) => session.preOpen),
    open: Float64Array.from(sessions, (session) => session.open),
    close: Float64Array.from(sessions, (session) => session.close),
    postClose: Float64Array.from(sessions, (session) => session.postClose),
    earlyClose: Uint8Array.from(sessions, (session) => (session.earlyClose ? 1 : 0)),
    breakStart,
    breakFrom: Float64Array.from(breaks, ([from]) => from),
    breakTo: Float64Array.from(breaks, ([, to]) => to),
  };
}

/** One row of the table. */
export function sessionAt(table: SessionTable, i: number): Session {
  return {
    date: table.date[i]!,
    preOpen: table.preOpen[i]!,
    open: table.open[i]!,
    close: table.close[i]!,
    postClose: table.postClose[i]!,
    earlyClose: table.earlyClose[i] === 1,
    breaks: table.breakFrom.length === 0 ? NO_BREAKS : breaksAt(table, i),
  };
}

const NO_BREAKS: Session["breaks"] = Object.freeze([]);

function breaksAt(table: SessionTable, i: number): Session["breaks"] {
  const breaks: [number, number][] = [];
  for (let b = table.breakStart[i]!; b < table.breakStart[i + 1]!; b++) {
    breaks.push([table.breakFrom[b]!, table.breakTo[b]!]);
  }
  return breaks;
}

/** Whether an instant lies in a pause of a session. */
export function inBreak(table: SessionTable, i: number, instant: number): boolean {
  for (let b = table.breakStart[i]!; b < table.breakStart[i + 1]!; b++) {
    if (instant >= table.breakFrom[b]! && instant < table.breakTo[b]!) return true;
  }
  return false;
}

/** How many values of a rising column are at or before a bound; the index of the first one after it. */
export function countUpTo(rising: Float64Array, bound: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle]! <= bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Rows of some columns, without copying. */
export function rows(table: SessionColumns, from: number, to: number): SessionColumns {
  return {
    length: Math.max(to - from, 0),
    date: table.date.subarray(from, to),
    preOpen: table.preOpen.subarray(from, to),
    open: table.open.subarray(from, to),
    close: table.close.subarray(from, to),
    postClose: table.postClose.subarray(from, to),
    earlyClose: table.earlyClose.subarray(from, to),
  };
}

/** Tables one after another. */
export function joinTables(tables: readonly SessionColumns[]): SessionColumns {
  const length = tables.reduce((sum, table) => sum + table.length, 0);
  const column = (): Float64Array<ArrayBuffer> => new Float64Array(length);
  const joined = {
    length,
    date: column(),
    preOpen: column(),
    open: column(),
    close: column(),
    postClose: column(),
    earlyClose: new Uint8Array(length),
  };
  let at = 0;
  for (const table of tables) {
    joined.date.set(table.date, at);
    joined.preOpen.set(table.preOpen, at);
    joined.open.set(table.open, at);
    joined.close.set(table.close, at);
    joined.postClose.set(table.postClose, at);
    joined.earlyClose.set(table.earlyClose, at);
    at += table.length;
  }
  return joined;
}
