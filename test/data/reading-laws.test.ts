import { gzipSync } from "node:zlib";
import {
  DataType,
  Float64,
  Int64,
  makeData,
  Table,
  tableToIPC,
  TimestampMicrosecond,
  TimestampMillisecond,
  TimestampNanosecond,
  TimestampSecond,
  Utf8,
  Vector,
  vectorFromArray,
} from "apache-arrow";
import * as fc from "fast-check";
import { readBars } from "hindcast/data";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect } from "vitest";
import { zoneOf } from "../../src/time/zone.ts";
import { property } from "../support/property.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { zipOf } from "../support/zip-of.ts";
import { zstandardOf } from "../support/zstandard-of.ts";

const files = temporaryFiles();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A bar as numbers: start, open, high, low, close, volume. */
type Row = readonly [time: number, open: number, high: number, low: number, close: number, volume: number];

/** Ways to write a time, with the zone of local times. A space and a tab separate a date from a time of day in a column of its own. */
interface Spelling {
  readonly zone?: string;
  readonly spell: (time: number) => readonly string[];
}

const digits = (local: number): string => new Date(local).toISOString();
const inZone = (zone: string, spell: (iso: string) => readonly string[]): Spelling => ({
  zone,
  spell: (time) => spell(digits(zoneOf(zone).toLocal(time))),
});
const dotted = (iso: string): string => `${iso.slice(8, 10)}.${iso.slice(5, 7)}.${iso.slice(0, 4)}`;

const SPELLINGS: readonly Spelling[] = [
  ...["UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe"].flatMap((zone) => [
    inZone(zone, (iso) => [iso.slice(0, 16).replace("T", " ")]),
    inZone(zone, (iso) => [`${dotted(iso)} ${iso.slice(11, 19)}`]),
    inZone(zone, (iso) => [iso.slice(0, 10).replaceAll("-", "."), iso.slice(11, 16)]),
    inZone(zone, (iso) => [`${iso.slice(0, 10).replaceAll("-", "")} ${iso.slice(11, 19).replaceAll(":", "")}`]),
  ]),
  {
    spell: (time) => [digits(zoneOf("America/New_York").toLocal(time)).slice(0, 19).replace("T", " ") + " US/Eastern"],
  },
  { spell: (time) => [digits(time)] },
  { spell: (time) => [String(time / 1000)] },
  { spell: (time) => [String(time)] },
  { spell: (time) => [`${time}000`] },
  { spell: (time) => [`${time}000000`] },
];

/** Names of columns: date and time of day in one or two columns, then the parts of a bar. Undefined for a file without a header. */
const HEADERS: readonly ((columns: number) => readonly string[] | undefined)[] = [
  (columns) => [...(columns === 1 ? ["Date"] : ["Date", "Time"]), "Open", "High", "Low", "Close", "Volume"],
  (columns) => [...(columns === 1 ? ["t"] : ["date", "time"]), "o", "h", "l", "c", "v"],
  (columns) => [
    ...(columns === 1 ? ["<DATE>"] : ["<DATE>", "<TIME>"]),
    "<OPEN>",
    "<HIGH>",
    "<LOW>",
    "<CLOSE>",
    "<VOL>",
  ],
  () => undefined,
];

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DATE_FORMATS = [
  "YYYY-MM-DD",
  "YYYY/MM/DD",
  "YYYY.MM.DD",
  "YYYYMMDD",
  "YYMMDD",
  "YY-MM-DD",
  "YY/MM/DD",
  "YY.MM.DD",
  "DDMMYYYY",
  "DDMMYY",
  "DD.MM.YYYY",
  "DD.MM.YY",
  "DD/MM/YYYY",
  "DD/MM/YY",
  "DD-MM-YYYY",
  "DD-MMM-YY",
  "MMDDYYYY",
  "MMDDYY",
  "MM/DD/YYYY",
  "MM/DD/YY",
  "MM-DD-YYYY",
  "MMM DD, YYYY",
  "DD MMM YYYY",
  "YYYYMMDD0000",
];

