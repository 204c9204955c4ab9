/** The rows of a table as plain data. */
export interface RecordTableState {
  readonly width: number;
  readonly values: Float64Array;
}

/** Initial capacity of the first chunk, in rows. */
const FIRST_ROWS = 8;
const NO_ROWS = new Float64Array(0);

/**
 * Append-only table of numbers, stored in chunks so that appending never copies full chunks. Only the first chunk starts small and doubles,
 * since most runs of a sweep have few rows.
 *
 * To write a row: `const at = table.append(); const rows = table.rows; rows[at] = …; rows[at + 1] = …`.
 */
export class RecordTable {
  declare readonly width: number;
  /** Number of rows in a full chunk: 2^`#bits`. */
  readonly #chunk: number;
  readonly #bits: number;
  /** The chunk that contains the last appended row. */
  declare rows: Float64Array;
  #chunks: Float64Array[];
  #used: number;
  /** Capacity of the last chunk, in rows. */
  #room: number;

  constructor(width: number, bits = 11) {
    this.width = width;
    this.#bits = bits;
    this.#chunk = 1 << bits;
    this.rows = NO_ROWS;
    this.#chunks = [];
    this.#used = this.#room = this.#chunk;
  }

  get length(): number {
    return this.#chunks.length === 0 ? 0 : (this.#chunks.length - 1) * this.#chunk + this.#used;
  }

  /** Appends a row of zeros and returns its offset in `rows`. */
  append(): number {
    if (this.#used === this.#room) this.#grow();
    return this.#used++ * this.width;
  }

  #grow(): void {
    if (this.#used === this.#chunk) {
      this.#room = this.#chunks.length === 0 ? Math.min(FIRST_ROWS, this.#chunk) : this.#chunk;
      this.rows = new Float64Array(this.#room * this.width);
      this.#chunks.push(this.rows);
      this.#used = 0;
      return;
    }
    this.#room = Math.min(2 * this.#room, this.#chunk);
    const rows = new Float64Array(this.#room * this.width);
    rows.set(this.rows);
    this.rows = rows;
    this.#chunks[0] = rows;
  }

  /** Returns one field of a row. */
  at(row: number, field: number): number {
    return this.#chunks[row >> this.#bits]![(row & (this.#chunk - 1)) * this.width + field]!;
  }

  /** Returns the chunk of a row, to modify the row at `offsetOf(row)`. */
  chunkOf(row: number): Float64Array {
    return this.#chunks[row >> this.#bits]!;
  }

  /** Returns the offset of a row in its chunk. */
  offsetOf(row: number): number {
    return (row & (this.#chunk - 1)) * this.width;
  }

  /** Returns one field of all rows as a new column. */
  column(field: number): Float64Array {
    return this.copyColumn(new Float64Array(this.length), field);
  }

  /** Writes one field of all rows into a column and returns it. */
  copyColumn(column: Float64Array, field: number): Float64Array {
    const { width, length } = this;
    const rows = this.#chunk;
    for (let start = 0, c = 0; start < length; start += rows, c++) {
      const chunk = this.#chunks[c]!;
      const end = Math.min(rows, length - start);
      if (width === 1) column.set(chunk.subarray(0, end), start);
      else for (let i = 0, at = field; i < end; i++, at += width) column[start + i] = chunk[at]!;
    }
    return column;
  }

  snapshot(): RecordTableState {
    const values = new Float64Array(this.length * this.width);
    this.#chunks.forEach((chunk, c) => {
      const start = c * this.#chunk * this.width;
      values.set(chunk.subarray(0, Math.min(chunk.length, values.length - start)), start);
    });
    return { width: this.width, values };
  }

  restore({ values }: RecordTableState): void {
    const [first] = this.#chunks;
    if (first !== undefined && values.length <= first.length) return this.#keepFirst(first, values);
    this.#chunks = [];
    this.#used = this.#room = this.#chunk;
    const whole = this.#chunk * this.width;
    for (let start = 0; start < values.length; start += whole) {
      const part = values.subarray(start, start + whole);
      this.#room = this.#chunk;
      this.rows = new Float64Array(whole);
      this.rows.set(part);
      this.#chunks.push(this.rows);
      this.#used = part.length / this.width;
    }
  }

  /** Restores few rows into the first chunk without allocating, since the runs of a sweep restore the same state many times. */
  #keepFirst(first: Float64Array, values: Float64Array): void {
    first.fill(0, values.length, Math.min(this.length * this.width, first.length));
    first.set(values);
    this.#chunks.length = 1;
    this.rows = first;
    this.#room = first.length / this.width;
    this.#used = values.length / this.width;
  }
}
