import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Bars } from "../../../src/market/bars.ts";
import type { BarColumns } from "../../../src/server/market-data/bar-bytes.ts";
import { BarCache } from "../../../src/server/market-data/bar-cache.ts";
import { rounded, shownPrice, roundedToInteger } from "../../../src/server/numbers.ts";
import { property } from "../../support/property.ts";

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ min: -1000, max: 1000, noNaN: true }),
  fc.constantFrom(
    0,
    -0,
    1e21,
    -1e21,
    1e-7,
    123_456_789.1234,
    5e-324,
    Number.MAX_VALUE,
    0.1 + 0.2,
    -0.001,
    999.995,
    999.9996,
    1000.001,
    9.8765e-12,
  ),
);

/** The expected JSON text: bars as objects, written by `JSON.stringify`. */
function asObjects({ bars, adjustedClose }: BarColumns, start: number, end: number, decimals: number): string {
  const objects = Array.from({ length: end - start }, (_, i) => {
    const row = start + i;
    const volume = rounded(bars.volume[row]!, 8);
    return {
      timestamp: new Date(bars.time[row]!),
      open: shownPrice(bars.open[row]!, decimals),
      high: shownPrice(bars.high[row]!, decimals),
      low: shownPrice(bars.low[row]!, decimals),
      close: shownPrice(bars.close[row]!, decimals),
      volume: roundedToInteger(bars.volume[row]!),
      adj_close: shownPrice(adjustedClose[row]!, decimals),
      ...(volume % 1 === 0 ? {} : { volume_exact: volume }),
    };
  });
  return JSON.stringify(objects);
}

function columnsOf(
  count: number,
  valueOf: (row: number, field: number) => number,
  start = 1_700_000_000_000,
): BarColumns {
  const column = (field: number) => Float64Array.from({ length: count }, (_, row) => valueOf(row, field));
  const bars = new Bars("1m", {
    time: Float64Array.from({ length: count }, (_, row) => start + row * 61_003),
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
    volume: column(4),
  });
  return { bars, adjustedClose: column(5) };
}

/** Columns with only the first `count` bars. */
function upTo({ bars, adjustedClose }: BarColumns, count: number): BarColumns {
  return { bars: bars.slice(0, count), adjustedClose: adjustedClose.subarray(0, count) };
}

const bytesOf = (slabs: BarCache, columns: BarColumns, start: number, end: number, decimals: number): string =>
  `[${Buffer.concat(slabs.jsonRows(columns, start, end, decimals)).toString("utf8")}]`;

describe("the JSON text of bars", () => {
  const start = fc.integer({ min: -8e14, max: 8e14 });
  property([fc.array(number, { minLength: 6, maxLength: 60 }), fc.integer({ min: 0, max: 12 }), start])(
    "equals the output of JSON.stringify for all numbers and times",
    (numbers, decimals, first) => {
      const columns = columnsOf(Math.floor(numbers.length / 6), (row, field) => numbers[row * 6 + field]!, first);
      const { length } = columns.bars;
      expect(bytesOf(new BarCache(), columns, 0, length, decimals)).toBe(asObjects(columns, 0, length, decimals));
    },
  );

  const columns = columnsOf(1600, (row, field) => ((row * 7919 + field * 104_729) % 100_003) / 97);
  const other = columnsOf(1600, (row, field) => ((row * 104_729 + field * 7919) % 100_003) / 89);
  const ask = fc.record({
    first: fc.boolean(),
    known: fc.integer({ min: 0, max: 1600 }),
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    to: fc.double({ min: 0, max: 1, noNaN: true }),
    decimals: fc.constantFrom(2, 5),
  });

  property([fc.array(ask, { minLength: 1, maxLength: 12 }), fc.constantFrom(0, 100_000, 1e9)], { numRuns: 30 })(
    "is correct for any range of bars, whatever was requested before and however small the cache",
    (asks, limit) => {
      const slabs = new BarCache(limit);
      for (const { first, known, from, to, decimals } of asks) {
        const of = upTo(first ? columns : other, known);
        const [start, end] = [Math.floor(Math.min(from, to) * known), Math.floor(Math.max(from, to) * known)];
        expect(bytesOf(slabs, of, start, end, decimals)).toBe(asObjects(of, start, end, decimals));
      }
    },
  );

  property([fc.array(ask, { minLength: 1, maxLength: 40 })], { numRuns: 30 })(
    "is the same between a prefix and a suffix, cached or not",
    (asks) => {
      const slabs = new BarCache();
      for (const { first, known, from, to, decimals } of [...asks, ...asks]) {
        const of = upTo(first ? columns : other, known);
        const [start, end] = [Math.floor(Math.min(from, to) * known), Math.floor(Math.max(from, to) * known)];
        const answer = slabs.answer(`${known}[`, of, start, end, decimals, "]é");
        expect(answer.toString("utf8")).toBe(`${known}${asObjects(of, start, end, decimals)}é`);
      }
    },
  );

  test("is cached with its prefix and suffix, up to a number of bytes", () => {
    const slabs = new BarCache();
    const ask = (of: BarColumns, start: number) => slabs.answer("[", of, start, 1600, 2, "]");
    const first = ask(columns, 0);
    expect(ask(columns, 0) === first).toBe(true);
    for (let start = 1; start < 40; start++) ask(other, start);
    const again = ask(columns, 0);
    expect(again === first).toBe(false);
    expect(again.equals(first)).toBe(true);
  });

  test("is not cached beyond the size limit, except for the block of bars in use", () => {
    const small = new BarCache(0);
    small.jsonRows(columns, 0, 1600, 2);
    expect(small.bytes).toBeGreaterThan(0);
    expect(small.bytes).toBeLessThan(128 * 200);
    const large = new BarCache();
    large.jsonRows(columns, 0, 1600, 2);
    const { bytes } = large;
    expect(bytes).toBe(Buffer.byteLength(asObjects(columns, 0, 1600, 2)) - 1);
    large.jsonRows(columns, 100, 900, 2);
    expect(large.bytes).toBe(bytes);
  });
});
