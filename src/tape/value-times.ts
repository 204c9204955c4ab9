import type { Zone } from "../time/zone.ts";
import { EpochTimes, type EpochUnit, epochUnit } from "./csv/epoch-times.ts";
import { type TimeReader, timesLike } from "./csv/times.ts";

/** Reads times that a file holds as values, texts or numbers: all as its first one is. */
export class ValueTimes {
  readonly #reader: TimeReader;

  constructor(first: string | number, zone: Zone) {
    // A number is always a count, be it one of eight digits.
    this.#reader = typeof first === "number" ? new EpochTimes(epochUnit(first)) : timesLike(first, zone);
  }

  /** Whether any time was one of the zone, for want of an offset. */
  get usedZone(): boolean {
    return this.#reader.usedZone;
  }

  /** The unit of times that are counts. */
  get unit(): EpochUnit | undefined {
    return this.#reader instanceof EpochTimes ? this.#reader.unit : undefined;
  }

  /** The instant, or what a time must be. */
  read(value: unknown): number | string {
    if (typeof value === "string" || typeof value === "number") return this.#reader.parse(String(value));
    return "a time";
  }
}
