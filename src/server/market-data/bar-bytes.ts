import type { History } from "../../market/market-view.ts";
import { roundHalfAway } from "../../primitives/rounding.ts";
import { DAY_MS, dateOfDays, daysInMonth } from "../../time/civil-date.ts";
import { CRYPTO_DECIMALS, rounded } from "../numbers.ts";

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
const LETTER_T = 84;
const COLON = 58;

const OPEN = wordOf('","open":');
const HIGH = wordOf(',"high":');
const LOW = wordOf(',"low":');
const CLOSE = wordOf(',"close":');
const VOLUME = wordOf(',"volume":');
const ADJUSTED = wordOf(',"adj_close":');
const EXACT = wordOf(',"volume_exact":');
const END = wordOf("},");
const WHOLE_MINUTE = wordOf("00.000Z");

/**
 * Writes one bar on the desk as JSON, the same bytes that `JSON.stringify` makes of it, with a comma behind. Its digits are written one by one, because
 * that costs a fraction of text that is put together and then turned into bytes. Returns the place behind what it wrote.
 */
export function writeBar(start: number, { bars, adjustedClose }: BarColumns, row: number, decimals: number): number {
  const volume = bars.volume[row]!;
  let at = writeInstant(start, bars.time[row]!);
  at = writeRounded(write(at, OPEN), bars.open[row]!, decimals);
  at = writeRounded(write(at, HIGH), bars.high[row]!, decimals);
  at = writeRounded(write(at, LOW), bars.low[row]!, decimals);
  at = writeRounded(write(at, CLOSE), bars.close[row]!, decimals);
  at = writeRounded(write(at, VOLUME), volume, 0);
  at = writeRounded(write(at, ADJUSTED), adjustedClose[row]!, decimals);
  if (!Number.isInteger(volume)) {
    const exact = rounded(volume, CRYPTO_DECIMALS);
    if (!Number.isInteger(exact)) at = writeText(write(at, EXACT), exact);
  }
  return write(at, END);
}

/** Fifteen digits are always the shortest that read back as the same double. */
const SURE = 1e15;
const SCALES = Float64Array.from({ length: CRYPTO_DECIMALS + 1 }, (_, digits) => Number(`1e${digits}`));
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
  let at = start;
  if (units < 0) desk[at++] = MINUS;
  at = writeWhole(at, before | 0);
  let fraction = (size - before * scale) | 0;
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

/** A whole number from 0 up. */
function writeWhole(at: number, value: number): number {
  let digits = 1;
  for (let power = 10; value >= power; power *= 10) digits++;
  writeDigits(at, value, digits);
  return at + digits;
}

/** The last digits of a whole number, zeros before them. */
function writeDigits(start: number, value: number, digits: number): void {
  let rest = value;
  for (let at = start + digits - 1; at >= start; at--) {
    const tenth = (rest / 10) | 0;
    desk[at] = ZERO + rest - tenth * 10;
    rest = tenth;
  }
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
  const minutes = Math.floor(time / 60_000) | 0;
  const rest = (time - minutes * 60_000) | 0;
  const hours = (minutes / 60) | 0;
  const at = write(start, month.word);
  writeDigits(at, (day - month.start + 1) | 0, 2);
  desk[at + 2] = LETTER_T;
  writeDigits(at + 3, hours, 2);
  desk[at + 5] = COLON;
  writeDigits(at + 6, minutes - hours * 60, 2);
  desk[at + 8] = COLON;
  const end = write(at + 9, WHOLE_MINUTE);
  if (rest !== 0) {
    const seconds = (rest / 1000) | 0;
    writeDigits(at + 9, seconds, 2);
    writeDigits(at + 12, rest - seconds * 1000, 3);
  }
  return end;
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
