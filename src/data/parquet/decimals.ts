import type { SchemaElement } from "hyparquet";

/** Whole numbers up to here survive a product and a quotient that are each rounded once. */
export const LARGEST_EXACT_UNITS = 2 ** 50;
/** The last power of ten that a double holds. */
export const LARGEST_EXACT_POWER = 22;

/**
 * What makes the double nearest to a decimal of what the reader of the file gives for it; undefined for columns that hold no decimals.
 *
 * A file counts decimals in whole units, 94 hundredths for 0.94. The reader multiplies them by 0.01, which no double holds, and gives
 * 0.9400000000000001; dividing by 100 gives 0.94. Columns that say so by their logical type alone it gives as they are counted.
 */
export function decimalConverter({
  converted_type: converted,
  logical_type: logical,
  scale = 0,
}: SchemaElement): ((value: number) => number) | undefined {
  if (converted === "DECIMAL") {
    const power = 10 ** scale;
    return (value) => {
      const units = Math.round(value * power);
      return Math.abs(units) <= LARGEST_EXACT_UNITS && scale <= LARGEST_EXACT_POWER ? units / power : value;
    };
  }
  if (logical?.type !== "DECIMAL") return undefined;
  const power = 10 ** logical.scale;
  return (units) => units / power;
}
