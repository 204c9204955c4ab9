import type { Column } from "../primitives/column.ts";
import type { Schedule } from "./schedule.ts";

/** What happens at a moment, as places of the series in the timeline; shared by all moments at which the same happens. */
export interface MomentShape {
  readonly closing: Int32Array;
  readonly sessionsClosing: Int32Array;
  readonly sessionsOpening: Int32Array;
  readonly opening: Int32Array;
  /** Those of which the hours before the open or after the close begin. */
  readonly extendedOpening: Int32Array;
}

/** A stretch of consecutive moments. */
export interface MomentBlock {
  readonly length: number;
  readonly time: Column;
  /** Index into the timeline's shapes. */
  readonly shape: Int32Array;
}

/** One series and which of its bars take part: from `start` up to but not including `end`. */
export interface TimelineSeries {
  readonly schedule: Schedule;
  readonly start: number;
  readonly end: number;
  /** Sessions that close later than this take part, with bars in them or without, once there was a bar. */
  readonly since?: number;
}

/** Moments in a block; only the last block may have fewer. */
export const BLOCK = 1024;
/** Kinds of events: a stream's code is its series' place times their number, plus its kind. */
const KINDS = 5;
const CLOSING = 0;
const SESSION_CLOSING = 1;
const SESSION_OPENING = 2;
const OPENING = 3;
const EXTENDED_OPENING = 4;

/**
 * The moments of many series in one order: each time at which bars or sessions of any of them close or open, once. Made in
 * blocks when asked for and kept, so that the runs of a sweep share them.
 */
export class Timeline {
  readonly shapes: MomentShape[] = [];
  readonly #blocks: MomentBlock[] = [];
  /** Of each stream: its column of times, its code, its next event and the end of its events. */
  readonly #columns: readonly Column[];
  readonly #codes: Int32Array;
  readonly #next: Int32Array;
  readonly #end: Int32Array;
  /** Time of the next event of each stream; Infinity at its end. */
  readonly #heads: Float64Array;
  readonly #shapeDue: Int32Array[] = [];
  readonly #shapesByHash = new Map<number, number[]>();
  readonly #due: Int32Array;
  readonly #sessionIsBar: readonly boolean[];
  #lastShape = 0;

  constructor(series: readonly TimelineSeries[]) {
    const streams = series.flatMap((one, place) => streamsOf(one, place));
    this.#columns = streams.map(({ column }) => column);
    this.#codes = Int32Array.from(streams, ({ code }) => code);
    this.#next = Int32Array.from(streams, ({ start }) => start);
    this.#end = Int32Array.from(streams, ({ end }) => end);
    this.#heads = Float64Array.from(streams, ({ column, start, end }) => (start < end ? column[start]! : Infinity));
    this.#due = new Int32Array(streams.length);
    this.#sessionIsBar = series.map(({ schedule }) => schedule.sessionIsBar);
  }

