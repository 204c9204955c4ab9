/** The rows of a table as plain data. */
export interface RecordTableState {
  readonly width: number;
  readonly values: Float64Array;
}

/** Rows for which the first chunk has room at first. */
const FIRST_ROWS = 8;
const NO_ROWS = new Float64Array(0);

/**
 * Rows of numbers that only grow, in chunks, so that appending never copies what is there. Only the first chunk begins small and doubles
 * until it is whole: of the thousands of runs of a sweep most have few rows.
 *
 * Writing: `const at = table.append(); const rows = table.rows; rows[at] = …; rows[at + 1] = …`.
 */
export class RecordTable {
  declare readonly width: number;
  /** Rows of a chunk: two to the power of `#bits`. */
  readonly #chunk: number;
  readonly #bits: number;
  /** The chunk that the last appended row lies in. */
  declare rows: Float64Array;
  #chunks: Float64Array[];
  #used: number;
  /** Rows for which the last chunk has room. */
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

  /** Adds a row of zeros and returns where it begins in `rows`. */
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

  /** One field of one row. */
  at(row: number, field: number): number {
    return this.#chunks[row >> this.#bits]![(row & (this.#chunk - 1)) * this.width + field]!;
  }

  /** The chunk that a row lies in, to change the row where it begins: at `offsetOf(row)`. */
  chunkOf(row: number): Float64Array {
    return this.#chunks[row >> this.#bits]!;
  }

  /** Where a row begins in its chunk. */
  offsetOf(row: number): number {
    return (row & (this.#chunk - 1)) * this.width;
  }

  /** One field of all rows, as a column of its own. */
  column(field: number): Float64Array {
    return this.copyColumn(new Float64Array(this.length), field);
  }

  /** The same, written into a column that the caller has. */
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

  /** Few rows lie where the first ones did: of the thousands of runs of a sweep each begins where the one before began. */
  #keepFirst(first: Float64Array, values: Float64Array): void {
    first.fill(0, values.length, Math.min(this.length * this.width, first.length));
    first.set(values);
    this.#chunks.length = 1;
    this.rows = first;
    this.#room = first.length / this.width;
    this.#used = values.length / this.width;
  }
}
