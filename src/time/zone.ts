import { fromZonedTime } from "date-fns-tz/fromZonedTime";
import { shown } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { madeOnce } from "../primitives/maps.ts";
import { DAY_MS, daysOfDate } from "./civil-date.ts";

/**
 * A time zone of the IANA database: what clocks on its walls show at an instant, and back.
 * Get one with `zoneOf`. Fast enough for a loop over bars; independent of the zone of the machine.
 *
 * A *local time* is a date and time of day in the zone as a number: the milliseconds that the same date and time would
 * have in UTC.
 */
export class Zone {
  readonly name: string;
  readonly #offsets: OffsetCache;
  readonly #localOffsets: OffsetCache;

  /** Throws ZONE_UNKNOWN. */
  constructor(name: string) {
    const formatter = wallClock(name);
    this.name = name;
    const fixed = name === "UTC" ? 0 : undefined;
    const ofInstant = (instant: number): number => shownBy(formatter, instant) - Math.floor(instant / 1000) * 1000;
    this.#offsets = new OffsetCache(ofInstant, fixed);
    this.#localOffsets = new OffsetCache((local) => local - this.#resolve(local), fixed);
  }

  /** Milliseconds by which local time is ahead of UTC at an instant: −18,000,000 in a New York winter. */
  offset(instant: number): number {
    return this.#offsets.at(instant);
  }

  toLocal(instant: number): number {
    return instant + this.offset(instant);
  }

  /**
   * The instant of a local time. Of a time that clocks show twice, when they are put back, the earlier;
   * NaN for a time that they skip when they are put forward.
   */
  toInstant(local: number): number {
    return local - this.#localOffsets.at(local);
  }

  /** The instant of a local time; of a skipped one, where it would have been: a day whose midnight is skipped begins at 01:00. */
  toInstantOrAfter(local: number): number {
    const instant = this.toInstant(local);
    return Number.isNaN(instant) ? local - this.offset(local - this.offset(local) - DAY_MS) : instant;
  }

  /** The local date at an instant, `YYYY-MM-DD`. Throws DATE_INVALID for a number that is no instant. */
  date(instant: number): string {
    return new Date(this.toLocal(instant)).toISOString().slice(0, -14);
  }

  /**
   * The offset of the day before holds, but on a day on which clocks change: there date-fns-tz answers. For a time that they skip it is an hour early, so its
   * answer is held against its own offset.
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
 * The zone of an IANA name, made once.
 * Throws ZONE_UNKNOWN for a name that the platform's time-zone database does not have.
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

/** Beyond this, 100 million days from 1970, no Date exists. */
export const LARGEST_INSTANT = 8.64e15;

function wallClock(zone: string): Intl.DateTimeFormat {
  try {
    // Newer platforms also take offsets such as +05:00 for a zone; an offset has no rules, and older ones refuse it.
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
      `zone must be a name of the IANA time-zone database, such as America/New_York or UTC, was ${shown(zone)}`,
      { zone },
    );
  }
}

/** The local time, in whole seconds, that the formatter shows: `2/29/2020, 09:30:00`. */
function shownBy(formatter: Intl.DateTimeFormat, instant: number): number {
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
/** Blocks that are remembered together: those of some twenty years. */
const BLOCKS = 1024;
/** Answers of the database about blocks with a change that are kept: those of a hundred years, whose changes take some ten each. */
const MOST_KEPT = 2048;

/**
 * Remembers over which stretch of time an offset holds, so that a loop over bars asks the time-zone database once for each week, however often
 * it passes over it.
 *
 * An offset that is the same at both ends of a stretch holds within it: no zone changes its clocks twice in eight days.
 * A stretch with a change in it is halved until the change is outside; the last quarter of an hour around it is never kept.
 */
class OffsetCache {
  readonly #offsetOf: (ms: number) => number;
  /** The offset of each block that has one throughout, NaN for others and for those that were not asked for yet. */
  readonly #blocks = new Map<number, Float64Array>();
  readonly #kept = new Map<number, number>();
  #from = NaN;
  #to = NaN;
  #offset = NaN;

  /** `fixed` is the offset of a zone that never changes its clocks. */
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
    const near = madeOnce(this.#blocks, Math.floor(block / BLOCKS), () => new Float64Array(BLOCKS).fill(NaN));
    const place = block - Math.floor(block / BLOCKS) * BLOCKS;
    let from = block * BLOCK_MS;
    let to = from + BLOCK_MS;
    const known = near[place]!;
    if (known === known) return this.#remember(from, to, known);
    // What held up to the end of the last stretch holds at it too.
    let first = from === this.#to ? this.#offset : this.#ask(from);
    let last = this.#ask(to);
    if (first === last) near[place] = first;
    while (first !== last) {
      if (to - from <= SHORTEST_MS) return this.#ask(ms);
      const middle = (from + to) / 2;
      if (ms < middle) {
        to = middle;
        last = this.#ask(middle);
      } else {
        from = middle;
        first = this.#ask(middle);
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

  #ask(ms: number): number {
    let offset = this.#kept.get(ms);
    if (offset === undefined) {
      offset = this.#offsetOf(ms);
      if (this.#kept.size === MOST_KEPT) this.#kept.clear();
      this.#kept.set(ms, offset);
    }
    return offset;
  }
}
