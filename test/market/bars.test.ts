import { Bars, barProblems, checkBars } from "hindcast";
import { describe, expect, test } from "vitest";

const rows = [
  { time: "2024-01-02", open: 100, high: 103, low: 99, close: 102, volume: 5000 },
  { time: "2024-01-03", open: 102, high: 104, low: 101, close: 103, volume: 4000 },
  { time: "2024-01-04", open: 103, high: 103, low: 100, close: 100, volume: 6000 },
];
const [first, second] = rows as [(typeof rows)[number], (typeof rows)[number]];

describe("Bars.from", () => {
  test("makes a column of each field of its rows, and infers the interval from their times", () => {
    const bars = Bars.from(rows);
    expect(bars).toMatchObject({ interval: "1d", length: 3, zone: undefined, adjClose: undefined });
    expect([...bars.time]).toEqual([Date.UTC(2024, 0, 2), Date.UTC(2024, 0, 3), Date.UTC(2024, 0, 4)]);
    expect([...bars.close]).toEqual([102, 103, 100]);
    expect([...bars.volume]).toEqual([5000, 4000, 6000]);
  });

  test("reads times that are epoch milliseconds, Date objects or local times in the given zone", () => {
    const instants = [Date.UTC(2024, 0, 2, 14, 30), new Date(Date.UTC(2024, 0, 2, 14, 31)), "2024-01-02T09:32"];
    const timed = rows.map((row, i) => ({ ...row, time: instants[i]! }));
    const bars = Bars.from(timed, { zone: "America/New_York" });
    expect(bars).toMatchObject({ interval: "1m", zone: "America/New_York" });
    expect(bars.time[2]).toBe(Date.UTC(2024, 0, 2, 14, 32));
  });

  test("reads rows from any iterable, and a missing volume is 0 if no row has one", () => {
    const bare = rows.map((row) => ({ ...row, volume: undefined }));
    expect([...Bars.from(new Set(bare), { interval: "1d" }).volume]).toEqual([0, 0, 0]);
    expect(Bars.from([], { interval: "1h" })).toMatchObject({ interval: "1h", length: 0 });
  });

  test("throws an error that names the row and the field of an invalid value", () => {
    const reading =
      (...given: readonly object[]) =>
      () =>
        Bars.from(given as typeof rows);
    expect(reading(first, { ...second, close: "103" })).toThrow('bar 1: close must be a number, was "103"');
    expect(reading(first, { ...second, volume: undefined })).toThrow("bar 1: volume must be a number, was undefined");
    expect(reading(first, { ...second, adjClose: 5 })).toThrow("bar 0: adjClose must be a number, was undefined");
    expect(reading(second, first)).toThrow("bar 1: time must be after that of the previous bar");
    expect(reading(first, { ...second, time: "3 January" })).toThrow(expect.objectContaining({ code: "DATE_INVALID" }));
    expect(reading(first)).toThrow("interval must be given if there are fewer than two bars");
    expect(() => Bars.from(rows, { intervall: "1d" } as object)).toThrow('Bars.from has no option "intervall"');
  });
});

describe("new Bars and checkBars", () => {
  const columns = { time: [0, 60_000], open: [1, 2], high: [1, 2], low: [1, 2], close: [1, 2], volume: [0, 0] };

  test("accept columns that are ordinary arrays, and new Bars converts them to Float64Array", () => {
    const bars = new Bars("1m", columns);
    expect(bars.close).toEqual(Float64Array.of(1, 2));
    expect(() => checkBars(columns)).not.toThrow();
    expect(barProblems({ ...columns, low: [1, 3] })).toMatchObject([{ row: 1, reason: "low_above_high" }]);
  });
});
