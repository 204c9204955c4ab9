import { unescapeCellText } from "../../primitives/csv-cell.ts";

/** One cell of a line as text. */
interface Cell {
  /** Text without quotes and outer spaces. Doubled quotes become one, and the prefix that `csvCell` puts before formulas is removed. */
  readonly text: string;
  /** Position of the delimiter, line end or file end after the cell. */
  readonly end: number;
  /** False for a quoted cell without a closing quote, or with text after it. */
  readonly isWellFormed: boolean;
}

/** Reads the CSV cell that starts at byte `at`, by the rules of RFC 4180; a quoted cell may contain delimiters and line ends. */
export function readCell({ bytes, length }: TextBytes, at: number, delimiter: number): Cell {
  let start = at;
  while (bytes[start] === SPACE) start++;
  if (bytes[start] !== QUOTE) {
    const end = endOfPlainCell(bytes, length, at, delimiter);
    return { text: unescapeCellText(textOf(bytes, at, end).trim()), end, isWellFormed: true };
  }
  const close = closingQuote(bytes, length, start);
  const end = endOfPlainCell(bytes, length, Math.min(close + 1, length), delimiter);
  const isWellFormed = close < length && textOf(bytes, close + 1, end).trim() === "";
  return { text: unescapeCellText(textOf(bytes, start + 1, close).replaceAll('""', '"')), end, isWellFormed };
}

/** Reads all cells of the line that starts at byte `at`. */
export function cellsOfLine(text: TextBytes, at: number, delimiter: number): readonly string[] {
  const cells: string[] = [];
  for (let next = at; ; next++) {
    const cell = readCell(text, next, delimiter);
    cells.push(cell.text);
    next = cell.end;
    if (next >= text.length || text.bytes[next] !== delimiter) return cells;
  }
}

/** Returns the end of the cell that starts at byte `at` without decoding text; −1 for a cell that begins with a quote or space. */
export function skipCell(view: DataView, at: number, delimiter: number): number {
  let i = at;
  let byte = view.getUint8(i);
  if (byte === QUOTE || byte === SPACE) return -1;
  while (byte !== delimiter && byte !== LINE_FEED) byte = view.getUint8(++i);
  return byte === LINE_FEED && i > at && view.getUint8(i - 1) === CARRIAGE_RETURN ? i - 1 : i;
}

/** Decodes bytes from `start` up to but not including `end` as UTF-8. */
export function textOf(bytes: Uint8Array | DataView, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.max(0, end - start)).toString("utf8");
}

function endOfPlainCell(bytes: Uint8Array, length: number, at: number, delimiter: number): number {
  let i = at;
  while (i < length && bytes[i] !== delimiter && bytes[i] !== LINE_FEED) i++;
  return i > at && bytes[i - 1] === CARRIAGE_RETURN && bytes[i] === LINE_FEED ? i - 1 : i;
}

/** Returns the position of the quote that closes the one at `open`; the length of the text if there is none. */
function closingQuote(bytes: Uint8Array, length: number, open: number): number {
  for (let i = open + 1; i < length; i++) {
    if (bytes[i] !== QUOTE) continue;
    if (bytes[i + 1] !== QUOTE || i + 1 >= length) return i;
    i++;
  }
  return length;
}

/** Bytes with a meaning in CSV text and numbers. */
export const TAB = 9;
export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const SPACE = 32;
export const QUOTE = 34;
export const PLUS = 43;
export const COMMA = 44;
export const MINUS = 45;
export const POINT = 46;
export const ZERO = 48;
export const COLON = 58;
export const SEMICOLON = 59;

/**
 * A file's text as bytes, padded with line feeds. The padding ends any number or time at the end of the file, so that readers need not
 * check the length at each byte.
 */
export interface TextBytes {
  readonly bytes: Uint8Array;
  /** View of the same bytes, for reads of several bytes at once. */
  readonly view: DataView;
  /** Number of bytes without the padding. */
  readonly length: number;
}

/** Number of line feeds that pad a text: more than the number of bytes in the longest time. */
const PADDING = 64;

