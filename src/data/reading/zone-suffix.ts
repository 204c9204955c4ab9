import { type Zone, zoneOf } from "../../time/zone.ts";
import type { TimeReader } from "../csv/times.ts";
import { invalidFile, rowError } from "../file-error.ts";
import type { BarTable, TableFacts, TableRows } from "./bar-table.ts";
import { normalizedName } from "./columns.ts";

/** Matches a time with the name of its zone after it: `20240102 09:30:00 US/Eastern`. */
const SUFFIXED = /^(?<time>.*\d(?: ?[ap]m)?) +(?<suffix>(?![ap]m$)[a-z][\w+/-]*)$/i;

/** Matches a time with its offset after it: `02.01.2024 09:30:00.000 GMT+0100`, `2024-01-02 09:30:00 -0500`, `20240102T093000Z`. */
const WITH_OFFSET =
  /^(?<time>.*\d(?: ?[ap]m)?)(?:(?: |(?: ?(?:GMT|UTC)))(?<sign>[+-])(?<hours>\d{1,2})(?::?(?<minutes>\d{2}))?(?: (?:GMT|UTC))?|(?<!^\d{4}-\d{2}-\d{2}[T ].*)(?<=:.*|T\d{4,})Z)$/i;

/** Times without the names of zones or the offsets after them, and the zone in which they are read. */
interface SuffixedTexts {
  readonly times: readonly string[];
  readonly zone: Zone;
  /** Creates the reader of the texts from one of the times. */
  readonly readerOf: (inner: TimeReader) => TimeReader;
}

/**
 * Returns the zone or offset that stands after each time of a column; undefined for times without one. Short names such as `EST` have several meanings,
 * so their times are read in the given zone. Throws `DATA_FILE_INVALID` for short names if that zone is UTC, and `ZONE_UNKNOWN`.
 */
export function zoneAfterTimes(texts: readonly string[], zone: Zone, file: string): SuffixedTexts | undefined {
  const offsets = texts.map((text) => WITH_OFFSET.exec(text)?.groups?.["time"]);
  if (texts.length > 0 && !offsets.includes(undefined))
    return { times: offsets as string[], zone: zoneOf("UTC"), readerOf: (inner) => new OffsetTimes(inner) };
  const matches = texts.map((text) => SUFFIXED.exec(text)?.groups);
  if (texts.length === 0 || matches.includes(undefined)) return undefined;
  const times = matches.map((groups) => groups!["time"]!);
  const suffix = matches[0]!["suffix"]!;
  const one = (own: Zone): SuffixedTexts => ({
    times,
    zone: own,
    readerOf: (inner) => new SuffixedTimes(inner, suffix),
  });
  if (isUtc(suffix)) return one(zoneOf("UTC"));
  if (suffix.includes("/")) return one(zoneOf(suffix));
  // Short names change with daylight saving time, such as EST and EDT.
  if (zone.name !== "UTC") return { times, zone, readerOf: (inner) => new SuffixedTimes(inner, undefined) };
  const message = `has times that end in ${JSON.stringify(suffix)}, which names no single zone. State the zone of the exchange, such as --zone America/New_York`;
  throw invalidFile(file, message, { suffix });
}

/** Whether the name of a zone is one of UTC. */
function isUtc(name: string): boolean {
  return /^(?:utc|gmt)$/i.test(name);
}

/** Returns the zone that a name outside the times states, or the name if it names no single zone. */
export function zoneFacts(name: string): TableFacts {
  if (isUtc(name)) return { zone: "UTC" };
  return /^[A-Z]\w+\/[\w/+-]+$/.test(name) ? { zone: name } : { unclearZone: name };
}

/** Matches the normalized name of a column with the zone or the offset of each row. */
const ZONE_COLUMN = /^(?:tz|tzname|zone|(?:exchange|market)?(?:timezone|tz)|(?:utc|gmt|tz|zone|timezone)offset)$/;

