import { DAY_MS } from "../../time/civil-date.ts";
import { parseDate } from "../../time/instant.ts";
import type { Zone } from "../../time/zone.ts";
import type { CellReader } from "./cell-reader.ts";
import { NO_DATE, readDate } from "./iso-digits.ts";
import { EpochTimes, epochUnit } from "./epoch-times.ts";
import { IsoTimes } from "./iso-times.ts";

/** Dates and nothing else, `20200228` or `2020-02-28`, one spelling throughout: midnights of the zone. */
class PlainDates implements CellReader {
  readonly usedZone = true;
  readonly #zone: Zone;
  readonly #gap: 0 | 1;

  constructor(spelling: "YYYYMMDD" | "YYYY-MM-DD", zone: Zone) {
    this.#zone = zone;
    this.#gap = spelling === "YYYYMMDD" ? 0 : 1;
  }

  read(view: DataView, at: number, out: Float64Array, row: number): number {
    const days = readDate(view, at, this.#gap);
    if (days === NO_DATE) return -1;
    out[row] = this.#zone.toInstantOrAfter(days * DAY_MS);
    return at + 8 + 2 * this.#gap;
  }

  parse(text: string): number | string {
    const match = (this.#gap === 0 ? /^(\d{4})(\d{2})(\d{2})$/ : /^(\d{4})-(\d{2})-(\d{2})$/).exec(text);
    try {
      if (match !== null) return this.#zone.toInstantOrAfter(parseDate(`${match[1]}-${match[2]}-${match[3]}`));
    } catch {
      // Such as 30 February: said below in the spelling of the file.
    }
    return `a date ${this.#gap === 0 ? "YYYYMMDD" : "YYYY-MM-DD"} that exists`;
  }
}

/** Reads a column of times, and knows whether any of them was a time of the zone. */
export interface TimeReader extends CellReader {
  readonly usedZone: boolean;
}

/**
 * How a file spells its times, from the first of them; every other must be spelled so too. Eight digits are a date
 * `YYYYMMDD`, any other number a count since 1970, anything else must be ISO.
 */
export function timesLike(first: string, zone: Zone): TimeReader {
  if (/^\d{8}$/.test(first)) return new PlainDates("YYYYMMDD", zone);
  if (/^[+-]?\d+(?:\.\d*)?(?:e\+?\d+)?$/i.test(first)) return new EpochTimes(epochUnit(Number(first)));
  return new IsoTimes(zone);
}

/** The same for a column of dates beside one of times of day. */
export function datesLike(first: string, zone: Zone): TimeReader {
  return new PlainDates(/^\d{8}$/.test(first) ? "YYYYMMDD" : "YYYY-MM-DD", zone);
}
