import { parameterError } from "../primitives/check.ts";
import type { MetricUnit } from "./define.ts";

/** Text in place of a missing number. */
export const NO_VALUE = "–";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A year of a duration has 365 days, so that years and days add up. */
const YEAR = 365 * DAY;

/**
 * Formats a number with a fixed number of decimals and grouped thousands, independent of the machine's locale. Values that round to zero
 * have no sign.
 *
 * @example
 * formatNumber(-1234567.891, 2); // "-1,234,567.89"
 */
export function formatNumber(value: number | null, decimals = 0): string {
  if (value === null || Number.isNaN(value)) return NO_VALUE;
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "-∞";
  if (Math.abs(value) >= 1e15) return value.toExponential(4);
  const fixed = Math.abs(value).toFixed(decimals);
  const point = fixed.indexOf(".");
  const integerPart = point < 0 ? fixed : fixed.slice(0, point);
  const grouped = integerPart.replaceAll(/\B(?=(?:\d{3})+$)/g, ",") + (point < 0 ? "" : fixed.slice(point));
  return value < 0 && Number(fixed) !== 0 ? `-${grouped}` : grouped;
}

/** Formats a fraction as a percentage with two decimals: 0.1234 is `12.34%`. */
export function formatFraction(value: number | null, decimals = 2): string {
  if (value === null || !Number.isFinite(value)) return formatNumber(value);
  return `${formatNumber(value * 100, decimals)}%`;
}

/** Formats a ratio with two decimals, or three below 0.1, so that small values stay distinct. */
export function formatRatio(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return formatNumber(value);
  return formatNumber(value, Math.abs(value) < 0.0995 && value !== 0 ? 3 : 2);
}

/** Formats an amount of money, without currency sign. */
export function formatMoney(value: number | null, decimals = 2): string {
  return formatNumber(value, decimals);
}

/** Formats a count without decimals, or a mean of counts with one decimal. */
export function formatCount(value: number | null): string {
  return formatNumber(value, value === null || Number.isInteger(value) ? 0 : 1);
}

/**
 * Formats a duration in its two largest units, rounded down: `3y 41d`, `12d 6h`, `6h 30m`, `45m`, `20s`. A year is 365 days. Durations
 * below a second are `0s`.
 */
export function formatDuration(milliseconds: number | null): string {
  if (milliseconds === null || !Number.isFinite(milliseconds)) return formatNumber(milliseconds);
  const span = Math.abs(milliseconds);
  const sign = milliseconds < 0 && span >= SECOND ? "-" : "";
  if (span >= YEAR) return sign + twoUnits(span, YEAR, "y", DAY, "d");
  if (span >= DAY) return sign + twoUnits(span, DAY, "d", HOUR, "h");
  if (span >= HOUR) return sign + twoUnits(span, HOUR, "h", MINUTE, "m");
  if (span >= MINUTE) return sign + twoUnits(span, MINUTE, "m", SECOND, "s");
  return `${sign}${Math.floor(span / SECOND)}s`;
}

/** Formats a price with its instrument's decimals, without trailing zeros after the second decimal. */
export function formatPrice(value: number | null, decimals: number): string {
  const text = formatNumber(value, decimals);
  return decimals > 2 ? text.replace(/(\.\d\d\d*?)0+$/, "$1") : text;
}

/** Formats a quantity with up to eight decimals. */
export function formatQuantity(value: number | null): string {
  return formatNumber(value, 8).replace(/\.(\d*?)0+$/, (_, kept: string) => (kept === "" ? "" : `.${kept}`));
}

/** Formats a value by its unit. Money has `moneyDecimals` decimals. */
export function formatByUnit(unit: MetricUnit, value: number | null, moneyDecimals = 2): string {
  if (!Object.hasOwn(BY_UNIT, unit)) throw parameterError("unit", `one of ${Object.keys(BY_UNIT).join(", ")}`, unit);
  return BY_UNIT[unit](value, moneyDecimals);
}

const BY_UNIT: Readonly<Record<MetricUnit, (value: number | null, moneyDecimals: number) => string>> = {
  fraction: (value) => formatFraction(value),
  ratio: formatRatio,
  money: formatMoney,
  count: formatCount,
  duration: formatDuration,
};

function twoUnits(span: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((span % large) / small);
  return `${Math.floor(span / large)}${largeName}${rest === 0 ? "" : ` ${rest}${smallName}`}`;
}

const MAX_DECIMALS = 10;
/** Relative rounding error of single-precision numbers, which many price files contain. */
const SINGLE_PRECISION = 2 ** -24;

/**
 * Returns the smallest number of decimals that represents all prices. Differences below single precision are ignored, since many files
 * contain single-precision prices: 1455.219971 means 1455.22.
 */
export function priceDecimals(columns: readonly ArrayLike<number>[]): number {
  let decimals = 0;
  let scale = 1;
  for (const column of columns) {
    for (let i = 0; i < column.length; i++) {
      const price = column[i]!;
      if (!Number.isFinite(price)) continue;
      while (decimals < MAX_DECIMALS && !isQuotedAt(price, scale)) scale = 10 ** ++decimals;
    }
  }
  return decimals;
}

function isQuotedAt(price: number, scale: number): boolean {
  return Math.abs(Math.round(price * scale) / scale - price) <= Math.abs(price) * SINGLE_PRECISION;
}
