import { unescapeCellText } from "../../primitives/csv-cell.ts";

/** One cell of a line as text. */
interface Cell {
  /** What the cell says: without quotes, doubled quotes made one; without spaces around it unless they are quoted; without what `csvCell` put before a formula. */
  readonly text: string;
  /** Where the delimiter, the end of the line or the end of the file follows. */
  readonly end: number;
  /** False for a quoted cell that is not closed, or that goes on behind its closing quote. */
  readonly isWellFormed: boolean;
}

/** The cell that begins at `at`, by the rules of RFC 4180; a quoted cell may hold delimiters and line ends. */
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

/** The cells of the line that begins at `at`. */
export function cellsOfLine(text: TextBytes, at: number, delimiter: number): readonly string[] {
  const cells: string[] = [];
  for (let next = at; ; next++) {
    const cell = readCell(text, next, delimiter);
    cells.push(cell.text);
    next = cell.end;
    if (next >= text.length || text.bytes[next] !== delimiter) return cells;
  }
}

/** Where the cell that begins at `at` ends, without reading what it says; −1 for a cell that begins with a quote or space. */
export function skipCell(view: DataView, at: number, delimiter: number): number {
  let i = at;
  let byte = view.getUint8(i);
  if (byte === QUOTE || byte === SPACE) return -1;
  while (byte !== delimiter && byte !== LINE_FEED) byte = view.getUint8(++i);
  return byte === LINE_FEED && i > at && view.getUint8(i - 1) === CARRIAGE_RETURN ? i - 1 : i;
}

/** UTF-8 text of some bytes. */
export function textOf(bytes: Uint8Array | DataView, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.max(0, end - start)).toString("utf8");
}

function endOfPlainCell(bytes: Uint8Array, length: number, at: number, delimiter: number): number {
  let i = at;
  while (i < length && bytes[i] !== delimiter && bytes[i] !== LINE_FEED) i++;
  return i > at && bytes[i - 1] === CARRIAGE_RETURN && bytes[i] === LINE_FEED ? i - 1 : i;
}

/** The quote that closes the one at `open`; the length of the text when none does. */
function closingQuote(bytes: Uint8Array, length: number, open: number): number {
  for (let i = open + 1; i < length; i++) {
    if (bytes[i] !== QUOTE) continue;
    if (bytes[i + 1] !== QUOTE || i + 1 >= length) return i;
    i++;
  }
  return length;
}

/** The bytes that give text its structure. */
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
 * A file's text as bytes, followed by line feeds: whoever reads a number or a time comes to a byte that ends it without
 * asking each time whether the file goes on.
 */
export interface TextBytes {
  readonly bytes: Uint8Array;
  /** The same bytes, to be read several at a time. */
  readonly view: DataView;
  /** How many of the bytes are the file's. */
  readonly length: number;
}

/** Line feeds behind the text: more than the longest time. */
const PADDING = 64;

/** Room for a text of so many bytes. */
export function textBytes(length: number): TextBytes {
  const bytes = new Uint8Array(length + PADDING);
  bytes.fill(LINE_FEED, length);
  return { bytes, view: new DataView(bytes.buffer), length };
}

/** Turns the cells of one column into numbers. */
export interface CellReader {
  /**
   * Reads the cell that begins at `at` into `out[row]` and answers where it ends. Answers −1 for anything but the usual
   * spelling: `parse` then has the last word. Whatever follows the cell is for the caller to judge.
   */
  read(view: DataView, at: number, out: Float64Array, row: number): number;
  /** The number that the whole text of a cell means, or what it must be: `a number`. */
  parse(text: string): number | string;
}

/**
 * The number that the four digits at `at` make; −1 where there are not four. Twice as fast as digit by digit:
 *
 *     let value = 0;
 *     for (let i = at; i < at + 4; i++) {
 *       if (!isDigit(bytes[i])) return -1;
 *       value = value * 10 + bytes[i] - 48;
 *     }
 *     return value;
 *
 * The four bytes are one whole number, the first the lowest. Exclusive-or 0x30 makes digits 0 … 9 and everything else
 * more; adding 0x76 then sets the top bit of a byte that is more than 9. Digits are added up in pairs and in pairs of pairs.
 */
export function fourDigits(view: DataView, at: number): number {
  const digits = view.getUint32(at, true) ^ 0x30303030;
  if ((((digits + 0x76767676) | digits) & 0x80808080) !== 0) return -1;
  const pairs = (digits * 10 + (digits >>> 8)) & 0x00ff00ff;
  return (pairs & 0xff) * 100 + (pairs >>> 16);
}

