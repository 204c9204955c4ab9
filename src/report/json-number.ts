/** A number as JSON holds it: null where it is missing, zero without a sign. The one place where a report turns NaN into null. */
export function jsonNumber(value: number): number | null {
  return Number.isFinite(value) ? value + 0 : null;
}

/** The same at a fixed count of decimals, so that a chart's data stay short. */
export function roundedNumber(value: number, decimals: number): number | null {
  return jsonNumber(Math.round(value * 10 ** decimals) / 10 ** decimals);
}
