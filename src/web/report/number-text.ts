/** Formats a number with fixed decimals and commas between thousands. A missing number becomes a dash. */
export function numberText(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return "–";
  const [whole, part] = Math.abs(value).toFixed(decimals).split(".");
  const grouped = whole!.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  const text = part === undefined ? grouped : `${grouped}.${part}`;
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text;
}

/** Minimum number of significant digits of a shown price. */
const PRICE_DIGITS = 4;

/** Formats a price with its instrument's decimals, or with more if the price would have fewer than four significant digits. */
export function priceText(value: number, decimals: number): string {
  const shown = decimalsShown(value, decimals);
  const text = numberText(value, shown);
  if (shown === decimals) return text;
  // Zeros at the end are removed beyond the instrument's decimals.
  const shortest = text.indexOf(".") + 1 + decimals;
  return text.slice(0, shortest) + text.slice(shortest).replace(/0+$/, "");
}

/** Returns the number of decimals with which `priceText` shows a price. */
export function decimalsShown(value: number, decimals: number): number {
  const size = Math.abs(value);
  const needed = size > 0 && size < 1 ? PRICE_DIGITS - 1 - Math.floor(Math.log10(size)) : 0;
  return Math.min(MAX_DECIMALS, Math.max(decimals, needed));
}

/** Maximum number of decimals that `toFixed` supports in every browser. */
const MAX_DECIMALS = 20;

/** Formats a fraction as a percentage. */
export function percentText(value: number, decimals = 2): string {
  return Number.isFinite(value) ? `${numberText(value * 100, decimals)}%` : "–";
}

/** Suffixes of abbreviated numbers, each with the value from which it is used. */
const SIZES = [
  { from: 1e12, size: 1e12, name: "T" },
  { from: 1e9, size: 1e9, name: "B" },
  { from: 1e6, size: 1e6, name: "M" },
  { from: 1e4, size: 1e3, name: "K" },
];

/** Abbreviates a large number with at most this many decimals, such as `931.8M`. */
export function shortText(value: number, decimals = 1): string {
  const large = SIZES.find(({ from }) => Math.abs(value) >= from);
  if (large === undefined) return numberText(value, Number.isInteger(value) ? 0 : 2);
  return `${numberText(value / large.size, decimals).replace(/\.0+$/, "")}${large.name}`;
}

/** Formats epoch seconds in UTC: as a date if `daily`, otherwise as date and time to the minute, or to the second within a minute. */
export function timeText(seconds: number, daily: boolean): string {
  if (!Number.isFinite(seconds)) return "–";
  const iso = new Date(seconds * 1000).toISOString();
  return daily ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${clockText(iso)}`;
}

/** Returns the time of day of an ISO time in UTC: to the minute, or to the second within a minute. */
export function clockText(iso: string): string {
  return iso.slice(11, iso.slice(17, 19) === "00" ? 16 : 19);
}

/** Returns `gain` for a number above zero, `loss` below zero, and undefined at zero. */
export function toneOf(value: number | null): "gain" | "loss" | undefined {
  if (value === null || !(Math.abs(value) > 0)) return undefined;
  return value > 0 ? "gain" : "loss";
}
