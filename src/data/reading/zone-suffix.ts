import { type Zone, zoneOf } from "../../time/zone.ts";
import type { TimeReader } from "../csv/times.ts";
import { invalidFile } from "../file-error.ts";

/** Matches a time with the name of its zone after it: `20240102 09:30:00 US/Eastern`. */
const SUFFIXED = /^(?<time>.*\d(?: ?[ap]m)?) +(?<suffix>(?![ap]m$)[a-z][\w+/-]*)$/i;

/** Times without the names of zones after them, and the zone that these names state. */
interface SuffixedTexts {
  readonly times: readonly string[];
  /** The name, if it is that of one zone. */
  readonly suffix: string | undefined;
  readonly zone: Zone;
}

/**
 * Returns the zone that stands after each time of a column; undefined for times without one. Short names such as `EST` have several meanings,
 * so their times are read in the given zone. Throws `DATA_FILE_INVALID` for short names if that zone is UTC, and `ZONE_UNKNOWN`.
 */
export function zoneAfterTimes(texts: readonly string[], zone: Zone, file: string): SuffixedTexts | undefined {
  const matches = texts.map((text) => SUFFIXED.exec(text)?.groups);
  if (texts.length === 0 || matches.includes(undefined)) return undefined;
  const times = matches.map((groups) => groups!["time"]!);
  const suffix = matches[0]!["suffix"]!;
  if (/^(?:utc|gmt)$/i.test(suffix)) return { times, suffix, zone: zoneOf("UTC") };
  if (suffix.includes("/")) return { times, suffix, zone: zoneOf(suffix) };
  if (zone.name !== "UTC") return { times, suffix: undefined, zone };
  const message = `has times that end in ${JSON.stringify(suffix)}, which names no single zone. State the zone of the exchange, such as --zone America/New_York`;
  throw invalidFile(file, message, { suffix });
}

/** Reads times with the name of a zone after them. */
export class SuffixedTimes implements TimeReader {
  readonly format: string;
  readonly #inner: TimeReader;
  readonly #suffix: string | undefined;

  constructor(inner: TimeReader, suffix: string | undefined) {
    this.#inner = inner;
    this.#suffix = suffix;
    this.format = `${inner.format} and the name of a zone`;
  }

  get usedZone(): boolean {
    return this.#inner.usedZone;
  }

  read(): number {
    return -1;
  }

  parse(text: string): number | string {
    const { time, suffix } = SUFFIXED.exec(text)?.groups ?? {};
    if (time === undefined || (this.#suffix !== undefined && suffix !== this.#suffix))
      return `a time with ${this.#suffix ?? "the name of a zone"} after it, like others of its column`;
    return this.#inner.parse(time);
  }
}
