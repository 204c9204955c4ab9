import type { CellReader } from "./cell-reader.ts";
import { readDecimal } from "./decimal.ts";

/** Decimal numbers: `12`, `-0.5`, `1469.250000`, `1.5e-7`. No NaN, no infinity, no thousands, no decimal comma. */
export const NUMBER_CELLS: CellReader = {
  read: readDecimal,
  parse(text) {
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return "a number";
    const value = Number(text);
    return Number.isFinite(value) ? value : "a finite number";
  },
};
