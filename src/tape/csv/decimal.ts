import { CARRIAGE_RETURN, MINUS, PLUS, POINT, ZERO } from "./bytes.ts";
import { textOf } from "./cell.ts";
import { fourDigits } from "./four-digits.ts";

/** Powers of ten that a double holds exactly. */
const POWERS = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const EXACT = 2 ** 53;
const LETTER_E = 0x65;
const LAST_END = CARRIAGE_RETURN ^ ZERO;

/**
 * Reads the decimal number that begins at `at` into `out[row]`: the double nearest to it, as `Number(text)` would.
 * Answers where it ends, or −1 where there is no number or none that is finite.
 *
 * Digits before and behind the point make two whole numbers of at most nine digits each. Where together they make a whole
 * number below 2^53 and the power of ten is one that a double holds, a single division of two exact values is
 * correctly rounded (W. Clinger, "How to read floating point numbers accurately", 1990). Anything else goes through
 * `Number`:
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
  const power = POWERS[fractionDigits & 15]!;
  const mantissa = whole * power + fraction;
  const long = wholeDigits > 9 || fractionDigits > 9 || mantissa >= EXACT;
  // A sign leaves no digits; the letter of an exponent is above every byte that may end a cell.
  if (long || wholeDigits + fractionDigits === 0 || digit > LAST_END) return readLong(view, at, out, row);
  out[row] = mantissa / power;
  return i;
}

/** A number with a sign, an exponent, or more than nine digits on one side of the point. */
function readLong(view: DataView, at: number, out: Float64Array, row: number): number {
  let i = at;
  if (isSign(view, i)) i++;
  const first = i;
  while (isDigit(view, i)) i++;
  let digits = i - first;
  if (view.getUint8(i) === POINT) {
    const point = ++i;
    while (isDigit(view, i)) i++;
    digits += i - point;
  }
  if (digits === 0) return -1;
  if ((view.getUint8(i) | 0x20) === LETTER_E) {
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

function isSign(view: DataView, at: number): boolean {
  return view.getUint8(at) === MINUS || view.getUint8(at) === PLUS;
}

function isDigit(view: DataView, at: number): boolean {
  return (view.getUint8(at) ^ ZERO) <= 9;
}
