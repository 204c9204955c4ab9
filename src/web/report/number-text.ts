/** A number with a fixed count of decimals and its thousands in groups; a dash where it is missing. */
export function numberText(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return "–";
  const [whole, part] = Math.abs(value).toFixed(decimals).split(".");
  const grouped = whole!.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  const text = part === undefined ? grouped : `${grouped}.${part}`;
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text;
}

/** Significant digits that a price shows at least where it has them. */
const PRICE_DIGITS = 4;

/** A price in the decimals of its instrument. A price that they leave fewer than four significant digits shows more. */
export function priceText(value: number, decimals: number): string {
  const shown = decimalsShown(value, decimals);
  const text = numberText(value, shown);
  if (shown === decimals) return text;
  // Zeros at the end say nothing beyond the instrument's own decimals.
  const shortest = text.indexOf(".") + 1 + decimals;
  return text.slice(0, shortest) + text.slice(shortest).replace(/0+$/, "");
}

/** The decimals in which `priceText` writes a price. */
export function decimalsShown(value: number, decimals: number): number {
  const size = Math.abs(value);
  const needed = size > 0 && size < 1 ? PRICE_DIGITS - 1 - Math.floor(Math.log10(size)) : 0;
  return Math.min(MOST_DECIMALS, Math.max(decimals, needed));
}

/** As many decimals as `toFixed` takes on every engine. */
const MOST_DECIMALS = 20;

/** A fraction as a percentage. */
export function percentText(value: number, decimals = 2): string {
  return Number.isFinite(value) ? `${numberText(value * 100, decimals)}%` : "–";
}

/** Sizes of large numbers: from where on they are named, and by what. */
const SIZES = [
  { from: 1e12, size: 1e12, name: "T" },
  { from: 1e9, size: 1e9, name: "B" },
  { from: 1e6, size: 1e6, name: "M" },
  { from: 1e4, size: 1e3, name: "K" },
];

/** A large number in few characters: `931.8M`, with at most so many decimals. */
export function shortText(value: number, decimals = 1): string {
  const large = SIZES.find(({ from }) => Math.abs(value) >= from);
  if (large === undefined) return numberText(value, Number.isInteger(value) ? 0 : 2);
  return `${numberText(value / large.size, decimals).replace(/\.0+$/, "")}${large.name}`;
}

/** Epoch seconds as a date, with the time to the minute unless `daily`; always in UTC. */
export function timeText(seconds: number, daily: boolean): string {
  if (!Number.isFinite(seconds)) return "–";
  const iso = new Date(seconds * 1000).toISOString();
  return daily ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
}

/** `gain` above zero, `loss` below, nothing at zero. */
export function toneOf(value: number | null): "gain" | "loss" | undefined {
  if (value === null || !(Math.abs(value) > 0)) return undefined;
  return value > 0 ? "gain" : "loss";
}
