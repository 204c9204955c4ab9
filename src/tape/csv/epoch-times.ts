import type { CellReader } from "./cell-reader.ts";
import { readDecimal } from "./decimal.ts";
import { NUMBER_CELLS } from "./number-cells.ts";

/** First and last millisecond of the years 1 to 9999. */
const FIRST = -62_135_596_800_000;
const LAST = 253_402_300_799_999;

export type EpochUnit = "seconds" | "milliseconds" | "microseconds";

/** Times counted from 1970-01-01 UTC, in one unit throughout. They are kept in whole milliseconds. */
export class EpochTimes implements CellReader {
  readonly usedZone = false;
  readonly unit: EpochUnit;
  readonly #perSecond: number;

  constructor(unit: EpochUnit) {
    this.unit = unit;
    this.#perSecond = { seconds: 1, milliseconds: 1e3, microseconds: 1e6 }[unit];
  }

  read(view: DataView, at: number, out: Float64Array, row: number): number {
    const end = readDecimal(view, at, out, row);
    if (end < 0) return end;
    const instant = this.#instant(out[row]!);
    if (typeof instant === "string") return -1;
    out[row] = instant;
    return end;
  }

  parse(text: string): number | string {
    const count = NUMBER_CELLS.parse(text);
    return typeof count === "string" ? `a number of ${this.unit} since 1970` : this.#instant(count);
  }

  #instant(count: number): number | string {
    const exact = this.#perSecond === 1 ? count * 1000 : count / (this.#perSecond / 1000);
    const instant = Math.round(exact);
    // Seconds with a fraction are not exact in binary.
    if (Math.abs(exact - instant) > 0.0005) return `a number of ${this.unit} that makes whole milliseconds`;
    if (instant >= FIRST && instant <= LAST) return instant;
    return `a number of ${this.unit} since 1970 within the years 1 to 9999, as the first row is`;
  }
}

/**
 * The unit of a file whose first time is this number: seconds below 100 thousand million (the year 5138), milliseconds
 * below 100 million million, else microseconds. A file of milliseconds that begins before March 1973 is taken for seconds,
 * and refused where its times then pass the year 9999.
 */
export function epochUnit(count: number): EpochUnit {
  const size = Math.abs(count);
  if (size < 1e11) return "seconds";
  return size < 1e14 ? "milliseconds" : "microseconds";
}
