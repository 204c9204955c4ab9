import type { Column } from "../primitives/column.ts";
import { lastAtOrBefore } from "../primitives/sorted-search.ts";
import type { Schedule } from "./schedule.ts";

/** The events of one moment: which series open or close bars or sessions. Moments with the same events share one object. */
export interface MomentShape {
  readonly closing: Int32Array;
  readonly sessionsClosing: Int32Array;
  readonly sessionsOpening: Int32Array;
  readonly opening: Int32Array;
  /** Series whose extended hours begin. */
  readonly extendedOpening: Int32Array;
  /** Series that are only read, whose bars close. They have no other events. */
  readonly dataClosing: Int32Array;
}

/** A block of consecutive moments. */
export interface MomentBlock {
  readonly length: number;
  readonly time: Column;
  /** For each moment, the index of its shape among the shapes of the timeline. */
  readonly shape: Int32Array;
}

/** One series of a timeline, and which of its bars to include: from index `start` up to but not including `end`. */
export interface TimelineSeries {
  readonly schedule: Schedule;
  readonly start: number;
  readonly end: number;
  /** Sessions that close after this time are included, even without bars. Default: the open of the first bar. */
  readonly since?: number;
  /** Whether the series is only read. Such a series has no sessions, and no events after the last one of the others. */
  readonly onlyData?: boolean;
}

/** Moments per block; only the last block may have fewer. */
export const BLOCK = 1024;
/** Maximum number of event streams of one series, or of several series that trade at the same times. */
const FEW_STREAMS = 5;
/** Number of event kinds. The code of an event is `series * EVENT_KINDS + kind`. */
const EVENT_KINDS = 6;
const CLOSING = 0;
export const SESSION_CLOSING = 1;
export const SESSION_OPENING = 2;
const OPENING = 3;
export const EXTENDED_OPENING = 4;
const DATA_CLOSING = 5;

/**
 * The times at which bars or sessions of any series open or close, merged in order. Blocks are made on demand and kept, so that
 * the runs of a sweep share them. Series with events at the same times share a stream; a heap finds the stream with the next event.
 */
export class Timeline {
  readonly shapes: MomentShape[] = [];
  readonly #blocks: MomentBlock[] = [];
  /** For each stream of events: its times and, in the next fields, event codes and the indexes of first event, next event and end. */
  readonly #columns: readonly Column[];
  readonly #codes: readonly (readonly number[])[];
  readonly #start: Int32Array;
  readonly #next: Int32Array;
  readonly #end: Int32Array;
  /** Stream of each event code; -1 if the series has no such events. */
  readonly #streams: Int32Array;
  /** Time of the next event of each stream, Infinity at its end; the next field is a heap of the streams, ordered by that time. */
  readonly #heads: Float64Array;
  readonly #heap: Int32Array;
  /** Streams with an event at the current moment. */
  readonly #due: Int32Array;
  readonly #shapeDue: Int32Array[] = [];
  readonly #shapesByHash = new Map<number, number[]>();
  readonly #sessionIsBar: readonly boolean[];
  #lastShape = 0;
  /** Indexes of the shapes in which only the first stream, only the second, or both have an event; -1 until made. */
  readonly #shapesOfTwo = Int32Array.of(-1, -1, -1);