/** Ways to write a date, given as text `2024-01-31` and as its midnight UTC. */
const DATES: readonly ((iso: string, midnight: number) => string)[] = [
  ...DATE_FORMATS.map((format) => (iso: string) => {
    const [year, month, day] = iso.split("-") as [string, string, string];
    const parts: Readonly<Record<string, string>> = { YYYY: year, YY: year.slice(2), MM: month, DD: day };
    return format.replaceAll(/YYYY|YY|MMM|MM|DD/g, (part) => parts[part] ?? MONTHS[Number(month) - 1]!);
  }),
  (_, midnight) => String(midnight / DAY_MS),
  (_, midnight) => String(midnight / DAY_MS + 25_569),
  (_, midnight) => String(midnight / 1000),
  (_, midnight) => String(midnight),
];

const PACKINGS: readonly ((text: string) => string | Uint8Array)[] = [
  (text) => text,
  (text) => gzipSync(text),
  (text) => zipOf("bars.csv", text),
  (text) => zstandardOf(text),
];

/** Types of a column of times, and their values in a file of columns. A type of local times has the zone in which they are. */
interface TimeType {
  readonly name: string;
  readonly type: DataType;
  readonly value: (time: number) => unknown;
  readonly zone?: string;
}

const localIn =
  (zone: string) =>
  (time: number): number =>
    zoneOf(zone).toLocal(time);
const ARROW_TIMES: readonly TimeType[] = [
  { name: "instants in milliseconds", type: new TimestampMillisecond("UTC"), value: (time) => time },
  {
    name: "instants in a zone",
    type: new TimestampMicrosecond("America/New_York"),
    value: (time) => BigInt(time) * 1000n,
  },
  { name: "instants in nanoseconds", type: new TimestampNanosecond("UTC"), value: (time) => BigInt(time) * 1_000_000n },
  { name: "instants in seconds", type: new TimestampSecond("UTC"), value: (time) => BigInt(time / 1000) },
  {
    name: "local times",
    type: new TimestampMillisecond(null),
    value: localIn("America/New_York"),
    zone: "America/New_York",
  },
  { name: "seconds since 1970", type: new Int64(), value: (time) => BigInt(time / 1000) },
  { name: "nanoseconds since 1970", type: new Int64(), value: (time) => BigInt(time) * 1_000_000n },
  { name: "texts", type: new Utf8(), value: digits },
];

/** Writes bars as an Arrow file or stream, in record batches of at most `size` rows. */
function arrowOf(all: readonly Row[], times: TimeType, form: "file" | "stream", size: number): Uint8Array {
  const batches: Table[] = [];
  for (let at = 0; at < all.length; at += size) {
    const part = all.slice(at, at + size);
    batches.push(
      new Table({
        Date: vectorOf(
          part.map(([time]) => times.value(time)),
          times.type,
        ),
        ...Object.fromEntries(
          ["Open", "High", "Low", "Close"].map((name, price) => [
            name,
            vectorFromArray(
              part.map((row) => row[price + 1]!),
              new Float64(),
            ),
          ]),
        ),
        Volume: vectorFromArray(
          part.map((row) => BigInt(row[5])),
          new Int64(),
        ),
      }),
    );
  }
  return tableToIPC(batches[0]!.concat(...batches.slice(1)), form);
}

/** Creates a vector of stored values; the library's builders take timestamps in milliseconds alone. */
function vectorOf(values: readonly unknown[], type: DataType): Vector {
  if (!DataType.isTimestamp(type)) return vectorFromArray(values, type);
  const data = BigInt64Array.from(values as (number | bigint)[], (value) => BigInt(value));
  return new Vector([makeData({ type, length: data.length, nullCount: 0, data })]);
}

/**
 * Bars of hours with gaps. Each bar opens at the close of the one before, and no low is below a quarter of its high, which tells columns in
 * files without names. Prices have two decimals. Hours that the clocks of a zone show twice are left out.
 */