/** Allocates a padded buffer for a text of `length` bytes. */
export function textBytes(length: number): TextBytes {
  const bytes = new Uint8Array(length + PADDING);
  bytes.fill(LINE_FEED, length);
  return { bytes, view: new DataView(bytes.buffer), length };
}

/** Converts the cells of one column to numbers. */
export interface CellReader {
  /**
   * Reads the cell that starts at byte `at` into `out[row]` and returns its end. Returns −1 for an unusual spelling, which the caller passes to `parse`.
   * The caller checks the byte after the cell.
   */
  read(view: DataView, at: number, out: Float64Array, row: number): number;
  /** Returns the number in a cell's text; for an invalid text, a description of a valid one, such as `a number`. */
  parse(text: string): number | string;
}

/**
 * Reads four digits at `at` as a number; −1 if any byte is not a digit. Twice as fast as this loop:
 *
 *     let value = 0;
 *     for (let i = at; i < at + 4; i++) {
 *       if (!isDigit(bytes[i])) return -1;
 *       value = value * 10 + bytes[i] - 48;
 *     }
 *     return value;
 *
 * The four bytes form one little-endian integer. XOR with 0x30 maps digits to 0 … 9 and other bytes to more. Adding 0x76 then sets
 * the top bit of every byte above 9. Digits are combined in pairs, then in pairs of pairs.
 */
export function fourDigits(view: DataView, at: number): number {
  const digits = view.getUint32(at, true) ^ 0x30303030;
  if ((((digits + 0x76767676) | digits) & 0x80808080) !== 0) return -1;
  const pairs = (digits * 10 + (digits >>> 8)) & 0x00ff00ff;
  return (pairs & 0xff) * 100 + (pairs >>> 16);
}

/** Powers of ten that a double represents exactly. */
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const EXACT_LIMIT = 2 ** 53;
const LETTER_E = 0x65;
const LARGEST_END = CARRIAGE_RETURN ^ ZERO;

/**
 * Reads the decimal number at `at` into `out[row]`: the nearest double, as by `Number(text)`.
 * Returns the end of the number; −1 if there is no finite number.
 *
 * The digits before and after the point are read as two integers of at most nine digits. If together they form an integer below 2^53,
 * one division by an exact power of ten is correctly rounded (W. Clinger, "How to read floating point numbers accurately", 1990).
 * `readLong` reads longer numbers, signs and exponents.
 *
 * A byte XOR 0x30 is 0 … 9 for a digit and more for any other byte.
 */
export function readDecimal(view: DataView, at: number, out: Float64Array, row: number): number {
  let i = at;
  let integer = fourDigits(view, i);
  if (integer < 0) integer = 0;
  else {
    i += 4;
    const next = fourDigits(view, i);
    if (next >= 0) {
      integer = integer * 10_000 + next;
      i += 4;
    }
  }
  let digit = view.getUint8(i) ^ ZERO;
  while (digit <= 9) {
    integer = (integer * 10 + digit) | 0;
    digit = view.getUint8(++i) ^ ZERO;
  }
  const integerDigits = i - at;
  let fraction = 0;
  let fractionDigits = 0;
  if (digit === (POINT ^ ZERO)) {
    const point = ++i;
    fraction = fourDigits(view, i);
    if (fraction < 0) fraction = 0;
    else {
      i += 4;
      const next = fourDigits(view, i);
      if (next >= 0) {
        fraction = fraction * 10_000 + next;
        i += 4;
      }
    }
    digit = view.getUint8(i) ^ ZERO;
    while (digit <= 9) {
      fraction = (fraction * 10 + digit) | 0;
      digit = view.getUint8(++i) ^ ZERO;
    }
    fractionDigits = i - point;
  }
  const power = POWERS_OF_TEN[fractionDigits & 15]!;
  const mantissa = integer * power + fraction;
  const long = integerDigits > 9 || fractionDigits > 9 || mantissa >= EXACT_LIMIT;
  // `readLong` reads all other numbers: a sign leaves no digits here, and the letter of an exponent is above `LARGEST_END`.
  if (long || integerDigits + fractionDigits === 0 || digit > LARGEST_END) return readLong(view, at, out, row);
  out[row] = mantissa / power;
  return i;
}