  /** The block of that number, or undefined when the moments end before it. */
  block(number: number): MomentBlock | undefined {
    while (this.#blocks.length <= number) {
      if (this.#heads.every((time) => time === Infinity)) return undefined;
      const block = this.#make();
      this.#blocks.push(block);
    }
    return this.#blocks[number];
  }

  /** How many moments there are. */
  get length(): number {
    this.block(Infinity);
    const last = this.#blocks.at(-1);
    return last === undefined ? 0 : (this.#blocks.length - 1) * BLOCK + last.length;
  }

  /** Visits the blocks already made that hold the moment of the given number or later ones, each with the place to start at. */
  forEachBlock(from: number, visit: (block: MomentBlock, start: number) => void): void {
    for (let number = Math.max(0, Math.floor(from / BLOCK)); number < this.#blocks.length; number++) {
      visit(this.#blocks[number]!, Math.max(0, from - number * BLOCK));
    }
  }

  #make(): MomentBlock {
    const heads = this.#heads;
    const due = this.#due;
    const codes = this.#codes;
    const next = this.#next;
    const end = this.#end;
    const columns = this.#columns;
    const time = new Float64Array(BLOCK);
    const shape = new Int32Array(BLOCK);
    let length = 0;
    while (length < BLOCK) {
      let now = Infinity;
      for (let s = 0; s < heads.length; s++) if (heads[s]! < now) now = heads[s]!;
      if (now === Infinity) break;
      let count = 0;
      let hash = 0;
      for (let s = 0; s < heads.length; s++) {
        if (heads[s] !== now) continue;
        due[count++] = codes[s]!;
        hash = (Math.imul(hash, 31) + s + 1) | 0;
        const at = next[s]! + 1;
        next[s] = at;
        heads[s] = at < end[s]! ? columns[s]![at]! : Infinity;
      }
      time[length] = now;
      shape[length++] = this.#shapeOf(hash, count);
    }
    return { length, time, shape };
  }

  /** The number of the shape of what is due: most often that of the moment before. */
  #shapeOf(hash: number, count: number): number {
    if (this.shapes.length > 0 && this.#isShape(this.#lastShape, count)) return this.#lastShape;
    this.#lastShape = this.#findShape(hash, count);
    return this.#lastShape;
  }

  #findShape(hash: number, count: number): number {
    const candidates = this.#shapesByHash.get(hash);
    if (candidates !== undefined) {
      for (const candidate of candidates) if (this.#isShape(candidate, count)) return candidate;
    }
    const due = this.#due.slice(0, count);
    const made = this.shapes.push(shapeOf(due, this.#sessionIsBar)) - 1;
    this.#shapeDue.push(due);
    if (candidates === undefined) this.#shapesByHash.set(hash, [made]);
    else candidates.push(made);
    return made;
  }

  #isShape(candidate: number, count: number): boolean {
    const known = this.#shapeDue[candidate]!;
    if (known.length !== count) return false;
    for (let i = 0; i < count; i++) if (known[i] !== this.#due[i]) return false;
    return true;
  }
}

interface Stream {
  readonly code: number;
  readonly column: Column;
  readonly start: number;
  readonly end: number;
}

/** The streams of one series. Where each bar is a session of its own, sessions need none. */
function streamsOf({ schedule, start, end, since }: TimelineSeries, place: number): Stream[] {
  const { openTime, closeTime, sessionOpen, sessionClose, sessionIsBar, goesOn = false } = schedule;
  const { extendedOpen, extendedClose } = schedule;
  const code = place * KINDS;
  const bars = [
    { code: code + CLOSING, column: closeTime, start, end },
    { code: code + OPENING, column: openTime, start, end },
  ];
  if (end === 0) return bars;
  const first = openTime[start] ?? Infinity;
  const after = start === 0 ? Math.max(first, since ?? first) : (since ?? first);
  if (extendedOpen !== undefined && extendedOpen.length > 0) {
    const begin = firstAfter(extendedClose!, after);
    bars.push({ code: code + EXTENDED_OPENING, column: extendedOpen, start: begin, end: extendedOpen.length });
  }
  if (sessionIsBar) return bars;
  const from = firstAfter(sessionClose, after);
  // Those that the bars lie in; a schedule that goes on says itself with which it ends.
  const within = goesOn ? Infinity : sessionOpen.findLastIndex((time) => time < closeTime[end - 1]!) + 1;
  const to = (column: Column) => Math.max(from, Math.min(within, column.length));
  return [
    ...bars,
    { code: code + SESSION_CLOSING, column: sessionClose, start: from, end: to(sessionClose) },
    { code: code + SESSION_OPENING, column: sessionOpen, start: from, end: to(sessionOpen) },
  ];
}

function shapeOf(due: Int32Array, sessionIsBar: readonly boolean[]): MomentShape {
  const members = (kind: number, barKind: number) => {
    const places: number[] = [];
    for (const code of due) {
      const place = Math.floor(code / KINDS);
      if (code % KINDS === kind || (code % KINDS === barKind && sessionIsBar[place]!)) places.push(place);
    }
    return Int32Array.from(places).toSorted();
  };
  return {
    closing: members(CLOSING, CLOSING),
    sessionsClosing: members(SESSION_CLOSING, CLOSING),
    sessionsOpening: members(SESSION_OPENING, OPENING),
    opening: members(OPENING, OPENING),
    extendedOpening: members(EXTENDED_OPENING, EXTENDED_OPENING),
  };
}

/** The place of the first of rising times that is later than one. */
function firstAfter(times: Column, time: number): number {
  const place = times.findIndex((one) => one > time);
  return place < 0 ? times.length : place;
}
