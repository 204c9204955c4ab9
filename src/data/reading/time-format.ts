import { parameterError } from "../../primitives/check.ts";
import { DAY_MS, daysInMonth, daysOfDate } from "../../time/civil-date.ts";
import { type Zone, zoneOf } from "../../time/zone.ts";
import { type CellReader, SPACE, textBytes, ZERO } from "../csv/cell.ts";

/**
 * A spelling of local times, such as `DD.MM.YYYY HH:mm`: `YYYY`, `YY`, `MMM` (name of a month), `MM`, `DD`, `HH`, `hh` with `A` (AM or PM),
 * `mm`, `ss`, and `S` for decimals of a second. Without `DD`, a time is the first day of its month. Numbers of months, days and hours may lack
 * their leading zero if a mark follows. A space matches any number of spaces. Text in brackets and all other characters match themselves.
 */
export type TimeFormat = string;

const TOKEN = /\[[^\]]*\]|YYYY|YY|MMM|MM|DD|HH|hh|mm|ss|S|A/g;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Parts of a time while it is read. */
interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  ms: number;
  half: number;
}

/** Reads one part of a time at a position and returns its end; −1 if it does not match. */
type ReadPart = (view: DataView, at: number, parts: Parts) => number;

/** Compiles a format into the readers of its parts, in order. Throws `PARAMETER_OUT_OF_RANGE` unless it has a year and a month. */
function compile(format: TimeFormat): readonly ReadPart[] {
  if (!/YY/.test(format) || !/MM/.test(format))
    throw parameterError("dateFormat", "a format with YYYY and MM, such as DD/MM/YYYY HH:mm", format);
  const readers: ReadPart[] = [];
  let from = 0;
  for (const { 0: token, index } of format.matchAll(TOKEN)) {
    readers.push(...literals(format.slice(from, index)));
    from = index + token.length;
    // A number next to another number has all its digits.
    const least = /^[A-Za-z]/.test(format.slice(from)) && !format.startsWith("T", from) ? 2 : 1;
    readers.push(...(token.startsWith("[") ? literals(token.slice(1, -1)) : [PARTS[token]!(least)]));
  }
  readers.push(...literals(format.slice(from)));
  return readers;
}

function literals(text: string): readonly ReadPart[] {
  return Array.from(text, (character): ReadPart => {
    const byte = character.charCodeAt(0);
    if (byte !== SPACE) return (view, at) => (view.getUint8(at) === byte ? at + 1 : -1);
    return (view, at) => {
      let end = at;
      while (view.getUint8(end) === SPACE) end++;
      return end === at ? -1 : end;
    };
  });
}

/** Creates a reader of a number with `least` to `most` digits, which `set` stores. */
function digits(least: number, most: number, set: (parts: Parts, value: number) => void): ReadPart {
  return (view, at, parts) => {
    let value = 0;
    let end = at;
    for (let digit; end - at < most && (digit = view.getUint8(end) - ZERO) >= 0 && digit <= 9; end++)
      value = value * 10 + digit;
    if (end - at < least) return -1;
    set(parts, value);
    return end;
  };
}

const PARTS: Readonly<Record<string, (least: number) => ReadPart>> = {
  YYYY: () => digits(4, 4, (parts, value) => (parts.year = value)),
  YY: () => {
    // Years of two digits lie between 1970 and 2049: 50 to 69 may be of either century.
    const read = digits(2, 2, (parts, value) => (parts.year = value < 50 ? 2000 + value : 1900 + value));
    return (view, at, parts) => {
      const end = read(view, at, parts);
      return parts.year >= 1970 ? end : -1;
    };
  },
  MM: (least) => digits(least, 2, (parts, value) => (parts.month = value)),
  DD: (least) => digits(least, 2, (parts, value) => (parts.day = value)),
  HH: (least) => digits(least, 2, (parts, value) => (parts.hour = value)),
  hh: (least) => digits(least, 2, (parts, value) => (parts.hour = value)),
  mm: () => digits(2, 2, (parts, value) => (parts.minute = value)),
  ss: () => digits(2, 2, (parts, value) => (parts.second = value)),
  S: () => (view, at, parts) => {
    let scale = 100;
    let end = at;
    parts.ms = 0;
    for (let digit; (digit = view.getUint8(end) - ZERO) >= 0 && digit <= 9; end++) {
      parts.ms += digit * scale;
      scale /= 10;
    }
    return end === at ? -1 : end;
  },
  MMM: () => (view, at, parts) => {
    const name = String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2)).toLowerCase();
    parts.month = MONTHS.indexOf(name) + 1;
    let end = at + 3;
    while (isLetter(view.getUint8(end))) end++;
    return parts.month === 0 ? -1 : end;
  },
  A: () => (view, at, parts) => {
    const letter = view.getUint8(at) | 0x20;
    if ((letter !== 0x61 && letter !== 0x70) || (view.getUint8(at + 1) | 0x20) !== 0x6d) return -1;
    parts.half = letter === 0x61 ? 0 : 12;
    return at + 2;
  },
};

