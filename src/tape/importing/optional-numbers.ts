import type { CellReader } from "../csv/cell-reader.ts";
import { NUMBER_CELLS } from "../csv/number-cells.ts";

/** Decimal numbers, of which some are missing: an empty cell is read as NaN. */
export const OPTIONAL_NUMBERS: CellReader = {
  read: (view, at, out, row) => NUMBER_CELLS.read(view, at, out, row),
  parse: (text) => (text === "" ? NaN : NUMBER_CELLS.parse(text)),
};