  constructor(series: readonly TimelineSeries[]) {
    const traded = series.flatMap((one, place) => (one.onlyData === true ? [] : streamsOf(one, place)));
    const last = Math.max(...traded.map(({ column, start, end }) => (start < end ? column[end - 1]! : -Infinity)));
    const read = series.flatMap((one, place) => (one.onlyData === true ? [dataStream(one, place, last)] : []));
    const streams = mergeEqualStreams([...traded, ...read]);
    this.#columns = streams.map(({ column }) => column);
    this.#codes = streams.map(({ codes }) => codes);
    this.#start = Int32Array.from(streams, ({ start }) => start);
    this.#next = Int32Array.from(this.#start);
    this.#end = Int32Array.from(streams, ({ end }) => end);
    this.#streams = new Int32Array(series.length * EVENT_KINDS).fill(-1);
    this.#codes.forEach((codes, stream) => codes.forEach((code) => (this.#streams[code] = stream)));
    this.#heads = Float64Array.from(streams, ({ column, start, end }) => (start < end ? column[start]! : Infinity));
    const order = streams.map((_, stream) => stream).toSorted((a, b) => this.#heads[a]! - this.#heads[b]! || 0);
    this.#heap = Int32Array.from(order);
    this.#due = new Int32Array(streams.length);
    this.#sessionIsBar = series.map(({ schedule }) => schedule.sessionIsBar);
  }

  /** Returns a block by number; undefined after the last. */
  block(number: number): MomentBlock | undefined {
    while (this.#blocks.length <= number) {
      if (this.#heap.length === 0 || this.#heads[this.#heap[0]!] === Infinity) return undefined;
      const block = this.#make();
      this.#blocks.push(block);
    }
    return this.#blocks[number];
  }

  /** Number of moments on the timeline. Reading it makes all blocks. */
  get length(): number {
    this.block(Infinity);
    const last = this.#blocks.at(-1);
    return last === undefined ? 0 : (this.#blocks.length - 1) * BLOCK + last.length;
  }

  /** Returns the number of the last moment at or before `time`; -1 before the first. */
  numberAt(time: number): number {
    let number = -1;
    for (let b = 0, block = this.block(0); block !== undefined && block.time[0]! <= time; block = this.block(++b))
      number = b * BLOCK + lastAtOrBefore(block.time.subarray(0, block.length), time, block.length - 1);
    return number;
  }

  /** Returns the time of the moment with a number, which must exist. */
  timeOf(number: number): number {
    return this.block(Math.floor(number / BLOCK))!.time[number % BLOCK]!;
  }

  /** Returns when an event of a kind last happened in a series, at or before `time`; -Infinity if never. */
  lastOf(series: number, kind: number, time: number): number {
    const stream = this.#streams[series * EVENT_KINDS + kind]!;
    if (stream < 0) return -Infinity;
    const events = this.#columns[stream]!.subarray(this.#start[stream], this.#end[stream]);
    return events[lastAtOrBefore(events, time, -1)] ?? -Infinity;
  }

  /** Calls `visit` for each block made so far, from moment number `from` on, with the index in the block at which to start. */
  forEachBlock(from: number, visit: (block: MomentBlock, start: number) => void): void {
    for (let number = Math.max(0, Math.floor(from / BLOCK)); number < this.#blocks.length; number++) {
      visit(this.#blocks[number]!, Math.max(0, from - number * BLOCK));
    }
  }

  /** Makes the next block of moments. At each moment, collects the streams that have an event and moves each to its next event. */
  #make(): MomentBlock {
    const time = new Float64Array(BLOCK);
    const shape = new Int32Array(BLOCK);
    const heap = this.#heap;
    const heads = this.#heads;
    const due = this.#due;
    const few = heap.length <= FEW_STREAMS;
    let length = few ? this.#readFirstTwo(time, shape, 0) : 0;
    for (let first = heap[0]!; length < BLOCK && heads[first]! < Infinity; first = heap[0]!) {
      const now = heads[first]!;
      let count = 0;
      for (let stream = first; heads[stream] === now; stream = heap[0]!) {
        let place = count++;
        for (; place > 0 && due[place - 1]! > stream; place--) due[place] = due[place - 1]!;
        due[place] = stream;
        this.#goTo(stream, this.#next[stream]! + 1);
        this.#sink(stream);
      }
      time[length] = now;
      shape[length++] = this.#shapeOf(count);
      if (few) length = this.#readFirstTwo(time, shape, length);
    }
    return { length, time, shape };
  }

  /**
   * Merges the first two streams, which are the closes and opens of bars, until another stream has an event, without using the heap.
   * Applies to one series, or several that trade at the same times. Returns the new length of the block.
   */
  #readFirstTwo(time: Float64Array, shape: Int32Array, from: number): number {
    const heads = this.#heads;
    const [one, other] = this.#columns as [Column, Column];
    const oneEnd = this.#end[0]!;
    const otherEnd = this.#end[1]!;
    let oneNext = this.#next[0]!;
    let otherNext = this.#next[1]!;
    let limit = Infinity;
    for (let stream = 2; stream < heads.length; stream++) limit = Math.min(limit, heads[stream]!);
    const shapes = this.#shapesOfTwo;
    let length = from;
    while (length < BLOCK) {
      const first = oneNext < oneEnd ? one[oneNext]! : Infinity;
      const second = otherNext < otherEnd ? other[otherNext]! : Infinity;
      const now = first < second ? first : second;
      if (!(now < limit)) break;
      if (first === now) oneNext++;
      if (second === now) otherNext++;
      const which = first < second ? 0 : second < first ? 1 : 2;
      if (shapes[which] === -1) {
        this.#due[0] = which === 1 ? 1 : 0;
        this.#due[1] = 1;
        shapes[which] = this.#findShape(which === 2 ? 2 : 1);
      }
      const found = shapes[which]!;
      time[length] = now;
      shape[length++] = found;
      // Fast path for bars without gaps: at many moments in a row, one bar closes and the next one opens.
      if (which !== 2) continue;
      const most = Math.min(BLOCK - length, oneEnd - oneNext, otherEnd - otherNext);
      let run = 0;
      for (; run < most; run++) {
        const next = one[oneNext + run]!;
        if (next !== other[otherNext + run]! || next >= limit) break;
        time[length + run] = next;
        shape[length + run] = found;
      }
      length += run;
      oneNext += run;
      otherNext += run;
    }
    if (length === from) return length;
    this.#goTo(0, oneNext);
    this.#goTo(1, otherNext);
    this.#heap.sort((a, b) => heads[a]! - heads[b]! || 0);
    return length;
  }

  #goTo(stream: number, next: number): void {
    this.#next[stream] = next;
    this.#heads[stream] = next < this.#end[stream]! ? this.#columns[stream]![next]! : Infinity;
  }

  /** Restores the order of the heap after the next event of its first stream has changed. */
  #sink(stream: number): void {
    const heap = this.#heap;
    const heads = this.#heads;
    const time = heads[stream]!;
    let place = 0;
    for (let child = 1; child < heap.length; child = 2 * place + 1) {
      if (child + 1 < heap.length && heads[heap[child + 1]!]! < heads[heap[child]!]!) child++;
      if (heads[heap[child]!]! >= time) break;
      heap[place] = heap[child]!;
      place = child;
    }
    heap[place] = stream;
  }

