import { fromZonedTime } from "date-fns-tz/fromZonedTime";
import { formatValue } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { getOrCreate } from "../primitives/map-helpers.ts";
import { DAY_MS, daysOfDate } from "./civil-date.ts";

/**
 * A time zone of the IANA database, created with `zoneOf`. Converts instants to local times and back, fast enough for a loop over bars. The
 * time zone of the machine has no effect.
 *
 * A *local time* is a date and time of day in the zone. As a number, it is the epoch milliseconds of the same date and time in UTC.
 */
export class Zone {
  readonly name: string;
  readonly #offsets: OffsetCache;
  readonly #localOffsets: OffsetCache;

  /** Creates a zone by its IANA name. Throws `ZONE_UNKNOWN` for an unknown name. */
  constructor(name: string) {
    const formatter = wallClock(name);
    this.name = name;
    const fixed = name === "UTC" ? 0 : undefined;
    const ofInstant = (instant: number): number =>
      localTimeShown(formatter, instant) - Math.floor(instant / 1000) * 1000;
    this.#offsets = new OffsetCache(ofInstant, fixed);
    this.#localOffsets = new OffsetCache((local) => local - this.#resolve(local), fixed);
  }

  /** Returns the milliseconds by which local time is ahead of UTC at an instant: −18,000,000 in a New York winter. */
  offset(instant: number): number {
    return this.#offsets.at(instant);
  }

  toLocal(instant: number): number {
    return instant + this.offset(instant);
  }

  /**
   * Returns the instant of a local time. If clocks go back and show the time twice, returns the earlier instant;
   * if clocks go forward and skip it, returns NaN.
   */
  toInstant(local: number): number {
    return local - this.#localOffsets.at(local);
  }

  /** Returns the instant of a local time. A skipped time moves forward by the change: a day whose midnight is skipped begins at 01:00. */
  toInstantOrAfter(local: number): number {
    const instant = this.toInstant(local);
    return Number.isNaN(instant) ? local - this.offset(local - this.offset(local) - DAY_MS) : instant;
  }

  /** Returns the local date at an instant, `YYYY-MM-DD`. Throws `DATE_INVALID` if the number is not a valid instant. */
  date(instant: number): string {
    return new Date(this.toLocal(instant)).toISOString().slice(0, -14);
  }

  /**
   * Returns the instant of a local time. Tries the offset of the day before first, and asks date-fns-tz only if clocks changed since. For a
   * skipped time date-fns-tz is an hour early, so its answer must agree with the offset at that instant.
   */
  #resolve(local: number): number {
    if (!(Math.abs(local) <= LARGEST_INSTANT)) return NaN;
    const before = this.offset(local - DAY_MS);
    if (this.offset(local - before) === before) return local - before;
    const answer = fromZonedTime(new Date(local).toISOString().slice(0, -1), this.name).getTime();
    return this.offset(answer) === local - answer ? answer : NaN;
  }
}

const zones = new Map<string, Zone>();

/**
 * Returns the zone of an IANA name; created once and cached.
 * Throws `ZONE_UNKNOWN` if the platform's time-zone database does not have the name.
 *
 * @example
 * const newYork = zoneOf("America/New_York");
 * newYork.date(Date.UTC(2020, 2, 9, 3, 30)); // "2020-03-08"
 */
export function zoneOf(name: string): Zone {
  let zone = zones.get(name);
  if (zone === undefined) {
    zone = new Zone(name);
    zones.set(name, zone);
  }
  return zone;
}

/** Largest instant of a `Date` in milliseconds: 100 million days from 1970. */
export const LARGEST_INSTANT = 8.64e15;

function wallClock(zone: string): Intl.DateTimeFormat {
  try {
    // Newer platforms also accept offsets such as +05:00. They are not IANA names, and older platforms reject them.
    if (!/^[A-Za-z]/.test(zone)) throw new RangeError();
    return new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    throw new HindcastError(
      "ZONE_UNKNOWN",
      `zone must be a name of the IANA time-zone database, such as America/New_York or UTC, was ${formatValue(zone)}`,
      { zone },
    );
  }
}

