import { daysInMonth, daysOfDate } from "../../time/civil-date.ts";
import { fourDigits } from "./four-digits.ts";
import { COLON, MINUS, POINT, ZERO } from "./bytes.ts";

/** The number that two digits make; −1 where there are no two digits. */
export function twoDigits(view: DataView, at: number): number {
  const tens = view.getUint8(at) - ZERO;
  const ones = view.getUint8(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/** Days since 1970 of `YYYY-MM-DD`, or of `YYYYMMDD` where `gap` is 0; `NO_DATE` where there is no date. */
export function readDate(view: DataView, at: number, gap: 0 | 1): number {
  const year = fourDigits(view, at);
  const month = twoDigits(view, at + 4 + gap);
  const day = twoDigits(view, at + 6 + gap + gap);
  if (gap === 1 && (view.getUint8(at + 4) !== MINUS || view.getUint8(at + 7) !== MINUS)) return NO_DATE;
  if (year < 0 || month < 1 || month > 12 || day < 1) return NO_DATE;
  if (day > 28 && day > daysInMonth(year, month)) return NO_DATE;
  return daysOfDate(year, month, day);
}

/** Below the days of every date of the years 0 to 9999. */
export const NO_DATE = -1_000_000;

/** Where a time of day ended and how much it was. */
export interface TimeOfDay {
  end: number;
  ms: number;
}

/** Reads `HH:mm`, `HH:mm:ss` or `HH:mm:ss.sss` (as many zeros after as you like, to nine digits) into `out`; false where there is none. */
export function readTimeOfDay(view: DataView, at: number, out: TimeOfDay): boolean {
  const hours = twoDigits(view, at);
  const minutes = twoDigits(view, at + 3);
  if (hours < 0 || hours > 23 || view.getUint8(at + 2) !== COLON || minutes < 0 || minutes > 59) return false;
  let end = at + 5;
  let ms = (hours * 60 + minutes) * 60_000;
  if (view.getUint8(end) === COLON) {
    const seconds = twoDigits(view, end + 1);
    if (seconds < 0 || seconds > 59) return false;
    ms += seconds * 1000;
    end += 3;
    if (view.getUint8(end) === POINT) {
      let worth = 100;
      let digits = 0;
      for (let digit = view.getUint8(++end) - ZERO; digit >= 0 && digit <= 9; digit = view.getUint8(++end) - ZERO) {
        if (digits++ >= 3 && digit > 0) return false;
        ms += digit * worth;
        worth = worth === 1 ? 0 : worth / 10;
      }
      if (digits === 0 || digits > 9) return false;
    }
  }
  out.end = end;
  out.ms = ms;
  return true;
}
