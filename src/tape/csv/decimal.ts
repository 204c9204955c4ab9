import { MINUS, PLUS, POINT, ZERO } from "./bytes.ts";
import { textOf } from "./cell.ts";

/** Powers of ten that a double holds exactly. */
const POWERS = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const EXACT = 2 ** 53;
const LETTER_E = 0x65;

/**
 * Reads the decimal number that begins at `at` into `out[row]`: the double nearest to it, as `Number(text)` would.
 * Answers where it ends, or −1 where there is no number or none that is finite.
 *
 * Digits are collected in two whole numbers of nine. Where they make a whole number below 2^53 and the power of ten is
 * one that a double holds, a single multiplication or division of two exact values is correctly rounded (W. Clinger,
 * "How to read floating point numbers accurately", 1990). Anything else goes through `Number`:
 *
 *     out[row] = Number(text)
 */
export function readDecimal(bytes: Uint8Array, at: number, out: Float64Array, row: number): number {
  let i = at;
  let byte = bytes[i]!;
  const negative = byte === MINUS;
  if (negative || byte === PLUS) byte = bytes[++i]!;
  let head = 0;
  let tail = 0;
  let digits = 0;
  let exponent = 0;
  for (let digit = byte - ZERO; digit >= 0 && digit <= 9; digit = bytes[++i]! - ZERO) {
    if (digits < 9) head = (head * 10 + digit) | 0;
    else if (digits < 18) tail = (tail * 10 + digit) | 0;
    digits++;
  }
  if (bytes[i] === POINT) {
    const point = i;
    for (let digit = bytes[++i]! - ZERO; digit >= 0 && digit <= 9; digit = bytes[++i]! - ZERO) {
      if (digits < 9) head = (head * 10 + digit) | 0;
      else if (digits < 18) tail = (tail * 10 + digit) | 0;
      digits++;
    }
    exponent = point + 1 - i;
  }
  if (digits === 0) return -1;
  if ((bytes[i]! | 0x20) === LETTER_E) return readLong(bytes, at, i, out, row);
  const mantissa = digits <= 9 ? head : head * POWERS[Math.min(digits, 18) - 9]! + tail;
  if (digits > 18 || mantissa >= EXACT || exponent < -22) return readLong(bytes, at, i, out, row);
  const value = mantissa / POWERS[-exponent]!;
  out[row] = negative ? -value : value;
  return i;
}

/** A number with an exponent, or with more digits than a double has; `end` is where its exponent or its end is. */
function readLong(bytes: Uint8Array, at: number, end: number, out: Float64Array, row: number): number {
  let i = end;
  if ((bytes[i]! | 0x20) === LETTER_E) {
    i++;
    if (bytes[i] === MINUS || bytes[i] === PLUS) i++;
    const first = i;
    while (bytes[i]! >= ZERO && bytes[i]! <= ZERO + 9) i++;
    if (i === first) return -1;
  }
  const value = Number(textOf(bytes, at, i));
  if (!Number.isFinite(value)) return -1;
  out[row] = value;
  return i;
}