function isLetter(byte: number): boolean {
  return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}

const scratch = textBytes(64);

/** Reads local times of one format, in a zone. */
export class FormattedTimes implements CellReader {
  readonly usedZone = true;
  readonly format: TimeFormat;
  readonly #zone: Zone;
  readonly #readers: readonly ReadPart[];
  readonly #isDate: boolean;
  readonly #parts: Parts = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0, ms: 0, half: -1 };

  /** Creates a reader. Throws `PARAMETER_OUT_OF_RANGE` for a format without a year or a month. */
  constructor(format: TimeFormat, zone: Zone) {
    this.format = format;
    this.#zone = zone;
    this.#readers = compile(format);
    this.#isDate = !/HH|hh/.test(format);
  }

  read(view: DataView, at: number, out: Float64Array, row: number): number {
    const end = this.#parse(view, at);
    if (end < 0) return -1;
    const local = this.#local();
    // A date without a time of day is a midnight, which clocks may skip; other skipped times are errors that `parse` creates.
    out[row] = this.#isDate ? this.#zone.toInstantOrAfter(local) : this.#zone.toInstant(local);
    return out[row] === out[row] ? end : -1;
  }

  parse(text: string): number | string {
    const size = Math.min(text.length, scratch.length);
    for (let i = 0; i < size; i++) scratch.bytes[i] = text.charCodeAt(i);
    scratch.bytes.fill(10, size);
    const end = this.#parse(scratch.view, 0);
    if (end !== text.length) {
      const years = /(?:^|[^Y])YY(?!Y)/.test(this.format) ? ", with a year from 70 (1970) to 49 (2049)" : "";
      return `a valid time in the format ${this.format}${years}, like the other times of its column`;
    }
    const local = this.#local();
    const instant = this.#isDate ? this.#zone.toInstantOrAfter(local) : this.#zone.toInstant(local);
    if (!Number.isNaN(instant)) return instant;
    return `a time that the clocks of ${this.#zone.name} show, not one that they skip when they go forward`;
  }

  /** Reads the parts of a time and returns its end; −1 if they do not match the format or no such time exists. */
  #parse(view: DataView, at: number): number {
    const parts = this.#parts;
    parts.hour = parts.minute = parts.second = parts.ms = 0;
    parts.half = -1;
    parts.day = 1;
    let end = at;
    for (const read of this.#readers) {
      end = read(view, end, parts);
      if (end < 0) return -1;
    }
    const { year, month, day, hour, minute, second, half } = parts;
    if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return -1;
    if (half >= 0 ? hour < 1 || hour > 12 : hour > 23) return -1;
    return minute > 59 || second > 59 ? -1 : end;
  }

  #local(): number {
    const { year, month, day, hour, minute, second, ms, half } = this.#parts;
    const hours = half < 0 ? hour : (hour % 12) + half;
    return daysOfDate(year, month, day) * DAY_MS + ((hours * 60 + minute) * 60 + second) * 1000 + Math.round(ms);
  }
}

/** Spellings of a date, and its formats. The groups of a spelling are the mark between its parts and the digits of its year. */
const DATES: readonly (readonly [
  spelling: RegExp,
  formats: (mark: string, year: "YYYY" | "YY") => readonly TimeFormat[],
])[] = [
  [/^\d{4}(?<mark>[-./])\d{1,2}\k<mark>\d{1,2}/, (mark) => [`YYYY${mark}MM${mark}DD`]],
  [/^\d{4}(?<mark>[-/])\d{1,2}$/, (mark) => [`YYYY${mark}MM`]],
  [/^\d{8}(?=\d{4}$|\d{6}$)/, () => ["YYYYMMDD"]],
  [/^\d{8}(?!\d)/, () => ["YYYYMMDD", "DDMMYYYY", "MMDDYYYY"]],
  [/^\d{6}(?!\d)/, () => ["YYMMDD", "DDMMYY", "MMDDYY"]],
  // Points separate a day from its month, as in German; the United States use slashes.
  [
    /^\d{1,2}(?<mark>\.)\d{1,2}\.(?<year>\d{4}|\d{2})(?!\d)/,
    (_, year) => [`DD.MM.${year}`, ...(year === "YY" ? ["YY.MM.DD"] : [])],
  ],
  [
    /^\d{1,2}(?<mark>[-/])\d{1,2}\k<mark>(?<year>\d{4}|\d{2})(?!\d)/,
    (mark, year) => [
      `MM${mark}DD${mark}${year}`,
      `DD${mark}MM${mark}${year}`,
      ...(year === "YY" ? [`YY${mark}MM${mark}DD`] : []),
    ],
  ],
  [
    /^\d{1,2}(?<mark>[- ]?)[A-Za-z]{3,9}\k<mark>(?<year>\d{4}|\d{2})(?!\d)/,
    (mark, year) => [`DD${mark}MMM${mark}${year}`],
  ],
  [/^[A-Za-z]{3,9} \d{1,2}, \d{4}/, () => ["MMM DD, YYYY"]],
  [/^[A-Za-z]{3,9} \d{1,2} \d{4}/, () => ["MMM DD YYYY"]],
  [/^[A-Za-z]{3,9}(?<mark>[- ])\d{4}$/, (mark) => [`MMM${mark}YYYY`]],
];