/** Returns what a column with the zone or the offset of each row states; nothing for a table without such a column. Times next to an offset may be local times or in UTC. */
export function zoneInColumn({ names, sample }: Pick<BarTable, "names" | "sample">): TableFacts {
  const position = zoneColumn(names);
  const zones = new Set(sample.flatMap((row) => row[position] || []));
  const [only] = zones;
  if (only === undefined) return {};
  const name = names[position]!;
  const offset = [...zones].find((text) => /^[+-]?[\d:.]*[1-9][\d:.]*$/.test(text));
  if (offset !== undefined) return { unclearZone: `${name} ${offset}` };
  // Grids and regions have zones too.
  const isZone = (text: string): boolean =>
    /^\w+\/\w/.test(text) || (/^[A-Z]{2,5}$/.test(text) && (name !== "zone" || zoneInName(text) !== undefined));
  if (![...zones].every(isZone)) return {};
  return zones.size === 1 ? zoneFacts(only) : { unclearZone: [...zones].join(", ") };
}

function zoneColumn(names: readonly string[]): number {
  return names.findIndex((name) => ZONE_COLUMN.test(normalizedName(name)));
}

/** Throws `DATA_FILE_INVALID` for a row with another zone than the one of the sample, in which all times were read. */
export function refuseOtherZones({ names, facts }: BarTable, { length, text, place }: TableRows): void {
  const position = zoneColumn(names);
  if (position === -1 || facts.zone === undefined || text(0, position) !== facts.zone) return;
  for (let row = 1; row < length; row++) {
    const zone = text(row, position);
    if (zone === "" || zone === facts.zone) continue;
    throw rowError(place(row), names[position]!, `${facts.zone}, like others of its column (or state --zone)`, zone);
  }
}

/** Matches the name of a column of local times: `Local time`, `Time (EET)`, `datetime_et`, `time (UTC+8)`. */
const LOCAL_NAME =
  /\b(local)\b|(?:^|[\s_([/-])((?:[ecmp][sd]?|(?:ak|h|ae|ac|nz)[sd]|[bijk]s|ces?|ees?|wes?)t|msk|hkt|sgt|(?:utc|gmt) ?[+-] ?\d[\d:]*)[)\]]?$/i;

/** Returns the unclear zone that the name of a column of times states; undefined for most names. */
export function zoneInName(name: string): string | undefined {
  const [, local, zone] = LOCAL_NAME.exec(name) ?? [];
  return local ?? zone;
}

/** Returns the unclear zone that a file states for a column of times by a short name, an offset or the name of the column. */
export function unclearZoneOf({ facts, names, sample }: BarTable, name: string): string | undefined {
  const [first = ""] = sample.map((row) => row[names.indexOf(name)] ?? "").filter((text) => text !== "");
  const suffix = WITH_OFFSET.test(first) ? undefined : SUFFIXED.exec(first)?.groups?.["suffix"];
  const ofTime = suffix === undefined || isUtc(suffix) || suffix.includes("/") ? undefined : suffix;
  return facts.unclearZone ?? zoneInName(name) ?? ofTime;
}

/** Returns whether a short name is one of a zone: `EST`, `EDT` or `ET` of New York. */
export function isShortNameOf(name: string, { name: timeZone }: Zone): boolean {
  const names = [0, 6].flatMap((month) =>
    (["short", "shortGeneric"] as const).map((timeZoneName) =>
      new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName })
        .formatToParts(Date.UTC(2024, month, 1))
        .find(({ type }) => type === "timeZoneName")!
        .value.toUpperCase(),
    ),
  );
  return names.includes(name.toUpperCase());
}

/** Reads times with offsets after them. */
class OffsetTimes implements TimeReader {
  readonly usedZone = false;
  readonly format: string;
  readonly #local: TimeReader;

  /** Creates a reader from the reader of the times in UTC. */
  constructor(local: TimeReader) {
    this.#local = local;
    this.format = `${local.format} and an offset`;
  }

  read(): number {
    return -1;
  }

  parse(text: string): number | string {
    const { time, sign = "+", hours = "0", minutes = "0" } = WITH_OFFSET.exec(text)?.groups ?? {};
    if (time === undefined || Number(hours) > 23 || Number(minutes) > 59)
      return "a time with an offset after it, like others of its column";
    const local = this.#local.parse(time);
    const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
    return typeof local === "string" ? local : sign === "-" ? local + offset : local - offset;
  }
}

/** Reads times with the name of a zone after them. */
class SuffixedTimes implements TimeReader {
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
