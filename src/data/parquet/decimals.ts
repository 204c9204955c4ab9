import type { SchemaElement } from "hyparquet";

/** Integers up to this limit remain exact after one rounded product and one rounded quotient. */
export const LARGEST_EXACT_UNITS = 2 ** 50;
/** Largest exponent of a power of ten that a double represents exactly. */
export const LARGEST_EXACT_POWER = 22;

/**
 * Returns a function that converts hyparquet's value of a decimal to the nearest double; undefined for columns without decimals.
 *
 * A file stores decimals as integers: 0.94 as 94 with a scale of 2. hyparquet multiplies by 0.01, which is not exact, and returns
 * 0.9400000000000001; dividing by 100 gives 0.94. If only the logical type declares decimals, hyparquet returns the integers.
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
