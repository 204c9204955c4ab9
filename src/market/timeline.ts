import type { Column } from "../primitives/column.ts";
import type { Schedule } from "./schedule.ts";

/** What happens at a moment, as places of the series in the timeline; shared by all moments at which the same happens. */
export interface MomentShape {
  readonly closing: Int32Array;
  readonly sessionsClosing: Int32Array;
  readonly sessionsOpening: Int32Array;
  readonly opening: Int32Array;
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
}

/** Moments in a block; only the last block may have fewer. */
export const BLOCK = 1024;
/** Streams of events of one series: bars closing, sessions closing, sessions opening, bars opening. */
const STREAMS = 4;

/**
 * The moments of many series in one order: each time at which bars or sessions of any of them close or open, once. Made in
 * blocks when asked for and kept, so that the runs of a sweep share them.
 */
export class Timeline {
  readonly shapes: MomentShape[] = [];
  readonly #blocks: MomentBlock[] = [];
  readonly #columns: Column[] = [];
  readonly #next: Int32Array;
  readonly #end: Int32Array;
  /** Time of the next event of each stream; Infinity at its end. */
  readonly #heads: Float64Array;
  readonly #shapeDue: Int32Array[] = [];
  readonly #shapesByHash = new Map<number, number[]>();
  readonly #due: Int32Array;

  constructor(series: readonly TimelineSeries[]) {
    const streams = series.length * STREAMS;
    this.#next = new Int32Array(streams);
    this.#end = new Int32Array(streams);
    this.#heads = new Float64Array(streams).fill(Infinity);
    this.#due = new Int32Array(streams);
    series.forEach(({ schedule, start, end }, s) => {
      const { openTime, closeTime, sessionOpen, sessionClose, sessionIsBar } = schedule;
      const [from, to] = sessionIsBar || end === start ? [start, end] : sessionRange(schedule, start, end);
      this.#stream(s * STREAMS, closeTime, start, end);
      this.#stream(s * STREAMS + 1, sessionClose, from, to);
      this.#stream(s * STREAMS + 2, sessionOpen, from, to);
      this.#stream(s * STREAMS + 3, openTime, start, end);
    });
  }

  #stream(place: number, column: Column, start: number, end: number): void {
    this.#columns[place] = column;
    this.#next[place] = start;
    this.#end[place] = end;
    if (start < end) this.#heads[place] = column[start]!;
  }

  /** The block of that number, or undefined when the moments end before it. */
  block(number: number): MomentBlock | undefined {
    while (this.#blocks.length <= number) {
      const block = this.#make();
      if (block.length === 0) return undefined;
      this.#blocks.push(block);
    }
    return this.#blocks[number];
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
        due[count++] = s;
        hash = (Math.imul(hash, 31) + s + 1) | 0;
        const next = ++this.#next[s]!;
        heads[s] = next < this.#end[s]! ? this.#columns[s]![next]! : Infinity;
      }
      time[length] = now;
      shape[length++] = this.#shapeOf(hash, count);
    }
    return { length, time, shape };
  }

  #shapeOf(hash: number, count: number): number {
    const candidates = this.#shapesByHash.get(hash);
    if (candidates !== undefined) {
      for (const candidate of candidates) if (this.#isShape(candidate, count)) return candidate;
    }
    const due = this.#due.slice(0, count);
    const made = this.shapes.push(shapeOf(due)) - 1;
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

function shapeOf(due: Int32Array): MomentShape {
  const members = (stream: number) =>
    Int32Array.from(
      due.filter((d) => d % STREAMS === stream),
      (d) => (d - stream) / STREAMS,
    );
  return { closing: members(0), sessionsClosing: members(1), sessionsOpening: members(2), opening: members(3) };
}

/** Which sessions the bars from `start` to `end` lie in: those that close after the first opens and open before the last closes. */
function sessionRange(
  { openTime, closeTime, sessionOpen, sessionClose }: Schedule,
  start: number,
  end: number,
): [number, number] {
  let from = 0;
  while (from < sessionClose.length && sessionClose[from]! <= openTime[start]!) from++;
  let to = from;
  while (to < sessionOpen.length && sessionOpen[to]! < closeTime[end - 1]!) to++;
  return [from, to];
}
