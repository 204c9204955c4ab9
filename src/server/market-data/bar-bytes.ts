import type { History } from "../../market/market-view.ts";
import { roundHalfAway } from "../../primitives/rounding.ts";
import { DAY_MS, dateOfDays, daysInMonth } from "../../time/civil-date.ts";
import { CRYPTO_DECIMALS, rounded, shownDecimals } from "../numbers.ts";

/** Bars to write as JSON, and their adjusted closes. */
export type BarColumns = Pick<History, "bars" | "adjustedClose">;

/** Number of bars that fit into the scratch buffer. */
export const SCRATCH_BARS = 128;
/** Maximum size of a bar in bytes: its member names, and nine values of at most 25 characters. */
const MAX_BAR_BYTES = 384;
/** Buffer into which bars are written before they are copied to their block. */
export const scratch = Buffer.alloc(SCRATCH_BARS * MAX_BAR_BYTES);
const view = new DataView(scratch.buffer, scratch.byteOffset, scratch.length);

/** Constant text as doubles of eight bytes each, which are fast to write. Later writes overwrite surplus bytes of the last double. */
interface TextChunk {
  readonly doubles: Float64Array;
  readonly length: number;
}

const ZERO = 48;
const MINUS = 45;
const POINT = 46;
const MINUTES_IN_A_DAY = 1440;

const OPEN = chunkOf('"open":');
const HIGH = chunkOf(',"high":');
const LOW = chunkOf(',"low":');
const CLOSE = chunkOf(',"close":');
const VOLUME = chunkOf(',"volume":');
const ADJUSTED = chunkOf(',"adj_close":');
const EXACT = chunkOf(',"volume_exact":');
const END = chunkOf("},");

/**
 * Writes a bar and a comma as JSON to the scratch buffer, in the same bytes as `JSON.stringify`. Returns where the written bytes end.
 * Writing digits directly takes a fraction of the time of building and encoding text.
 */
export function writeBar(start: number, { bars, adjustedClose }: BarColumns, row: number, decimals: number): number {
  const volume = bars.volume[row]!;
  let at = writeInstant(start, bars.time[row]!);
  at = writePrice(writeChunk(at, OPEN), bars.open[row]!, decimals);
  at = writePrice(writeChunk(at, HIGH), bars.high[row]!, decimals);
  at = writePrice(writeChunk(at, LOW), bars.low[row]!, decimals);
  at = writePrice(writeChunk(at, CLOSE), bars.close[row]!, decimals);
  at = writeVolume(writeChunk(at, VOLUME), volume);
  at = writePrice(writeChunk(at, ADJUSTED), adjustedClose[row]!, decimals);
  if (!Number.isInteger(volume)) {
    const exact = rounded(volume, CRYPTO_DECIMALS);
    if (!Number.isInteger(exact)) at = writeText(writeChunk(at, EXACT), exact);
  }
  return writeChunk(at, END);
}

/** An integer below this has at most fifteen digits, which are also its shortest spelling. */
const EXACT_BELOW = 1e15;
/** Maximum decimals of a number with six significant digits that JSON spells without an exponent. */
const MAX_DECIMALS = 11;
const SCALES = Float64Array.from({ length: MAX_DECIMALS + 1 }, (_, digits) => Number(`1e${digits}`));
/** JSON spells numbers below one millionth with an exponent. */
const MILLION = 1e6;
const INT32 = 2 ** 31;

/**
 * Writes the JSON of `rounded(value, decimals)`: the digits of the scaled integer with a decimal point, if that is the shortest spelling of
 * the number.
 */
function writeRounded(start: number, value: number, decimals: number): number {
  const scale = SCALES[decimals] ?? 0;
  const scaled = value * scale;
  if (scale === 0 || !(Math.abs(scaled) < EXACT_BELOW)) return writeText(start, rounded(value, decimals));
  const units = roundHalfAway(scaled);
  const size = Math.abs(units);
  const before = scale === 1 ? size : Math.floor(size / scale);
  if (before >= INT32 || (size !== 0 && size * MILLION < scale)) return writeText(start, rounded(value, decimals));
  const after = size - before * scale;
  if (after >= INT32) return writeText(start, rounded(value, decimals));
  let at = start;
  if (units < 0) scratch[at++] = MINUS;
  at = writeInteger(at, before | 0);
  let fraction = after | 0;
  if (fraction === 0) return at;
  let digits = decimals;
  for (let tenth = (fraction / 10) | 0; tenth * 10 === fraction; tenth = (fraction / 10) | 0) {
    fraction = tenth;
    digits--;
  }
  scratch[at] = POINT;
  writeDigits(at + 1, fraction, digits);
  return at + 1 + digits;
}

function writePrice(start: number, value: number, decimals: number): number {
  const scaled = value * 100;
  // Nearly all prices have two decimals, so they get a fast path.
  if (decimals === 2 && scaled >= 0 && scaled < LARGE_CENTS) {
    const cents = roundHalfAway(scaled);
    // Two decimals suffice: the price is in whole cents, or its cents have six digits.
    if (scaled >= SIX_DIGITS || Math.abs(scaled - cents) <= cents * NOISE) return writeCents(start, cents | 0);
  }
  return writeRounded(start, value, shownDecimals(value, decimals));
}

