import { describe, expect, test } from "vitest";
import { temporaryFiles } from "../../support/temporary-files.ts";
import { failure, flatAt, marketsOfRows } from "./duckdb-files.ts";

const marketOfRows = marketsOfRows(temporaryFiles().folder);

describe("times in a DuckDB market", () => {
  test("are compared exactly with a requested range that ends on a bar or between bars", async () => {
    const day = (n: number): number => Date.UTC(2020, 0, n);
    for (const type of ["TIMESTAMP", "TIMESTAMPTZ", "DATE", "TIMESTAMP_NS", "TIMESTAMP_S"]) {
      const market = await marketOfRows(
        flatAt(
          ...[1, 2, 3, 4, 5].map(
            (n) => `CAST('2020-01-0${n} 00:00:00${type === "TIMESTAMPTZ" ? "+00" : ""}' AS ${type})`,
          ),
        ),
      );
      const days = async (from?: number, to?: number): Promise<number[]> => {
        const range = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
        return Array.from((await market.bars("A", "1d", range)).time, (time) => new Date(time).getUTCDate());
      };
      expect(await days()).toEqual([1, 2, 3, 4, 5]);
      expect(await days(day(2), day(4))).toEqual([2, 3]);
      expect(await days(day(2) + 1, day(4) + 1)).toEqual([3, 4]);
      expect(await days(undefined, day(3))).toEqual([1, 2]);
      expect(await days(day(5))).toEqual([5]);
      market.close();
    }
  });

  test("are compared exactly with a requested range if they are whole or fractional numbers", async () => {
    const seconds = [1_577_836_800, 1_577_836_860, 1_577_836_920];
    const units: [expression: (s: number) => string, note: string][] = [
      [(s) => `${s}`, "seconds"],
      [(s) => `${s}::UBIGINT`, "seconds"],
      [(s) => `${s}::DOUBLE`, "seconds"],
      [(s) => `${s}.000::DECIMAL(18, 3)`, "seconds"],
      [(s) => `${s}000`, "milliseconds"],
      [(s) => `${s}000000`, "microseconds"],
    ];
    for (const [expression, unit] of units) {
      const market = await marketOfRows(flatAt(...seconds.map(expression)));
      expect(market.notes).toContain(`Times are read as ${unit} since 1970.`);
      const bars = await market.bars("A", "1m", { from: seconds[0]! * 1000 + 1, to: seconds[2]! * 1000 });
      expect(bars.time).toEqual(Float64Array.of(seconds[1]! * 1000));
      market.close();
    }
    const fraction = await marketOfRows(flatAt("1577836800.123::DOUBLE", "1577836860.123::DOUBLE"));
    expect((await fraction.bars("A", "1m", { from: 1_577_836_800_123 })).time).toEqual(
      Float64Array.of(1_577_836_800_123, 1_577_836_860_123),
    );
    fraction.close();
  });

  test("without an offset are local times of the given zone", async () => {
    // Clocks in New York went forward on 8 March 2020, so midnight moves from 05:00 to 04:00 UTC.
    const days = flatAt(...[6, 7, 8, 9].map((n) => `TIMESTAMP '2020-03-0${n} 00:00:00'`));
    const market = await marketOfRows(days, { zone: "America/New_York", interval: "1d" });
    const hours = [5, 5, 5, 4];
    const times = hours.map((hour, i) => Date.UTC(2020, 2, 6 + i, hour));
    expect((await market.bars("A", "1d")).time).toEqual(Float64Array.from(times));
    expect((await market.bars("A", "1d", { from: times[1]!, to: times[3]! })).time).toEqual(
      Float64Array.of(times[1]!, times[2]!),
    );
    expect(market.notes).toContain("Times without an offset are read as America/New_York.");
    market.close();
    const skipped = await marketOfRows(flatAt("TIMESTAMP '2020-03-08 01:30:00'", "TIMESTAMP '2020-03-08 02:30:00'"), {
      zone: "America/New_York",
      interval: "1h",
    });
    expect(await failure(skipped.bars("A", "1h"))).toMatchObject({
      code: "DATA_FILE_INVALID",
      details: { column: "time", row: 1 },
    });
    skipped.close();
  });
});
