import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { expect } from "vitest";
import type { Bars } from "../../src/market/bars.ts";
import { readBars } from "../../src/data/bar-file.ts";
import { NUMBER_CELLS, readDecimal, textBytes } from "../../src/data/csv/cell.ts";
import { formatDate, formatInstant } from "../../src/time/instant.ts";
import { zoneOf } from "../../src/time/zone.ts";
import { arbitraryBars } from "../support/arbitrary-bars.ts";
import { withColumns } from "../support/market.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { property } from "../support/property.ts";

const files = temporaryFiles();

/** Ways to write the midnight of a day in a CSV file, each with its column name and the time zone to read it in. */
const TIMES: readonly (readonly [header: string, zone: string, spell: (time: number) => string])[] = [
  ["Date", "UTC", formatDate],
  ["Date", "Asia/Tokyo", formatDate],
  ["time", "UTC", (time) => formatInstant(time)],
  ["TIME", "Australia/Sydney", (time) => `${formatDate(time)} 00:00`],
  ["date time", "UTC", (time) => `${formatDate(time)}T05:30:00.000+05:30`],
  ["timestamp", "UTC", (time) => String(time / 1000)],
  ["Open_Time", "UTC", (time) => String(time * 1000)],
  ["date", "UTC", (time) => formatDate(time).replaceAll("-", "")],
];

/** Ways to write a number so that parsing it returns exactly the same double. */
const NUMBERS: readonly ((value: number) => string)[] = [
  String,
  (value) => value.toExponential(),
  (value) => value.toExponential().toUpperCase(),
  (value) => (value >= 0 ? `+${value}` : String(value)),
  (value) => (value === 0 ? "0.000000000000" : value.toPrecision(17)),
  (value) => ` ${value} `,
  (value) => `"${value}"`,
];

const style = fc.record({
  time: fc.constantFrom(...TIMES),
  number: fc.constantFrom(...NUMBERS),
  delimiter: fc.constantFrom(",", ";", "\t"),
  end: fc.constantFrom("\n", "\r\n"),
  lastEnd: fc.boolean(),
  mark: fc.constantFrom("", "\uFEFF"),
  gzip: fc.boolean(),
  extra: fc.boolean(),
});

property([arbitraryBars.filter((bars) => bars.length > 0), style])(
  "readBars returns the exact numbers and times of bars in every supported spelling",
  async (bars, { time: [timeName, zone, spell], number, delimiter, end, lastEnd, mark, gzip, extra }) => {
    const names = ["Open", "High", "Low", "Close", ...(bars.adjClose ? ["Adj Close"] : []), "Volume"];
    const columns = [
      bars.open,
      bars.high,
      bars.low,
      bars.close,
      ...(bars.adjClose ? [bars.adjClose] : []),
      bars.volume,
    ];
    const lines = [[...(extra ? ["note"] : []), timeName, ...names]];
    for (let row = 0; row < bars.length; row++) {
      const cells = columns.map((column) => number(column[row]!));
      lines.push([...(extra ? [`"${delimiter}""x"""`] : []), spell(bars.time[row]!), ...cells]);
    }
    const text = mark + lines.map((line) => line.join(delimiter)).join(end) + (lastEnd ? end : "");
    const file = files.write("bars", gzip ? gzipSync(text) : text);
    const read = (await readBars(file, { interval: "1d", zone })).series[0].bars;
    const midnights = bars.time.map((time) => zoneOf(zone).toInstantOrAfter(time));
    expect(bitsOf(read)).toEqual(bitsOf(withColumns(bars, { time: midnights })));
  },
);

function bitsOf({ time, open, high, low, close, volume, adjClose }: Bars): unknown {
  return [time, open, high, low, close, volume, adjClose].map(
    (column) => column && [...new BigUint64Array(column.slice().buffer)],
  );
}

const digits = (max: number): fc.Arbitrary<string> =>
  fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: max }).map((all) => all.join(""));
const spelledNumber = fc
  .tuple(
    fc.constantFrom("", "-", "+"),
    digits(25),
    fc.option(digits(30)),
    fc.option(fc.integer({ min: -340, max: 320 })),
  )
  .filter(([, whole, fraction]) => whole !== "" || (fraction ?? "") !== "")
  .map(([sign, whole, fraction, exponent]) => {
    const point = fraction === null ? "" : `.${fraction}`;
    return `${sign}${whole}${point}${exponent === null ? "" : `e${exponent}`}`;
  });

/** Decimal digits at or next to the midpoint between two adjacent doubles, where rounding is hardest to get right. */
const middles = fc
  .tuple(
    fc.double({ min: 2 ** 53, max: 2 ** 59, noNaN: true }),
    fc.constantFrom(-1n, 0n, 1n),
    fc.integer({ min: 0, max: 17 }),
  )
  .map(([double, step, places]) => {
    const next = double + 2 ** (Math.floor(Math.log2(double)) - 52);
    const all = String((BigInt(double) + BigInt(next)) / 2n + step);
    return places === 0 || places >= all.length ? all : `${all.slice(0, -places)}.${all.slice(-places)}`;
  });

property([fc.oneof(spelledNumber, middles, fc.double({ noNaN: true, noDefaultInfinity: true }).map(String))], {
  numRuns: 2000,
})("readBars parses a decimal number to the same double as the function Number", (text) => {
  const bytes = textBytes(text.length);
  bytes.bytes.set(Buffer.from(text));
  const out = Float64Array.of(NaN);
  const end = readDecimal(bytes.view, 0, out, 0);
  const expected = Number(text);
  const parsed = NUMBER_CELLS.parse(text);
  if (Number.isFinite(expected)) {
    expect([end, out[0], parsed]).toEqual([text.length, expected, expected]);
  } else expect([end, parsed]).toEqual([-1, "a finite number"]);
});

property([fc.string(), fc.constantFrom(",", "\n")])(
  "the fast number parser accepts a text only if the strict number parser accepts it",
  (text, behind) => {
    const content = Buffer.from(text + behind);
    const bytes = textBytes(content.length);
    bytes.bytes.set(content);
    const out = Float64Array.of(NaN);
    const end = readDecimal(bytes.view, 0, out, 0);
    if (end >= 0) expect(NUMBER_CELLS.parse(content.toString("utf8", 0, end))).toBe(out[0]);
    else expect(NUMBER_CELLS.parse(text.split(behind)[0]!)).toBeTypeOf("string");
  },
);