const rows: fc.Arbitrary<readonly Row[]> = fc
  .tuple(
    fc.integer({ min: Date.UTC(2005, 0, 1) / HOUR_MS, max: Date.UTC(2030, 0, 1) / HOUR_MS }),
    fc.array(
      fc.tuple(
        fc.integer({ min: 1, max: 30 }),
        fc.array(fc.integer({ min: 30_000, max: 99_999 }), { minLength: 3, maxLength: 3 }),
        fc.oneof(fc.constant(0), fc.integer({ min: 2000, max: 1e6 })),
      ),
      {
        minLength: 3,
        maxLength: 30,
      },
    ),
  )
  .map(([first, steps]) => {
    let hour = first;
    let last = 50_000;
    return steps.map(([step, [close = last, ...others], volume]): Row => {
      hour += step;
      const prices = [last, close, ...others].map((cents) => cents / 100);
      const open = prices[0]!;
      last = close;
      return [hour * HOUR_MS, open, Math.max(...prices), Math.min(...prices), close / 100, volume];
    });
  });

const readsOnce = ({ zone = "US/Eastern" }: Pick<Spelling, "zone">, [time]: Row): boolean =>
  zoneOf(zone).toInstant(zoneOf(zone).toLocal(time)) === time;

describe("a file is read as the same bars", () => {
  property([
    rows,
    fc.constantFrom(...ARROW_TIMES),
    fc.constantFrom("file" as const, "stream" as const),
    fc.integer({ min: 1, max: 40 }),
    fc.boolean(),
  ])(
    "in Arrow, whatever its type of times, record batches and order of rows",
    async (all, times, form, size, newestFirst) => {
      const kept = all.filter((row) => readsOnce(times, row));
      fc.pre(kept.length >= 3);
      const bytes = arrowOf(newestFirst ? kept.toReversed() : kept, times, form, size);
      const { zone } = times;
      const options = { interval: "1h", stamped: "start", ...(zone !== undefined && { zone }) } as const;
      for (const pack of [bytes, gzipSync(bytes), zstandardOf(bytes)]) {
        const read = await readBars(files.write("bars.feather", pack), options);
        expect(rowsOf(read.series[0].bars)).toEqual(kept);
      }
    },
  );

  property([
    rows,
    fc.constantFrom("TIMESTAMP" as const, "INT64" as const, "STRING" as const),
    fc.constantFrom("SNAPPY" as const, "UNCOMPRESSED" as const),
    fc.integer({ min: 1, max: 40 }),
    fc.boolean(),
  ])(
    "in Parquet, whatever its type of times, row groups and order of rows",
    async (all, type, codec, rowGroupSize, newestFirst) => {
      const ordered = newestFirst ? all.toReversed() : all;
      const times = {
        TIMESTAMP: (time: number) => new Date(time),
        INT64: (time: number) => BigInt(time),
        STRING: digits,
      };
      const columnData = NAMES.map((name, part) => ({
        name,
        type: part === 0 ? type : ("DOUBLE" as const),
        data: ordered.map((row) => (part === 0 ? times[type](row[0]) : row[part])),
      }));
      const bytes = new Uint8Array(parquetWriteBuffer({ columnData, codec, rowGroupSize }));
      const read = await readBars(files.write("bars.parquet", bytes), { interval: "1h", stamped: "start" });
      expect(rowsOf(read.series[0].bars)).toEqual(all);
    },
  );

  property([
    rows,
    fc.constantFrom(...SPELLINGS),
    fc.constantFrom(...HEADERS),
    fc.constantFrom(",", ";", "\t", "|"),
    fc.constantFrom(...PACKINGS),
    fc.boolean(),
    fc.boolean(),
  ])(
    "whatever its order of rows, spelling of times, zone, header, delimiter, decimal mark and compression",
    async (all, spelling, header, delimiter, pack, newestFirst, commas) => {
      const kept = all.filter((row) => readsOnce(spelling, row));
      fc.pre(kept.length >= 3);
      const price = (value: number): string =>
        commas && delimiter !== "," ? value.toFixed(2).replace(".", ",") : value.toFixed(2);
      const cells = kept.map(([time, open, high, low, close, volume]) => [
        ...spelling.spell(time),
        ...[open, high, low, close].map(price),
        String(volume),
      ]);
      const names = header(spelling.spell(0).length);
      const lines = [...(names === undefined ? [] : [names]), ...(newestFirst ? cells.toReversed() : cells)];
      const text = `${lines.map((line) => line.join(delimiter)).join("\n")}\n`;
      const file = files.write("bars.csv", pack(text));
      const { zone } = spelling;
      const read = await readBars(file, { interval: "1h", stamped: "start", ...(zone !== undefined && { zone }) });
      expect(rowsOf(read.series[0].bars)).toEqual(kept);
    },
  );

  property([rows, fc.constantFrom("records", "lines", "lists", "columns", "split"), fc.boolean()])(
    "in JSON of any orientation, in any order of rows",
    async (all, orientation, newestFirst) => {
      const ordered = newestFirst ? all.toReversed() : all;
      const records = ordered.map((row) => Object.fromEntries(NAMES.map((name, part) => [name, row[part]])));
      const columns = Object.fromEntries(NAMES.map((name, part) => [name, ordered.map((row) => row[part])]));
      const texts: Readonly<Record<string, string>> = {
        records: JSON.stringify(records),
        lines: records.map((one) => JSON.stringify(one)).join("\n"),
        lists: JSON.stringify(ordered),
        columns: JSON.stringify(columns),
        split: JSON.stringify({ columns: NAMES, data: ordered }),
      };
      const file = files.write("bars.json", texts[orientation]!);
      const read = await readBars(file, { interval: "1h", stamped: "start" });
      expect(rowsOf(read.series[0].bars)).toEqual(all);
    },
  );
});