/** Powers of ten that a double holds exactly. */
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const EXACT_LIMIT = 2 ** 53;
const LETTER_E = 0x65;
const LARGEST_END = CARRIAGE_RETURN ^ ZERO;

/**
 * Reads the decimal number that begins at `at` into `out[row]`: the double nearest to it, as `Number(text)` would.
 * Answers where it ends, or −1 where there is no number or none that is finite.
 *
 * Digits before and behind the point make two whole numbers of at most nine digits each. Where together they make a whole
 * number below 2^53 and the power of ten is one that a double holds, a single division of two exact values is
 * correctly rounded (W. Clinger, "How to read floating point numbers accurately", 1990). Longer ones are divided with what the
 * division leaves, and the rest goes through `Number`:
 *
 *     out[row] = Number(text)
 *
 * A byte exclusive-or 0x30 is 0 … 9 for a digit and more for anything else.
 */
export function readDecimal(view: DataView, at: number, out: Float64Array, row: number): number {
  let i = at;
  let whole = fourDigits(view, i);
  if (whole < 0) whole = 0;
  else {
    i += 4;
    const more = fourDigits(view, i);
    if (more >= 0) {
      whole = whole * 10_000 + more;
      i += 4;
    }
  }
  let digit = view.getUint8(i) ^ ZERO;
  while (digit <= 9) {
    whole = (whole * 10 + digit) | 0;
    digit = view.getUint8(++i) ^ ZERO;
  }
  const wholeDigits = i - at;
  let fraction = 0;
  let fractionDigits = 0;
  if (digit === (POINT ^ ZERO)) {
    const point = ++i;
    fraction = fourDigits(view, i);
    if (fraction < 0) fraction = 0;
    else {
      i += 4;
      const more = fourDigits(view, i);
      if (more >= 0) {
        fraction = fraction * 10_000 + more;
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
  const mantissa = whole * power + fraction;
  const long = wholeDigits > 9 || fractionDigits > 9 || mantissa >= EXACT_LIMIT;
  // A sign leaves no digits; the letter of an exponent is above every byte that may end a cell.
  if (long || wholeDigits + fractionDigits === 0 || digit > LARGEST_END) return readLong(view, at, out, row);
  out[row] = mantissa / power;
  return i;
}

/** A number with a sign, an exponent, or more than nine digits on one side of the point. */
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

/** Digits of each half of a long number. */
const HALF_DIGITS = 9;
/** A share far above the errors of what a division leaves, and far below what rounds to another double. */
const MARGIN = 2 ** -80;

/**
 * The double nearest to `(high × 10^shift + low) / 10^places`; NaN where it is too near to the middle of two to be told. Products and sums
 * are carried as a double and what it leaves out, by which the quotient is corrected (T. Dekker, "A floating-point technique for extending the
 * available precision", 1971).
 */
function nearest(high: number, low: number, shift: number, places: number): number {
  const [scale, power] = [POWERS_OF_TEN[shift]!, POWERS_OF_TEN[places]!];
  const top = high * scale;
  const below = roundingError(high, scale, top) + low;
  const whole = top + below;
  const rest = below - (whole - top);
  const quotient = whole / power;
  const product = quotient * power;
  const more = (whole - product - roundingError(quotient, power, product) + rest) / power;
  const slack = quotient * MARGIN;
  const value = quotient + (more + slack);
  return value === quotient + (more - slack) ? value : NaN;
}

/** What a product of two doubles leaves out of their exact product. */
function roundingError(a: number, b: number, product: number): number {
  const [wideA, wideB] = [a * SPLITTER, b * SPLITTER];
  const [highA, highB] = [wideA - (wideA - a), wideB - (wideB - b)];
  const [lowA, lowB] = [a - highA, b - highB];
  return lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB);
}

/** Parts a double into two halves of its digits. */
const SPLITTER = 2 ** 27 + 1;

function isSign(view: DataView, at: number): boolean {
  return view.getUint8(at) === MINUS || view.getUint8(at) === PLUS;
}

function isDigit(view: DataView, at: number): boolean {
  return (view.getUint8(at) ^ ZERO) <= 9;
}

/** Decimal numbers: `12`, `-0.5`, `1469.250000`, `1.5e-7`. No NaN, no infinity, no thousands, no decimal comma. */
export const NUMBER_CELLS: CellReader = {
  read: readDecimal,
  parse(text) {
    // Nobody can tell 1,234 from 1.234 by itself: what was meant is for the user to say.
    if (/^[+-]?\d[\d.]*[,' ][\d.,' ]*\d$/.test(text))
      return "a number with a decimal point and no thousands separators";
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return "a number";
    const value = Number(text);
    return Number.isFinite(value) ? value : "a finite number";
  },
};
