import type { History } from "../../market/market-view.ts";
import { roundHalfAway } from "../../primitives/rounding.ts";
import { DAY_MS, dateOfDays, daysInMonth } from "../../time/civil-date.ts";
import { CRYPTO_DECIMALS, rounded, whole } from "../numbers.ts";

/** Bars of which bytes are made, and the closes that go with them. */
export type BarColumns = Pick<History, "bars" | "adjustedClose">;

/**
 * One bar as JSON, the same bytes that `JSON.stringify` makes of it; a comma follows. Its text is put together, because that costs less than an object
 * that is written afterwards.
 */
export function barText({ bars, adjustedClose }: BarColumns, row: number, decimals: number): string {
  const volume = bars.volume[row]!;
  const exact = rounded(volume, CRYPTO_DECIMALS);
  return (
    `{"timestamp":"${instantText(bars.time[row]!)}",` +
    `"open":${roundedText(bars.open[row]!, decimals)},` +
    `"high":${roundedText(bars.high[row]!, decimals)},` +
    `"low":${roundedText(bars.low[row]!, decimals)},` +
    `"close":${roundedText(bars.close[row]!, decimals)},` +
    `"volume":${text(whole(volume))},` +
    `"adj_close":${roundedText(adjustedClose[row]!, decimals)}` +
    (Number.isInteger(exact) ? "}," : `,"volume_exact":${text(exact)}},`)
  );
}

/** A number as JSON spells it: shortest digits that read back as the same double. */
function text(value: number): string {
  return Number.isFinite(value) ? String(value) : "null";
}

/** Decimals up to which no rounded number is so small that JSON spells it with an exponent. */
const PLAIN_DECIMALS = 6;
/** Fifteen digits are always the shortest that read back as the same double. */
const SURE = 1e15;
const SCALES = Float64Array.of(1, 10, 100, 1e3, 1e4, 1e5, 1e6);

/**
 * What `text(rounded(value, decimals))` is, an order of magnitude faster: the digits of a whole number with a point between, where a search for the
 * shortest digits of a fraction would come to the same.
 */
function roundedText(value: number, decimals: number): string {
  const scale = SCALES[decimals] ?? 0;
  const scaled = value * scale;
  if (decimals > PLAIN_DECIMALS || !(Math.abs(scaled) < SURE)) return text(rounded(value, decimals));
  const units = roundHalfAway(scaled);
  const size = Math.abs(units);
  const before = Math.floor(size / scale);
  let fraction = size - before * scale;
  const sign = units < 0 ? "-" : "";
  if (fraction === 0) return sign + before;
  let digits = decimals;
  while (fraction % 10 === 0) {
    fraction /= 10;
    digits--;
  }
  return `${sign}${before}.${String(fraction).padStart(digits, "0")}`;
}

/** The month of the last instant that was written: its first day, how many it has, and its text. */
let monthStart = NaN;
let monthLength = 0;
let monthText = "";

/** An instant as `toISOString` gives it; bars of one month have year and month in common. */
function instantText(instant: number): string {
  const day = Math.floor(instant / DAY_MS);
  if (!(day >= monthStart && day < monthStart + monthLength)) {
    const { year, month, day: dayOfMonth } = dateOfDays(day);
    monthStart = day - dayOfMonth + 1;
    monthLength = daysInMonth(year, month);
    monthText = new Date(day * DAY_MS).toISOString().slice(0, -"05T00:00:00.000Z".length);
  }
  const time = instant - day * DAY_MS;
  const minutes = Math.floor(time / 60_000);
  const rest = time - minutes * 60_000;
  const clock = `${monthText}${two(day - monthStart + 1)}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:`;
  return rest === 0 ? `${clock}00.000Z` : clock + seconds(rest);
}

function seconds(rest: number): string {
  return `${two(Math.floor(rest / 1000))}.${String(rest % 1000).padStart(3, "0")}Z`;
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
