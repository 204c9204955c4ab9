import { HindcastError } from "../../primitives/errors.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { parseInstant } from "../../time/instant.ts";
import type { Zone } from "../../time/zone.ts";
import { COLON, MINUS, PLUS, SPACE } from "./bytes.ts";
import type { CellReader } from "./cell-reader.ts";
import { NO_DATE, readDate, readTimeOfDay, type TimeOfDay, twoDigits } from "./iso-digits.ts";

const LETTER_T = 0x54;
const LETTER_Z = 0x5a;

/** How a time says its zone. */
type ZoneSpelling = "no offset" | "Z" | "an offset";

/**
 * Dates and times as `parseInstant` has them. The usual spellings are read from the bytes; that function decides about
 * everything else. A column says its zone in one way throughout: where some times have an offset and some have none, nobody
 * knows what the others mean.
 */
export class IsoTimes implements CellReader {
  /** Whether any time was read that did not say its offset. */
  usedZone = false;
  readonly #zone: Zone;
  readonly #utc: boolean;
  readonly #time: TimeOfDay = { end: 0, ms: 0 };
  #spelling: ZoneSpelling | undefined;

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
      if (!this.#isSpelt("no offset")) return -1;
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
      if (!this.#isSpelt("Z")) return -1;
      out[row] = local;
      return end + 1;
    }
    if (sign === PLUS || sign === MINUS) {
      const hours = twoDigits(view, end + 1);
      const minutes = twoDigits(view, end + 4);
      if (hours < 0 || hours > 23 || view.getUint8(end + 3) !== COLON || minutes < 0 || minutes > 59) return -1;
      if (!this.#isSpelt("an offset")) return -1;
      end += 6;
      const offset = (hours * 60 + minutes) * 60_000;
      out[row] = sign === PLUS ? local - offset : local + offset;
      return end;
    }
    if (!this.#isSpelt("no offset")) return -1;
    this.usedZone = true;
    out[row] = this.#utc ? local : this.#zone.toInstant(local);
    // A time that the zone's clocks skip is not a number.
    return out[row] === out[row] ? end : -1;
  }

  parse(text: string): number | string {
    try {
      const instant = parseInstant(text, this.#zone.name);
      const spelling = /[T ].*Z$/.test(text) ? "Z" : /[T ].*[+-][\d:]+$/.test(text) ? "an offset" : "no offset";
      if (!this.#isSpelt(spelling)) return `a time with ${this.#spelling}, as the first of its column`;
      if (spelling === "no offset") this.usedZone = true;
      return instant;
    } catch (error) {
      if (error instanceof HindcastError && typeof error.details["mustBe"] === "string") return error.details["mustBe"];
      throw error;
    }
  }

  #isSpelt(spelling: ZoneSpelling): boolean {
    this.#spelling ??= spelling;
    return this.#spelling === spelling;
  }
}
