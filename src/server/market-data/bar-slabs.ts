import { type BarColumns, DESK_BARS, desk, writeBar } from "./bar-bytes.ts";

/** Bars of one slab; about 130 bytes each. */
const ROWS = DESK_BARS;
const MEBIBYTE = 2 ** 20;
const KEPT_SHARE = 7 / 8;
const ROOM = 4096;
/** Bytes of answers that are kept whole, and of the largest of them. */
const ANSWERS = 4 * MEBIBYTE;
const LARGEST_ANSWER = ANSWERS / 16;
const NO_BYTES = Buffer.alloc(0);

/** Bytes of bars in a row, each with its comma, and where each begins. */
interface Slab {
  bytes: Buffer;
  /** How many bytes are written. */
  size: number;
  /** Of each bar, and behind the last. */
  readonly offsets: Uint32Array;
  /** How many there are. */
  rows: number;
}

/**
 * Bars as bytes of JSON, made once and kept: any stretch of them is a part of what is there. A slab belongs to columns: those of one series, interval
 * and state of adjustment. A moving now only adds to the last one; a new corporate action makes new columns, and so new slabs. Of all slabs those
 * that were used last are kept, up to a number of bytes.
 */
export class BarSlabs {
  readonly #limit: number;
  /** By columns, decimals and place; the one that was used last is the last. */
  readonly #slabs = new Map<string, Slab>();
  readonly #spare: Buffer[] = [];
  readonly #names = new WeakMap<ArrayBufferLike, number>();
  #named = 0;
  #bytes = 0;
  /** Whole answers that were made last, the oldest first. */
  readonly #answers = new Map<string, Buffer>();
  #answerBytes = 0;

  constructor(limitBytes = 64 * MEBIBYTE) {
    this.#limit = limitBytes;
  }

  /** How many bytes are kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * The same bars between two texts. Most are asked for again before another bar comes, so that the bytes of the last answers are kept as they are: they must
   * not be changed.
   */
  answer(opening: string, columns: BarColumns, start: number, end: number, decimals: number, closing: string): Buffer {
    const key = `${this.#keyOf(columns, decimals)} ${start} ${end} ${opening}${closing}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const parts = [Buffer.from(opening), ...this.stretch(columns, start, end, decimals), Buffer.from(closing)];
    const made = Buffer.concat(parts);
    if (made.length > LARGEST_ANSWER) return made;
    for (const [oldest, { length }] of this.#answers) {
      if (this.#answerBytes + made.length <= ANSWERS) break;
      this.#answers.delete(oldest);
      this.#answerBytes -= length;
    }
    this.#answers.set(key, made);
    this.#answerBytes += made.length;
    return made;
  }

  /**
   * Bars from `start` up to but not including `end` of columns that begin with the first bar, as JSON with commas between. To be copied at once: the bytes of
   * slabs that go are used again.
   */
  stretch(columns: BarColumns, start: number, end: number, decimals: number): Buffer[] {
    const key = this.#keyOf(columns, decimals);
    const parts: Buffer[] = [];
    let used = "";
    for (let row = start; row < end;) {
      const place = Math.floor(row / ROWS);
      const first = place * ROWS;
      const until = Math.min(end, first + ROWS);
      used = `${key} ${place}`;
      const slab = this.#slab(used, columns, first, until, decimals);
      const comma = until === end ? 1 : 0;
      parts.push(slab.bytes.subarray(slab.offsets[row - first]!, slab.offsets[until - first]! - comma));
      row = until;
    }
    // Not before: what goes is written over by what comes next.
    if (this.#bytes > this.#limit) this.#forget(used);
    return parts;
  }

  /** The slab of bars from `first` on, with at least those up to `until`. */
  #slab(key: string, columns: BarColumns, first: number, until: number, decimals: number): Slab {
    const slab = this.#slabs.get(key) ?? { bytes: NO_BYTES, size: 0, offsets: new Uint32Array(ROWS + 1), rows: 0 };
    this.#slabs.delete(key);
    if (slab.rows < until - first) this.#grow(slab, columns, first, decimals);
    this.#slabs.set(key, slab);
    return slab;
  }

  /** Lets the oldest go, an eighth of all at once: the way to the oldest leads past all that went since the map was last put in order. */
  #forget(used: string): void {
    for (const [oldest, { bytes, size }] of this.#slabs) {
      if (this.#bytes <= this.#limit * KEPT_SHARE || oldest === used) break;
      this.#slabs.delete(oldest);
      this.#bytes -= size;
      this.#spare.push(bytes);
    }
  }

  /** Adds all bars that are known by now and belong to a slab. */
  #grow(slab: Slab, columns: BarColumns, first: number, decimals: number): void {
    const rows = Math.min(ROWS, columns.bars.length - first);
    const before = slab.size;
    let end = 0;
    for (let row = slab.rows; row < rows; row++) {
      end = writeBar(end, columns, first + row, decimals);
      slab.offsets[row + 1] = before + end;
    }
    slab.rows = rows;
    slab.size = before + end;
    if (slab.size > slab.bytes.length) {
      const room = this.#roomFor(slab.size);
      slab.bytes.copy(room, 0, 0, before);
      slab.bytes = room;
    }
    desk.copy(slab.bytes, before, 0, end);
    this.#bytes += end;
  }

  /** Bytes of a slab that went, where there are some: who asks for ever new memory has it collected for as long as it is written. */
  #roomFor(size: number): Buffer {
    const spare = this.#spare.pop();
    if (spare !== undefined && spare.length >= size) return spare;
    return Buffer.allocUnsafeSlow(Math.ceil(size / ROOM) * ROOM);
  }

  /** Columns by the memory in which they lie: what is in it never changes. */
  #keyOf({ bars, adjustedClose }: BarColumns, decimals: number): string {
    return `${this.#nameOf(bars.close)} ${this.#nameOf(adjustedClose)} ${decimals}`;
  }

  #nameOf({ buffer, byteOffset }: Float64Array): string {
    let name = this.#names.get(buffer);
    if (name === undefined) {
      name = this.#named++;
      this.#names.set(buffer, name);
    }
    return `${name}+${byteOffset}`;
  }
}
