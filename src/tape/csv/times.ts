import type { Zone } from "../../time/zone.ts";
import type { CellReader } from "./cell-reader.ts";
import { EpochTimes, epochUnit } from "./epoch-times.ts";
import { IsoTimes } from "./iso-times.ts";
import { PlainDates } from "./plain-dates.ts";

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
