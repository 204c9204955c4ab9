/** Bits of the dots of a braille cell, by row and column of its 4 × 2 grid. */
const DOTS = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;

const BLANK = 0x2800;

/** A drawing of dots, 2 × 4 to a character of braille. */
export class BrailleCanvas {
  /** Dots across and down. */
  readonly width: number;
  readonly height: number;
  readonly #columns: number;
  readonly #cells: Uint8Array;

  /** A blank canvas of so many characters. */
  constructor(columns: number, rows: number) {
    this.width = columns * 2;
    this.height = rows * 4;
    this.#columns = columns;
    this.#cells = new Uint8Array(columns * rows);
  }

  /** Sets the dot at x from the left and y from the top; nothing outside the canvas, and nothing for a missing number. */
  dot(x: number, y: number): void {
    if (!(x >= 0 && y >= 0 && x < this.width && y < this.height)) return;
    this.#cells[(y >> 2) * this.#columns + (x >> 1)]! |= DOTS[y & 3]![x & 1]!;
  }

  /** The characters of each row from the top; a cell without dots is a blank. */
  rows(): string[] {
    const rows: string[] = [];
    for (let start = 0; start < this.#cells.length; start += this.#columns) {
      const cells = Array.from(this.#cells.subarray(start, start + this.#columns));
      rows.push(cells.map((bits) => (bits === 0 ? " " : String.fromCodePoint(BLANK + bits))).join(""));
    }
    return rows;
  }
}