/** Parses the local time, to the second, from the formatter's text: `2/29/2020, 09:30:00`. */
function localTimeShown(formatter: Intl.DateTimeFormat, instant: number): number {
  if (!(Math.abs(instant) <= LARGEST_INSTANT)) {
    throw new HindcastError("DATE_INVALID", `instant must be within the range of dates, was ${instant}`, { instant });
  }
  const [month, day, year, hour, minute, second] = formatter.format(instant).split(/\D+/).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return daysOfDate(year, month, day) * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000;
}

const BLOCK_MS = 8 * DAY_MS;
const SHORTEST_MS = 15 * 60_000;
/** Number of eight-day blocks in one array; they cover some twenty years. */
const BLOCKS = 1024;
/** Maximum number of offsets cached near clock changes: enough for about a hundred years, with some ten per change. */
const MOST_KEPT = 2048;

/**
 * Caches a zone's offsets, so that loops over bars ask the time-zone database about each block of eight days only once.
 *
 * If the offset is equal at both ends of a block, it holds throughout, since no zone changes its clocks twice in eight days. A block with a
 * change is halved until the change is outside; the last 15 minutes around a change are not cached.
 */
class OffsetCache {
  readonly #offsetOf: (ms: number) => number;
  /** Offset of each eight-day block without a change of clocks; NaN for other blocks and for blocks not asked about yet. */
  readonly #blocks = new Map<number, Float64Array>();
  readonly #offsetAtTime = new Map<number, number>();
  #from = NaN;
  #to = NaN;
  #offset = NaN;

  /** Creates the cache. `fixed` is the only offset of a zone that never changes its clocks, otherwise undefined. */
  constructor(offsetOf: (ms: number) => number, fixed: number | undefined) {
    this.#offsetOf = offsetOf;
    if (fixed !== undefined) this.#remember(-LARGEST_INSTANT, LARGEST_INSTANT + 1, fixed);
  }

  at(ms: number): number {
    return ms >= this.#from && ms < this.#to ? this.#offset : this.#find(ms);
  }

  #find(ms: number): number {
    if (!(Math.abs(ms) <= LARGEST_INSTANT)) return this.#offsetOf(ms);
    const block = Math.floor(ms / BLOCK_MS);
    const near = getOrCreate(this.#blocks, Math.floor(block / BLOCKS), () => new Float64Array(BLOCKS).fill(NaN));
    const place = block - Math.floor(block / BLOCKS) * BLOCKS;
    let from = block * BLOCK_MS;
    let to = from + BLOCK_MS;
    const known = near[place]!;
    if (known === known) return this.#remember(from, to, known);
    // The offset at the end of the last cached range is known, since the range's offset holds there too.
    let first = from === this.#to ? this.#offset : this.#offsetAt(from);
    let last = this.#offsetAt(to);
    if (first === last) near[place] = first;
    while (first !== last) {
      if (to - from <= SHORTEST_MS) return this.#offsetAt(ms);
      const middle = (from + to) / 2;
      if (ms < middle) {
        to = middle;
        last = this.#offsetAt(middle);
      } else {
        from = middle;
        first = this.#offsetAt(middle);
      }
    }
    return this.#remember(from, to, first);
  }

  #remember(from: number, to: number, offset: number): number {
    this.#from = from;
    this.#to = to;
    this.#offset = offset;
    return offset;
  }

  #offsetAt(ms: number): number {
    let offset = this.#offsetAtTime.get(ms);
    if (offset === undefined) {
      offset = this.#offsetOf(ms);
      if (this.#offsetAtTime.size === MOST_KEPT) this.#offsetAtTime.clear();
      this.#offsetAtTime.set(ms, offset);
    }
    return offset;
  }
}
