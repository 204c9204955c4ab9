import type { CellReader } from "../csv/cell-reader.ts";

/** Times that a function reads from the text of their cells, for spellings of one vendor. */
export function textTimes(parse: (text: string) => number | string): CellReader {
  return { read: () => -1, parse };
}
