/** Formats a number with fixed decimals and grouped thousands; a dash if it is missing. */
export function numberText(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return "–";
  const [whole, part] = Math.abs(value).toFixed(decimals).split(".");
  const grouped = whole!.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  const text = part === undefined ? grouped : `${grouped}.${part}`;
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text;
}

/** Minimum number of significant digits of a price. */
const PRICE_DIGITS = 4;

/** Formats a price with the decimals of its instrument, or with more if fewer than four significant digits would remain. */
export function priceText(value: number, decimals: number): string {
  const shown = decimalsShown(value, decimals);
  const text = numberText(value, shown);
  if (shown === decimals) return text;
  // Trailing zeros beyond the instrument's decimals are removed.
  const shortest = text.indexOf(".") + 1 + decimals;
  return text.slice(0, shortest) + text.slice(shortest).replace(/0+$/, "");
}

/** Returns the decimals that `priceText` uses for a price. */
export function decimalsShown(value: number, decimals: number): number {
  const size = Math.abs(value);
  const needed = size > 0 && size < 1 ? PRICE_DIGITS - 1 - Math.floor(Math.log10(size)) : 0;
  return Math.min(MAX_DECIMALS, Math.max(decimals, needed));
}

/** Maximum number of decimals that `toFixed` supports everywhere. */
const MAX_DECIMALS = 20;

/** Formats a fraction as a percentage. */
export function percentText(value: number, decimals = 2): string {
  return Number.isFinite(value) ? `${numberText(value * 100, decimals)}%` : "–";
}

/** Units of large numbers, and the values from which they are used. */
const SIZES = [
  { from: 1e12, size: 1e12, name: "T" },
  { from: 1e9, size: 1e9, name: "B" },
  { from: 1e6, size: 1e6, name: "M" },
  { from: 1e4, size: 1e3, name: "K" },
];

/** Abbreviates a large number: `931.8M`, with at most this many decimals. */
export function shortText(value: number, decimals = 1): string {
  const large = SIZES.find(({ from }) => Math.abs(value) >= from);
  if (large === undefined) return numberText(value, Number.isInteger(value) ? 0 : 2);
  return `${numberText(value / large.size, decimals).replace(/\.0+$/, "")}${large.name}`;
}

/** Formats epoch seconds in UTC as a date, with the time to the minute unless `daily`. */
export function timeText(seconds: number, daily: boolean): string {
  if (!Number.isFinite(seconds)) return "–";
  const iso = new Date(seconds * 1000).toISOString();
  return daily ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
}

/** Returns `gain` above zero, `loss` below, and undefined at zero. */
export function toneOf(value: number | null): "gain" | "loss" | undefined {
  if (value === null || !(Math.abs(value) > 0)) return undefined;
  return value > 0 ? "gain" : "loss";
}
