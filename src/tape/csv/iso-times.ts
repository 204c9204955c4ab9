import { HindcastError } from "../../primitives/errors.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { parseInstant } from "../../time/instant.ts";
import type { Zone } from "../../time/zone.ts";
import { COLON, MINUS, PLUS, SPACE } from "./bytes.ts";
import type { CellReader } from "./cell-reader.ts";
import { NO_DATE, readDate, readTimeOfDay, type TimeOfDay, twoDigits } from "./iso-digits.ts";

const LETTER_T = 0x54;
const LETTER_Z = 0x5a;

/**
 * Dates and times as `parseInstant` has them. The usual spellings are read from the bytes; that function decides about
 * everything else.
 */
export class IsoTimes implements CellReader {
  /** Whether any time was read that did not say its offset. */
  usedZone = false;
  readonly #zone: Zone;
  readonly #utc: boolean;
  readonly #time: TimeOfDay = { end: 0, ms: 0 };

  constructor(zone: Zone) {
    this.#zone = zone;
    this.#utc = zone.name === "UTC";
  }

  read(view: DataView, at: number, out: Float64Array, row: number): number {
    const days = readDate(view, at, 1);
    if (days === NO_DATE) return -1;
    const date = days * DAY_MS;
    const mark = view.getUint8(at + 10);
    if (mark !== LETTER_T && mark !== SPACE) {
      this.usedZone = true;
      out[row] = this.#utc ? date : this.#zone.toInstantOrAfter(date);
      return at + 10;
    }
    const time = this.#time;
    if (!readTimeOfDay(view, at + 11, time)) return -1;
    const local = date + time.ms;
    let end = time.end;
    const sign = view.getUint8(end);
    if (sign === LETTER_Z) {
      out[row] = local;
      return end + 1;
    }
    if (sign === PLUS || sign === MINUS) {
      const hours = twoDigits(view, end + 1);
      const minutes = twoDigits(view, end + 4);
      if (hours < 0 || hours > 23 || view.getUint8(end + 3) !== COLON || minutes < 0 || minutes > 59) return -1;
      end += 6;
      const offset = (hours * 60 + minutes) * 60_000;
      out[row] = sign === PLUS ? local - offset : local + offset;
      return end;
    }
    this.usedZone = true;
    out[row] = this.#utc ? local : this.#zone.toInstant(local);
    // A time that the zone's clocks skip is not a number.
    return out[row] === out[row] ? end : -1;
  }

  parse(text: string): number | string {
    try {
      const instant = parseInstant(text, this.#zone.name);
      if (!/[T ].*(?:Z|[+-][\d:]+)$/.test(text)) this.usedZone = true;
      return instant;
    } catch (error) {
      if (error instanceof HindcastError && typeof error.details["mustBe"] === "string") return error.details["mustBe"];
      throw error;
    }
  }
}
