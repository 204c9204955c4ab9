import { type BarColumns, SCRATCH_BARS, scratch, writeBar } from "./bar-bytes.ts";

/** Number of bars in a block, of about 130 bytes each. */
const BLOCK_ROWS = SCRATCH_BARS;
const MEBIBYTE = 2 ** 20;
const KEPT_SHARE = 7 / 8;
const ALLOCATION_STEP = 4096;
/** Maximum size of all cached responses, and of one cached response, in bytes. */
const MAX_ANSWER_BYTES = 4 * MEBIBYTE;
const MAX_CACHED_ANSWER = MAX_ANSWER_BYTES / 16;
const NO_BYTES = Buffer.alloc(0);

/** JSON of consecutive bars, each followed by a comma, with the byte offset of each bar. */
interface BarBlock {
  bytes: Buffer;
  /** Number of bytes in use. */
  size: number;
  /** Byte offset of each bar, and the end of the last bar. */
  readonly offsets: Uint32Array;
  /** Number of bars in the block. */
  rows: number;
}

/**
 * Caches bars as JSON in blocks, so that any range of bars is a slice of existing bytes. Each block belongs to the columns of one series,
 * interval and adjustment. New bars are added to the last block; a corporate action creates new columns and so new blocks. The least
 * recently used blocks are removed beyond a number of bytes.
 */
export class BarCache {
  readonly #limit: number;
  /** Blocks by columns, decimals and block number; the most recently used comes last. */
  readonly #blocks = new Map<string, BarBlock>();
  readonly #reusable: Buffer[] = [];
  readonly #names = new WeakMap<ArrayBufferLike, number>();
  #nameCount = 0;
  #bytes = 0;
  /** Cached responses, oldest first. */
  readonly #answers = new Map<string, Buffer>();
  #answerBytes = 0;

  constructor(limitBytes = 64 * MEBIBYTE) {
    this.#limit = limitBytes;
  }

  /** Size of all cached blocks in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Returns the bars between two texts as one buffer, which the caller must not change: recent responses are cached, since requests often
   * repeat before the next bar.
   */
  answer(opening: string, columns: BarColumns, start: number, end: number, decimals: number, closing: string): Buffer {
    const key = `${this.#keyOf(columns, decimals)} ${start} ${end} ${opening}${closing}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const parts = [Buffer.from(opening), ...this.jsonRows(columns, start, end, decimals), Buffer.from(closing)];
    const answer = Buffer.concat(parts);
    if (answer.length > MAX_CACHED_ANSWER) return answer;
    for (const [oldest, { length }] of this.#answers) {
      if (this.#answerBytes + answer.length <= MAX_ANSWER_BYTES) break;
      this.#answers.delete(oldest);
      this.#answerBytes -= length;
    }
    this.#answers.set(key, answer);
    this.#answerBytes += answer.length;
    return answer;
  }

  /**
   * Returns the bars from `start` up to but not including `end` as JSON with commas between. The columns must begin with the first bar.
   * Copy the buffers at once, since the memory of removed blocks is reused.
   */
  jsonRows(columns: BarColumns, start: number, end: number, decimals: number): Buffer[] {
    const key = this.#keyOf(columns, decimals);
    const parts: Buffer[] = [];
    let lastUsed = "";
    for (let row = start; row < end;) {
      const blockIndex = Math.floor(row / BLOCK_ROWS);
      const first = blockIndex * BLOCK_ROWS;
      const until = Math.min(end, first + BLOCK_ROWS);
      lastUsed = `${key} ${blockIndex}`;
      const block = this.#blockFor(lastUsed, columns, first, until, decimals);
      const comma = until === end ? 1 : 0;
      parts.push(block.bytes.subarray(block.offsets[row - first]!, block.offsets[until - first]! - comma));
      row = until;
    }
    // Removes blocks only now, since the next block may overwrite the memory of a removed one.
    if (this.#bytes > this.#limit) this.#evict(lastUsed);
    return parts;
  }

  /** Returns the block whose first bar is `first`, with at least the bars up to `until`. */
  #blockFor(key: string, columns: BarColumns, first: number, until: number, decimals: number): BarBlock {
    const block = this.#blocks.get(key) ?? {
      bytes: NO_BYTES,
      size: 0,
      offsets: new Uint32Array(BLOCK_ROWS + 1),
      rows: 0,
    };
    this.#blocks.delete(key);
    if (block.rows < until - first) this.#grow(block, columns, first, decimals);
    this.#blocks.set(key, block);
    return block;
  }

  /** Removes the oldest blocks, an eighth of the limit at once, since finding the oldest entry is slow in a map with many deletions. */
  #evict(lastUsed: string): void {
    for (const [oldest, { bytes, size }] of this.#blocks) {
      if (this.#bytes <= this.#limit * KEPT_SHARE || oldest === lastUsed) break;
      this.#blocks.delete(oldest);
      this.#bytes -= size;
      this.#reusable.push(bytes);
    }
  }

  /** Adds to a block all of its bars that are known by now. */
  #grow(block: BarBlock, columns: BarColumns, first: number, decimals: number): void {
    const rows = Math.min(BLOCK_ROWS, columns.bars.length - first);
    const before = block.size;
    let end = 0;
    for (let row = block.rows; row < rows; row++) {
      end = writeBar(end, columns, first + row, decimals);
      block.offsets[row + 1] = before + end;
    }
    block.rows = rows;
    block.size = before + end;
    if (block.size > block.bytes.length) {
      const enlarged = this.#allocate(block.size);
      block.bytes.copy(enlarged, 0, 0, before);
      block.bytes = enlarged;
    }
    scratch.copy(block.bytes, before, 0, end);
    this.#bytes += end;
  }

  /** Returns the memory of a removed block, or new memory. Reuse avoids garbage collection of large buffers. */
  #allocate(size: number): Buffer {
    const reusable = this.#reusable.pop();
    if (reusable !== undefined && reusable.length >= size) return reusable;
    return Buffer.allocUnsafeSlow(Math.ceil(size / ALLOCATION_STEP) * ALLOCATION_STEP);
  }

  /** Identifies columns by their memory, whose content never changes. */
  #keyOf({ bars, adjustedClose }: BarColumns, decimals: number): string {
    return `${this.#nameOf(bars.close)} ${this.#nameOf(adjustedClose)} ${decimals}`;
  }

  #nameOf({ buffer, byteOffset }: Float64Array): string {
    let name = this.#names.get(buffer);
    if (name === undefined) {
      name = this.#nameCount++;
      this.#names.set(buffer, name);
    }
    return `${name}+${byteOffset}`;
  }
}
