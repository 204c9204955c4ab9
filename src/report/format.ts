import type { RunResult } from "../engine/run-result.ts";
import type { MetricUnit } from "../metrics/define.ts";
import { parameterError } from "../primitives/check.ts";
import { type Interval, isDailyOrLonger } from "../time/interval.ts";
import { zoneOf } from "../time/zone.ts";

/** What stands where a number is missing. */
export const NO_VALUE = "–";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A year of a duration has 365 days, so that years and days add up to the days that passed. */
const YEAR = 365 * DAY;

/**
 * A number with a fixed count of decimals, thousands in groups, the same on every machine whatever its locale.
 * What rounds to zero carries no sign.
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
  const whole = point < 0 ? fixed : fixed.slice(0, point);
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",") + (point < 0 ? "" : fixed.slice(point));
  return value < 0 && Number(fixed) !== 0 ? `-${grouped}` : grouped;
}

/** A fraction as a percentage of two decimals: 0.1234 is `12.34%`. */
export function formatFraction(value: number | null, decimals = 2): string {
  if (value === null || !Number.isFinite(value)) return formatNumber(value);
  return `${formatNumber(value * 100, decimals)}%`;
}

/** A ratio, such as Sharpe or profit factor: two decimals, three below a tenth so that small ones stay distinct. */
export function formatRatio(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return formatNumber(value);
  return formatNumber(value, Math.abs(value) < 0.0995 && value !== 0 ? 3 : 2);
}

/** Money in account currency, without its sign. */
export function formatMoney(value: number | null, decimals = 2): string {
  return formatNumber(value, decimals);
}

/** How many: whole, or with one decimal where it is a mean of counts. */
export function formatCount(value: number | null): string {
  return formatNumber(value, value === null || Number.isInteger(value) ? 0 : 1);
}

/**
 * A span of time in its two largest units, rounded down: `3y 41d`, `12d 6h`, `6h 30m`, `45m`, `20s`. A year is 365 days.
 * What is below a second is `0s`.
 */
export function formatDuration(milliseconds: number | null): string {
  if (milliseconds === null || !Number.isFinite(milliseconds)) return formatNumber(milliseconds);
  const span = Math.abs(milliseconds);
  const sign = milliseconds < 0 && span >= SECOND ? "-" : "";
  if (span >= YEAR) return sign + pair(span, YEAR, "y", DAY, "d");
  if (span >= DAY) return sign + pair(span, DAY, "d", HOUR, "h");
  if (span >= HOUR) return sign + pair(span, HOUR, "h", MINUTE, "m");
  if (span >= MINUTE) return sign + pair(span, MINUTE, "m", SECOND, "s");
  return `${sign}${Math.floor(span / SECOND)}s`;
}

/** An instant as clocks of the zone show it: a date where bars last a day or longer, else date and time to the minute. */
export function formatTime(milliseconds: number | null, interval: string, zone = "UTC"): string {
  if (milliseconds === null || !Number.isFinite(milliseconds)) return NO_VALUE;
  const iso = new Date(zoneOf(zone).toLocal(milliseconds)).toISOString();
  return isDailyOrLonger(interval as Interval) ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
}

/** A price with the decimals of its instrument, without closing zeros beyond the second. */
export function formatPrice(value: number | null, decimals: number): string {
  const text = formatNumber(value, decimals);
  return decimals > 2 ? text.replace(/(\.\d\d\d*?)0+$/, "$1") : text;
}

/** A quantity with as many decimals as it has, at most eight. */
export function formatQuantity(value: number | null): string {
  return formatNumber(value, 8).replace(/\.(\d*?)0+$/, (_, kept: string) => (kept === "" ? "" : `.${kept}`));
}

/** A value as its unit is written; money with the decimals of its currency, two where nothing else is said. */
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

function pair(span: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((span % large) / small);
  return `${Math.floor(span / large)}${largeName}${rest === 0 ? "" : ` ${rest}${smallName}`}`;
}

const MOST = 10;
/** Half a step of a single-precision number: what a file written from those adds to a price. */
const SINGLE_PRECISION = 2 ** -24;

/**
 * Decimals at which the prices of the columns are quoted: the fewest that tell every price from its rounding. What is closer
 * than single precision can tell counts as equal, since many files were written from such numbers: 1455.219971 is 1455.22.
 */
export function priceDecimals(columns: readonly ArrayLike<number>[]): number {
  let decimals = 0;
  let scale = 1;
  for (const column of columns) {
    for (let i = 0; i < column.length; i++) {
      const price = column[i]!;
      if (!Number.isFinite(price)) continue;
      while (decimals < MOST && !isQuotedAt(price, scale)) scale = 10 ** ++decimals;
    }
  }
  return decimals;
}

function isQuotedAt(price: number, scale: number): boolean {
  return Math.abs(Math.round(price * scale) / scale - price) <= Math.abs(price) * SINGLE_PRECISION;
}

/** When a run begins and when it ends: dates of sessions for bars of a day or longer, else as clocks of the zone show it. */
export function rangeText(
  { from, to, firstDate, lastDate, interval, settings }: RunResult,
  zone = settings.zone,
): readonly [from: string, to: string] {
  if (isDailyOrLonger(interval as Interval)) return [firstDate, lastDate];
  return [formatTime(from, interval, zone), formatTime(to - 1, interval, zone)];
}