/** Amounts of cents from here on have at least six digits. */
const SIX_DIGITS = 100_000;
/** Relative error that binary arithmetic may add to a price in whole cents. */
const NOISE = 2 ** -48;

/** Amounts of cents below this are small integers for V8. */
const LARGE_CENTS = 2 ** 30;

function writeCents(start: number, size: number): number {
  const before = (size / 100) | 0;
  const at = writeInteger(start, before);
  const cents = size - before * 100;
  if (cents === 0) return at;
  scratch[at] = POINT;
  view.setUint16(at + 1, PAIRS[cents]!, true);
  return ((cents / 10) | 0) * 10 === cents ? at + 2 : at + 3;
}

function writeVolume(start: number, volume: number): number {
  const integer = volume | 0;
  return integer === volume && integer >= 0 ? writeInteger(start, integer) : writeRounded(start, volume, 0);
}

/** The two digits of each number below 100 as a 16-bit number, which one operation writes. */
const PAIRS = Uint16Array.from(
  { length: 100 },
  (_, value) => ZERO + Math.floor(value / 10) + ((ZERO + (value % 10)) << 8),
);

/** Writes a non-negative integer. */
function writeInteger(start: number, value: number): number {
  let digits = 1;
  for (let power = 10; value >= power; power *= 10) digits++;
  writeDigits(start, value, digits);
  return start + digits;
}

/** Writes the last digits of an integer, with leading zeros. */
function writeDigits(start: number, value: number, digits: number): void {
  let rest = value;
  let at = start + digits;
  for (; at - start >= 2; at -= 2) {
    const hundreds = (rest / 100) | 0;
    view.setUint16(at - 2, PAIRS[rest - hundreds * 100]!, true);
    rest = hundreds;
  }
  if (at > start) scratch[start] = ZERO + rest;
}

/** Writes a number as JSON: the shortest digits that parse to the same double. */
function writeText(start: number, value: number): number {
  const text = Number.isFinite(value) ? String(value) : "null";
  for (let i = 0; i < text.length; i++) scratch[start + i] = text.charCodeAt(i);
  return start + text.length;
}

/** A month: its first day, and the JSON text with which bars of this month begin. */
interface Month {
  readonly start: number;
  readonly length: number;
  readonly chunk: TextChunk;
}

const months = new Map<number, Month>();
/** The month of the last written bar, since neighboring bars usually have the same month. */
let month: Month = { start: 0, length: 0, chunk: chunkOf("") };

function monthOf(day: number): Month {
  const date = dateOfDays(day);
  const start = day - date.day + 1;
  let found = months.get(start);
  if (found === undefined) {
    const text = new Date(day * DAY_MS).toISOString().slice(0, -"05T00:00:00.000Z".length);
    found = { start, length: daysInMonth(date.year, date.month), chunk: chunkOf(`{"timestamp":"${text}`) };
    months.set(start, found);
  }
  return found;
}

/** Writes the beginning of a bar with its timestamp, in the format of `toISOString`. */
function writeInstant(start: number, instant: number): number {
  const day = Math.floor(instant / DAY_MS);
  if (day < month.start || day >= month.start + month.length) month = monthOf(day);
  const time = instant - day * DAY_MS;
  if (time !== clock.time) clock = clockOf(time);
  const at = writeChunk(start, month.chunk);
  view.setUint16(at, PAIRS[day - month.start + 1]!, true);
  return writeChunk(at + 2, clock.chunk);
}

/** A time of day with its JSON text, which many daily bars share. */
interface Clock {
  readonly time: number;
  readonly chunk: TextChunk;
}

let clock: Clock = { time: NaN, chunk: chunkOf("") };
const clocks = new Map<number, Clock>();

function clockOf(time: number): Clock {
  let found = clocks.get(time);
  if (found === undefined) {
    found = { time, chunk: chunkOf(`${new Date(time).toISOString().slice("1970-01-01".length)}",`) };
    // Bars of regular minutes need one entry per minute of a day, so further times are not stored.
    if (clocks.size < MINUTES_IN_A_DAY) clocks.set(time, found);
  }
  return found;
}

function writeChunk(start: number, { doubles, length }: TextChunk): number {
  for (let i = 0; i < doubles.length; i++) view.setFloat64(start + i * 8, doubles[i]!, true);
  return start + length;
}

/** Converts text to doubles. The bytes of ASCII characters never form a NaN, whose bits could change. */
function chunkOf(letters: string): TextChunk {
  const bytes = Buffer.alloc(Math.ceil(letters.length / 8) * 8);
  bytes.write(letters, "latin1");
  const doubles = Float64Array.from({ length: bytes.length / 8 }, (_, i) => bytes.readDoubleLE(i * 8));
  return { doubles, length: letters.length };
}
