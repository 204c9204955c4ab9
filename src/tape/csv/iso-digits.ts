import { DAY_MS, daysInMonth, daysOfDate } from "../../time/civil-date.ts";
import { COLON, MINUS, POINT, ZERO } from "./bytes.ts";

/** The number that two digits make; −1 where there are no two digits. */
export function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = bytes[at]! - ZERO;
  const ones = bytes[at + 1]! - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/** Days since 1970 of `YYYY-MM-DD`, or of `YYYYMMDD` where `gap` is 0; `NO_DATE` where there is no date. */
export function readDate(bytes: Uint8Array, at: number, gap: 0 | 1): number {
  const century = twoDigits(bytes, at);
  const years = twoDigits(bytes, at + 2);
  const month = twoDigits(bytes, at + 4 + gap);
  const day = twoDigits(bytes, at + 6 + gap + gap);
  if (gap === 1 && (bytes[at + 4] !== MINUS || bytes[at + 7] !== MINUS)) return NO_DATE;
  if (century < 0 || years < 0 || month < 1 || day < 1) return NO_DATE;
  const year = century * 100 + years;
  if (day > 28 && day > daysInMonth(year, month)) return NO_DATE;
  return month > 12 ? NO_DATE : daysOfDate(year, month, day);
}

/** Below the days of every date of the years 0 to 9999. */
export const NO_DATE = -1_000_000;

/** Where a time of day ended and how much it was. */
export interface TimeOfDay {
  end: number;
  ms: number;
}

/** Reads `HH:mm`, `HH:mm:ss` or `HH:mm:ss.sss` (as many zeros after as you like, to nine digits) into `out`; false where there is none. */
export function readTimeOfDay(bytes: Uint8Array, at: number, out: TimeOfDay): boolean {
  const hours = twoDigits(bytes, at);
  const minutes = twoDigits(bytes, at + 3);
  if (hours < 0 || hours > 23 || bytes[at + 2] !== COLON || minutes < 0 || minutes > 59) return false;
  let end = at + 5;
  let ms = (hours * 60 + minutes) * 60_000;
  if (bytes[end] === COLON) {
    const seconds = twoDigits(bytes, end + 1);
    if (seconds < 0 || seconds > 59) return false;
    ms += seconds * 1000;
    end += 3;
    if (bytes[end] === POINT) {
      let worth = 100;
      let digits = 0;
      for (let digit = bytes[++end]! - ZERO; digit >= 0 && digit <= 9; digit = bytes[++end]! - ZERO) {
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

export { DAY_MS };