/** Spellings of a time of day, after its date. */
const TIMES: readonly (readonly [spelling: RegExp, format: string])[] = [
  [/^\d{1,2}:\d{2}:\d{2}\.\d+ [AP]M$/i, "hh:mm:ss.S A"],
  [/^\d{1,2}:\d{2}:\d{2} [AP]M$/i, "hh:mm:ss A"],
  [/^\d{1,2}:\d{2} [AP]M$/i, "hh:mm A"],
  [/^\d{1,2}:\d{2}[AP]M$/i, "hh:mmA"],
  [/^\d{1,2}-[AP]M$/i, "hh-A"],
  [/^\d{1,2}:\d{2}:\d{2}\.\d+$/, "HH:mm:ss.S"],
  [/^\d{1,2}:\d{2}:\d{2}$/, "HH:mm:ss"],
  [/^\d{1,2}:\d{2}$/, "HH:mm"],
  [/^\d{9}$/, "HHmmssS"],
  [/^\d{6}$/, "HHmmss"],
  [/^\d{4}$/, "HHmm"],
];

/** Returns the format of a time of day; undefined for other texts. */
export function timeOfDayFormat(text: string): TimeFormat | undefined {
  return TIMES.find(([spelling]) => spelling.test(text))?.[1];
}

/** First and last year of dates that are written without marks. */
const FIRST_YEAR = Date.UTC(1800, 0);
const LAST_YEAR = Date.UTC(2200, 0);

/**
 * Returns the formats of the first text that read most of the texts, the usual one first; empty if none reads any. Several remain if the texts
 * do not show which number is the year, the month and the day. Formats with which times go back and forth are left out if others remain: bars
 * have an order.
 */
export function formatsOf(texts: readonly string[]): readonly TimeFormat[] {
  const first = texts[0];
  if (first === undefined) return [];
  for (const [spelling, formats] of DATES) {
    const match = spelling.exec(first);
    if (match === null) continue;
    const { mark = "", year = "" } = match.groups ?? {};
    const time = restFormat(first.slice(match[0].length));
    if (time === undefined) continue;
    const candidates = formats(mark, year.length === 2 ? "YY" : "YYYY").map((format) => {
      const reader = new FormattedTimes(format + time, zoneOf("UTC"));
      const instants = texts.flatMap((text) => {
        const instant = reader.parse(text);
        return typeof instant === "number" && instant >= FIRST_YEAR && instant < LAST_YEAR ? [instant] : [];
      });
      return { format: format + time, instants };
    });
    const most = Math.max(1, ...candidates.map(({ instants }) => instants.length));
    const best = candidates.filter(({ instants }) => instants.length === most);
    const sorted = best.filter(({ instants }) => isOneWay(instants));
    return (sorted.length > 0 ? sorted : best).map(({ format }) => format);
  }
  return [];
}

/** Whether numbers never rise or never fall. */
function isOneWay(numbers: readonly number[]): boolean {
  const steps = numbers.slice(1).map((number, i) => number - numbers[i]!);
  return steps.every((step) => step >= 0) || steps.every((step) => step <= 0);
}

/** Returns the format of the text after a date, which is empty or a mark and a time of day; undefined for other texts. */
function restFormat(rest: string): TimeFormat | undefined {
  if (rest === "") return "";
  if (/^\d/.test(rest)) return timeOfDayFormat(rest);
  const mark = /^(?:T| +|, ?|-)/.exec(rest)?.[0];
  if (mark === undefined) return undefined;
  const time = timeOfDayFormat(rest.slice(mark.length));
  return time && `${mark.replace(/ +/, " ")}${time}`;
}
