import { parseInstant } from "../../time/instant.ts";
import type { CellReader } from "./cell-reader.ts";
import { readTimeOfDay, type TimeOfDay } from "./iso-digits.ts";

const time: TimeOfDay = { end: 0, ms: 0 };

/** Times of day beside a column of dates: `09:30`, `09:30:00`, `09:30:00.000`, as milliseconds since midnight. */
export const CLOCK_CELLS: CellReader = {
  read(view, at, out, row) {
    if (!readTimeOfDay(view, at, time)) return -1;
    out[row] = time.ms;
    return time.end;
  },
  parse(text) {
    try {
      if (/^\d{2}:[\d:.]+$/.test(text)) return parseInstant(`1970-01-01T${text}`);
    } catch {
      // Such as 24:00.
    }
    return "a time of day HH:mm or HH:mm:ss, beside the column of dates";
  },
};
