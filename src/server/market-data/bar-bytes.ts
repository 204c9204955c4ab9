import type { History } from "../../market/market-view.ts";
import { roundHalfAway } from "../../primitives/rounding.ts";
import { DAY_MS, dateOfDays, daysInMonth } from "../../time/civil-date.ts";
import { CRYPTO_DECIMALS, rounded, shownDecimals } from "../numbers.ts";

/** Bars of which bytes are made, and the closes that go with them. */
export type BarColumns = Pick<History, "bars" | "adjustedClose">;

/** Bars that have room on the desk. */
export const DESK_BARS = 128;
/** Bytes that no bar needs more than: its names and marks, and nine values of at most 25 letters. */
const MOST_BAR_BYTES = 384;
/** Where bars are written before they are put away. */
export const desk = Buffer.alloc(DESK_BARS * MOST_BAR_BYTES);
const view = new DataView(desk.buffer, desk.byteOffset, desk.length);

/** Letters that never change, eight to a double: one store writes them, and what it writes too much is written over. */
interface Word {
  readonly eights: Float64Array;
  readonly length: number;
}

const ZERO = 48;
const MINUS = 45;
const POINT = 46;
const MINUTES_IN_A_DAY = 1440;

const OPEN = wordOf('"open":');
const HIGH = wordOf(',"high":');
const LOW = wordOf(',"low":');
const CLOSE = wordOf(',"close":');
const VOLUME = wordOf(',"volume":');
const ADJUSTED = wordOf(',"adj_close":');
const EXACT = wordOf(',"volume_exact":');
const END = wordOf("},");

/**
 * Writes one bar on the desk as JSON, the same bytes that `JSON.stringify` makes of it, with a comma behind. Its digits are written one by one, because
 * that costs a fraction of text that is put together and then turned into bytes. Returns the place behind what it wrote.
 */
export function writeBar(start: number, { bars, adjustedClose }: BarColumns, row: number, decimals: number): number {
  const volume = bars.volume[row]!;
  let at = writeInstant(start, bars.time[row]!);
  at = writePrice(write(at, OPEN), bars.open[row]!, decimals);
  at = writePrice(write(at, HIGH), bars.high[row]!, decimals);
  at = writePrice(write(at, LOW), bars.low[row]!, decimals);
  at = writePrice(write(at, CLOSE), bars.close[row]!, decimals);
  at = writeVolume(write(at, VOLUME), volume);
  at = writePrice(write(at, ADJUSTED), adjustedClose[row]!, decimals);
  if (!Number.isInteger(volume)) {
    const exact = rounded(volume, CRYPTO_DECIMALS);
    if (!Number.isInteger(exact)) at = writeText(write(at, EXACT), exact);
  }
  return write(at, END);
}

/** Fifteen digits are always the shortest that read back as the same double. */
const SURE = 1e15;
/** As many decimals as six significant digits need of what JSON spells without an exponent. */
const MOST_DECIMALS = 11;
const SCALES = Float64Array.from({ length: MOST_DECIMALS + 1 }, (_, digits) => Number(`1e${digits}`));
/** JSON spells what is less than a millionth with an exponent. */
const MILLION = 1e6;
const INT32 = 2 ** 31;

/** What JSON is of `rounded(value, decimals)`: the digits of a whole number with a point between, where a search for the shortest comes to the same. */
function writeRounded(start: number, value: number, decimals: number): number {
  const scale = SCALES[decimals] ?? 0;
  const scaled = value * scale;
  if (scale === 0 || !(Math.abs(scaled) < SURE)) return writeText(start, rounded(value, decimals));
  const units = roundHalfAway(scaled);
  const size = Math.abs(units);
  const before = scale === 1 ? size : Math.floor(size / scale);
  if (before >= INT32 || (size !== 0 && size * MILLION < scale)) return writeText(start, rounded(value, decimals));
  const after = size - before * scale;
  if (after >= INT32) return writeText(start, rounded(value, decimals));
  let at = start;
  if (units < 0) desk[at++] = MINUS;
  at = writeWhole(at, before | 0);
  let fraction = after | 0;
  if (fraction === 0) return at;
  let digits = decimals;
  for (let tenth = (fraction / 10) | 0; tenth * 10 === fraction; tenth = (fraction / 10) | 0) {
    fraction = tenth;
    digits--;
  }
  desk[at] = POINT;
  writeDigits(at + 1, fraction, digits);
  return at + 1 + digits;
}

function writePrice(start: number, value: number, decimals: number): number {
  const scaled = value * 100;
  // Nearly all prices are in cents.
  if (decimals === 2 && scaled >= 0 && scaled < LARGE_CENTS) {
    const cents = roundHalfAway(scaled);
    // As traded, or so large that its cents are six digits.
    if (scaled >= SIX_DIGITS || Math.abs(scaled - cents) <= cents * NOISE) return writeCents(start, cents | 0);
  }
  return writeRounded(start, value, shownDecimals(value, decimals));
}

