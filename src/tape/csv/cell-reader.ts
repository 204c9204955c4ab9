/** Turns the cells of one column into numbers. */
export interface CellReader {
  /**
   * Reads the cell that begins at `at` into `out[row]` and answers where it ends. Answers −1 for anything but the usual
   * spelling: `parse` then has the last word. Whatever follows the cell is for the caller to judge.
   */
  read(view: DataView, at: number, out: Float64Array, row: number): number;
  /** The number that the whole text of a cell means, or what it must be: `a number`. */
  parse(text: string): number | string;
}