  /** Returns the index of the shape for the streams that have an event now. It is mostly that of the previous moment. */
  #shapeOf(count: number): number {
    if (this.shapes.length === 0 || !this.#isShape(this.#lastShape, count)) this.#lastShape = this.#findShape(count);
    return this.#lastShape;
  }

  #findShape(count: number): number {
    let hash = 0;
    for (let i = 0; i < count; i++) hash = (Math.imul(hash, 31) + this.#due[i]! + 1) | 0;
    const candidates = this.#shapesByHash.get(hash);
    if (candidates !== undefined) {
      for (const candidate of candidates) if (this.#isShape(candidate, count)) return candidate;
    }
    const due = this.#due.slice(0, count);
    const codes = Array.from(due, (stream) => this.#codes[stream]!).flat();
    const made = this.shapes.push(shapeOf(codes, this.#sessionIsBar)) - 1;
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

/** Events of one kind, at the times of a column from index `start` up to but not including `end`. */
interface Stream {
  readonly codes: readonly number[];
  readonly column: Column;
  readonly start: number;
  readonly end: number;
}

/** Merges streams that have the same times into one. */
function mergeEqualStreams(streams: readonly Stream[]): Stream[] {
  const byEnds = new Map<string, { codes: number[]; stream: Stream }[]>();
  const all: { codes: number[]; stream: Stream }[] = [];
  for (const stream of streams) {
    const { column, start, end } = stream;
    const ends = [end - start, column[start], column[end - 1]].join(" ");
    const sameEnds = byEnds.get(ends) ?? [];
    byEnds.set(ends, sameEnds);
    const equal = sameEnds.find((other) => sameTimes(other.stream, stream));
    if (equal !== undefined) equal.codes.push(...stream.codes);
    else {
      const own = { codes: [...stream.codes], stream };
      sameEnds.push(own);
      all.push(own);
    }
  }
  return all.map(({ codes, stream }) => ({ ...stream, codes }));
}

function sameTimes(one: Stream, other: Stream): boolean {
  const length = one.end - one.start;
  if (length !== other.end - other.start) return false;
  if (one.column === other.column) return one.start === other.start;
  for (let i = 0; i < length; i++) if (one.column[one.start + i] !== other.column[other.start + i]) return false;
  return true;
}

/** Returns the stream of a series that is only read: the closes of its bars up to the time `last`. */
function dataStream({ schedule: { closeTime }, start, end }: TimelineSeries, place: number, last: number): Stream {
  const closed = Math.max(start, Math.min(end, lastAtOrBefore(closeTime, last, -1) + 1));
  return { codes: [place * EVENT_KINDS + DATA_CLOSING], column: closeTime, start, end: closed };
}

/** Returns the streams of one series. Leaves out the streams of sessions if each bar is its own session. */
function streamsOf({ schedule, start, end, since }: TimelineSeries, place: number): Stream[] {
  const { openTime, closeTime, sessionOpen, sessionClose, sessionIsBar, continues = false } = schedule;
  const { extendedOpen, extendedClose } = schedule;
  const code = place * EVENT_KINDS;
  const bars = [
    { codes: [code + CLOSING], column: closeTime, start, end },
    { codes: [code + OPENING], column: openTime, start, end },
  ];
  if (end === 0) return bars;
  const first = openTime[start] ?? Infinity;
  const after = start === 0 ? Math.max(first, since ?? first) : (since ?? first);
  if (extendedOpen !== undefined && extendedOpen.length > 0) {
    const begin = firstAfter(extendedClose!, after);
    bars.push({ codes: [code + EXTENDED_OPENING], column: extendedOpen, start: begin, end: extendedOpen.length });
  }
  if (sessionIsBar) return bars;
  const from = firstAfter(sessionClose, after);
  // Sessions after the last bar are left out, unless the schedule continues after the last bar.
  const within = continues ? Infinity : sessionOpen.findLastIndex((time) => time < closeTime[end - 1]!) + 1;
  const to = (column: Column) => Math.max(from, Math.min(within, column.length));
  return [
    ...bars,
    { codes: [code + SESSION_CLOSING], column: sessionClose, start: from, end: to(sessionClose) },
    { codes: [code + SESSION_OPENING], column: sessionOpen, start: from, end: to(sessionOpen) },
  ];
}

function shapeOf(codes: readonly number[], sessionIsBar: readonly boolean[]): MomentShape {
  const members = (kind: number, barKind: number) => {
    const places: number[] = [];
    for (const code of codes) {
      const place = Math.floor(code / EVENT_KINDS);
      if (code % EVENT_KINDS === kind || (code % EVENT_KINDS === barKind && sessionIsBar[place]!)) places.push(place);
    }
    return Int32Array.from(places).toSorted();
  };
  return {
    closing: members(CLOSING, CLOSING),
    sessionsClosing: members(SESSION_CLOSING, CLOSING),
    sessionsOpening: members(SESSION_OPENING, OPENING),
    opening: members(OPENING, OPENING),
    extendedOpening: members(EXTENDED_OPENING, EXTENDED_OPENING),
    dataClosing: members(DATA_CLOSING, DATA_CLOSING),
  };
}

/** Returns the index of the first time after `time`; `times` must increase. */
function firstAfter(times: Column, time: number): number {
  const place = times.findIndex((one) => one > time);
  return place < 0 ? times.length : place;
}
