import type { CellReader } from "./cell-reader.ts";
import { readDecimal } from "./decimal.ts";

/** Decimal numbers: `12`, `-0.5`, `1469.250000`, `1.5e-7`. No NaN, no infinity, no thousands, no decimal comma. */
export const NUMBER_CELLS: CellReader = {
  read: readDecimal,
  parse(text) {
    // Nobody can tell 1,234 from 1.234 by itself: what was meant is for the user to say.
    if (/^[+-]?\d[\d.]*[,' ][\d.,' ]*\d$/.test(text))
      return "a number with a decimal point and no thousands separators";
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return "a number";
    const value = Number(text);
    return Number.isFinite(value) ? value : "a finite number";
  },
};
