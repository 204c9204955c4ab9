import { describe, expect, test } from "vitest";
import { temporaryFiles } from "../../support/temporary-files.ts";
import { failure, flatAt, marketsOfRows } from "./duckdb-files.ts";

const marketOfRows = marketsOfRows(temporaryFiles().folder);

describe("bars of a DuckDB market", () => {
  test("are refused when the given interval is longer than the usual step between bars", async () => {
    const market = await marketOfRows(flatAt("TIMESTAMP '2020-01-01 09:00'", "TIMESTAMP '2020-01-01 09:05'"), {
      interval: "1h",
    });
    expect(await failure(market.bars("A", "1h"))).toMatchObject({ code: "SETTING_INVALID", details: { usual: "5m" } });
    market.close();
  });

  test("are refused when a time is duplicate, a value is missing, or open or close is outside low and high", async () => {
    const day = "TIMESTAMP '2020-01-01'";
    const next = "TIMESTAMP '2020-01-02'";
    const doubled = await marketOfRows(flatAt(day, next, day), { interval: "1d" });
    expect(await failure(doubled.bars("A", "1d"))).toMatchObject({
      code: "BARS_INVALID",
      details: { symbol: "A", interval: "1d", row: 1, reason: "duplicate_time" },
    });
    doubled.close();
    for (const [replace, reason] of [
      ["NULL::DOUBLE AS close", "not_a_number"],
      ["'nan'::DOUBLE AS open", "not_a_number"],
      ["'infinity'::DOUBLE AS high", "not_a_number"],
      ["3.0 AS low", "low_above_high"],
    ] as const) {
      const market = await marketOfRows(`SELECT * REPLACE (${replace}) FROM (${flatAt(day, next)})`);
      expect(await failure(market.bars("A", "1d"))).toMatchObject({
        code: "BARS_INVALID",
        details: { row: 0, reason },
      });
      market.close();
    }
  });

  test("are refused when a time is missing or is finer than a millisecond", async () => {
    for (const time of [
      "NULL::TIMESTAMP",
      "TIMESTAMP '2020-01-02 00:00:00.0001'",
      "TIMESTAMP_NS '2020-01-02 00:00:00.000000001'",
      "TIMESTAMPTZ '2020-01-02 00:00:00.0001+00'",
    ]) {
      const type = time.startsWith("NULL") ? "TIMESTAMP" : time.split(" ", 1)[0]!;
      const market = await marketOfRows(flatAt(`CAST('2020-01-01' AS ${type})`, time), { interval: "1d" });
      const { code, details } = await failure(market.bars("A", "1d"));
      expect({ code, ...details }).toMatchObject({ code: "DATA_FILE_INVALID", column: "time", row: 1 });
      market.close();
    }
  });

  test("are refused when a row has no symbol or an unknown interval", async () => {
    const good = flatAt("TIMESTAMP '2020-01-01'");
    const noSymbol = await marketOfRows(`${good} UNION ALL SELECT NULL, * EXCLUDE (symbol) FROM (${good})`);
    expect(await failure(noSymbol.symbols())).toMatchObject({
      code: "DATA_FILE_INVALID",
      details: { column: "symbol" },
    });
    noSymbol.close();
    const daily = await marketOfRows(`SELECT *, 'daily' AS "interval" FROM (${good})`);
    expect(await failure(daily.intervals("A"))).toMatchObject({
      code: "DATA_FILE_INVALID",
      details: { column: "interval", was: "daily" },
    });
    daily.close();
  });

  test("are refused with a list of symbols or the recorded range when none match the request", async () => {
    const market = await marketOfRows(flatAt("TIMESTAMP '2020-01-01'", "TIMESTAMP '2020-01-02'"));
    expect(await failure(market.bars("B", "1d"))).toMatchObject({ code: "SYMBOL_UNKNOWN", details: { known: ["A"] } });
    const first = Date.UTC(2020, 0, 1);
    expect(await failure(market.bars("A", "1d", { from: Date.UTC(2021, 0, 1) }))).toMatchObject({
      code: "DATE_RANGE_EMPTY",
      details: { first, last: Date.UTC(2020, 0, 2) },
    });
    expect((await failure(market.bars("A", "1d", { from: NaN }))).code).toBe("DATE_INVALID");
    market.close();
  });
});