describe("a file that may be read in two ways is read right or refused", () => {
  /** Returns what `readBars` reads; undefined if it refuses the file and names an option. */
  const readOrRefused = async (text: string, interval: "1h" | "1d", option: string): Promise<Row[] | undefined> => {
    const file = files.write("bars.csv", text);
    try {
      return rowsOf((await readBars(file, { interval, stamped: "start" })).series[0].bars);
    } catch (error) {
      expect(error).toMatchObject({ name: "HindcastError", message: expect.stringContaining(option) });
      return undefined;
    }
  };

  property([
    rows,
    fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 5 }),
    fc.constantFrom<(time: number) => string>(
      (time) => String(time / 1000),
      (time) => String(time),
      (time) => digits(time).slice(0, 19),
    ),
    fc.boolean(),
  ])("whatever the order of its columns, if it has no header", async (all, columns, spell, newestFirst) => {
    const lines = all.map((row) => [spell(row[0]), ...columns.map((column) => row[column])].join(","));
    const text = `${(newestFirst ? lines.toReversed() : lines).join("\n")}\n`;
    expect([undefined, all]).toContainEqual(await readOrRefused(text, "1h", "--columns"));
  });

  property([
    fc.integer({ min: Date.UTC(1975, 0, 1), max: Date.UTC(2036, 0, 1) }),
    fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 60 }),
    fc.constantFrom(...DATES),
    fc.boolean(),
  ])("whatever the format of its dates", async (first, steps, spell, newestFirst) => {
    let day = Math.floor(first / DAY_MS);
    const all = steps.map((step): Row => [(day += step) * DAY_MS, 10, 12, 9, 11, 100]);
    const lines = all.map(([time, ...values]) => [`"${spell(digits(time).slice(0, 10), time)}"`, ...values].join(","));
    const text = `${["day", ...NAMES.slice(1)].join(",")}\n${(newestFirst ? lines.toReversed() : lines).join("\n")}\n`;
    expect([undefined, all]).toContainEqual(await readOrRefused(text, "1d", "--date-format"));
  });
});

const NAMES = ["time", "open", "high", "low", "close", "volume"] as const;

function rowsOf(bars: Readonly<Record<(typeof NAMES)[number], Float64Array>>): Row[] {
  return Array.from(bars.time, (_, row) => NAMES.map((name) => bars[name][row]!) as unknown as Row);
}