/** Cents from here on have six digits. */
const SIX_DIGITS = 100_000;
/** Share of a price as traded by which binary arithmetic may miss its cents. */
const NOISE = 2 ** -48;

/** Cents below this, and what they are rounded to, are small whole numbers. */
const LARGE_CENTS = 2 ** 30;

function writeCents(start: number, size: number): number {
  const before = (size / 100) | 0;
  const at = writeWhole(start, before);
  const cents = size - before * 100;
  if (cents === 0) return at;
  desk[at] = POINT;
  view.setUint16(at + 1, PAIRS[cents]!, true);
  return ((cents / 10) | 0) * 10 === cents ? at + 2 : at + 3;
}

function writeVolume(start: number, volume: number): number {
  const whole = volume | 0;
  return whole === volume && whole >= 0 ? writeWhole(start, whole) : writeRounded(start, volume, 0);
}

/** Two digits each, as a store of sixteen bits writes them. */
const PAIRS = Uint16Array.from(
  { length: 100 },
  (_, value) => ZERO + Math.floor(value / 10) + ((ZERO + (value % 10)) << 8),
);

/** A whole number from 0 up. */
function writeWhole(start: number, value: number): number {
  let digits = 1;
  for (let power = 10; value >= power; power *= 10) digits++;
  writeDigits(start, value, digits);
  return start + digits;
}

/** The last digits of a whole number, zeros before them. */
function writeDigits(start: number, value: number, digits: number): void {
  let rest = value;
  let at = start + digits;
  for (; at - start >= 2; at -= 2) {
    const hundreds = (rest / 100) | 0;
    view.setUint16(at - 2, PAIRS[rest - hundreds * 100]!, true);
    rest = hundreds;
  }
  if (at > start) desk[start] = ZERO + rest;
}

/** A number as JSON spells it: shortest digits that read back as the same double. */
function writeText(start: number, value: number): number {
  const text = Number.isFinite(value) ? String(value) : "null";
  for (let i = 0; i < text.length; i++) desk[start + i] = text.charCodeAt(i);
  return start + text.length;
}

/** A month by its first day, with how a bar of it begins. */
interface Month {
  readonly start: number;
  readonly length: number;
  readonly word: Word;
}

const months = new Map<number, Month>();
/** Of the last instant that was written: bars of one month have much in common. */
let month: Month = { start: 0, length: 0, word: wordOf("") };

function monthOf(day: number): Month {
  const date = dateOfDays(day);
  const start = day - date.day + 1;
  let found = months.get(start);
  if (found === undefined) {
    const text = new Date(day * DAY_MS).toISOString().slice(0, -"05T00:00:00.000Z".length);
    found = { start, length: daysInMonth(date.year, date.month), word: wordOf(`{"timestamp":"${text}`) };
    months.set(start, found);
  }
  return found;
}

/** The beginning of a bar with its instant as `toISOString` gives it. */
function writeInstant(start: number, instant: number): number {
  const day = Math.floor(instant / DAY_MS);
  if (day < month.start || day >= month.start + month.length) month = monthOf(day);
  const time = instant - day * DAY_MS;
  if (time !== clock.time) clock = clockOf(time);
  const at = write(start, month.word);
  view.setUint16(at, PAIRS[day - month.start + 1]!, true);
  return write(at + 2, clock.word);
}

/** A time of day, with how it is written: daily bars have it in common. */
interface Clock {
  readonly time: number;
  readonly word: Word;
}

let clock: Clock = { time: NaN, word: wordOf("") };
const clocks = new Map<number, Clock>();

function clockOf(time: number): Clock {
  let found = clocks.get(time);
  if (found === undefined) {
    found = { time, word: wordOf(`${new Date(time).toISOString().slice("1970-01-01".length)}",`) };
    // As many as a day has minutes; bars of odd moments are few.
    if (clocks.size < MINUTES_IN_A_DAY) clocks.set(time, found);
  }
  return found;
}

function write(start: number, { eights, length }: Word): number {
  for (let i = 0; i < eights.length; i++) view.setFloat64(start + i * 8, eights[i]!, true);
  return start + length;
}

/** ASCII has no letter that would make a double missing, of which other bits might be stored. */
function wordOf(letters: string): Word {
  const bytes = Buffer.alloc(Math.ceil(letters.length / 8) * 8);
  bytes.write(letters, "latin1");
  const eights = Float64Array.from({ length: bytes.length / 8 }, (_, i) => bytes.readDoubleLE(i * 8));
  return { eights, length: letters.length };
}