/** Reads a decimal number with a sign, an exponent, or more than nine digits on one side of the point. */
function readLong(view: DataView, at: number, out: Float64Array, row: number): number {
  let i = at;
  if (isSign(view, i)) i++;
  const first = i;
  let point = -1;
  let [high, low] = [0, 0];
  for (let digits = 0; ; i++) {
    const byte = view.getUint8(i);
    const digit = byte ^ ZERO;
    if (digit <= 9) {
      if (digits++ < HALF_DIGITS) high = high * 10 + digit;
      else low = low * 10 + digit;
    } else if (byte === POINT && point < 0) point = i;
    else break;
  }
  const places = point < 0 ? 0 : i - 1 - point;
  const digits = i - first - (point < 0 ? 0 : 1);
  if (digits === 0) return -1;
  if ((view.getUint8(i) | 0x20) !== LETTER_E) {
    const value = digits > 2 * HALF_DIGITS ? NaN : nearest(high, low, Math.max(0, digits - HALF_DIGITS), places);
    if (value === value) {
      out[row] = view.getUint8(at) === MINUS ? -value : value;
      return i;
    }
  } else {
    i++;
    if (isSign(view, i)) i++;
    const power = i;
    while (isDigit(view, i)) i++;
    if (i === power) return -1;
  }
  const value = Number(textOf(view, at, i));
  if (!Number.isFinite(value)) return -1;
  out[row] = value;
  return i;
}

/** Number of digits in each half of a long decimal number. */
const HALF_DIGITS = 9;
/** Relative margin within which `nearest` cannot decide: far above its rounding error, far below the distance between doubles. */
const MARGIN = 2 ** -80;

/**
 * Returns the double nearest to `(high × 10^shift + low) / 10^places`; NaN if it lies too close to the midpoint of two doubles to decide.
 * Products and sums are kept as a double and its rounding error, which corrects the quotient (T. Dekker, "A floating-point technique
 * for extending the available precision", 1971).
 */
function nearest(high: number, low: number, shift: number, places: number): number {
  const [scale, power] = [POWERS_OF_TEN[shift]!, POWERS_OF_TEN[places]!];
  const product = high * scale;
  const lowPart = roundingError(high, scale, product) + low;
  const sum = product + lowPart;
  const sumError = lowPart - (sum - product);
  const quotient = sum / power;
  const back = quotient * power;
  const correction = (sum - back - roundingError(quotient, power, back) + sumError) / power;
  const margin = quotient * MARGIN;
  const value = quotient + (correction + margin);
  return value === quotient + (correction - margin) ? value : NaN;
}

/** Returns the exact product of two doubles minus their rounded product (Dekker). */
function roundingError(a: number, b: number, product: number): number {
  const [wideA, wideB] = [a * SPLITTER, b * SPLITTER];
  const [highA, highB] = [wideA - (wideA - a), wideB - (wideB - b)];
  const [lowA, lowB] = [a - highA, b - highB];
  return lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB);
}

/** Factor that splits a double into two halves of its binary digits (Dekker). */
const SPLITTER = 2 ** 27 + 1;

function isSign(view: DataView, at: number): boolean {
  return view.getUint8(at) === MINUS || view.getUint8(at) === PLUS;
}

function isDigit(view: DataView, at: number): boolean {
  return (view.getUint8(at) ^ ZERO) <= 9;
}

/** Reads decimal numbers: `12`, `-0.5`, `1469.250000`, `1.5e-7`. NaN, infinity, thousands separators and decimal commas are refused. */
export const NUMBER_CELLS: CellReader = {
  read: readDecimal,
  parse(text) {
    // Commas, spaces and apostrophes are refused, since 1,234 may mean 1234 or 1.234.
    if (/^[+-]?\d[\d.]*[,' ][\d.,' ]*\d$/.test(text))
      return "a number with a decimal point and no thousands separators";
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return "a number";
    const value = Number(text);
    return Number.isFinite(value) ? value : "a finite number";
  },
};
