import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Bars, calendarOf, type Interval } from "hindcast";
import { fetchMarket, openDuckDb, openRecording, readBars, writeRecording } from "hindcast/data";
import { describe, expect, test } from "vitest";
import { importMarket } from "../../src/data/importing/import-market.ts";
import { formatInstant } from "../../src/time/instant.ts";
import { fixedLength } from "../../src/time/interval.ts";
import { crypto, market } from "../support/recorded-by-hand.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { barsAt } from "../support/timed-bars.ts";
import { klines, vendorServer } from "../support/vendor-server.ts";
import { writeParquet } from "./duckdb/duckdb-files.ts";

const files = temporaryFiles();
const START = Date.UTC(2024, 2, 12);

const barsOf = (interval: Interval, count = 40): Bars =>
  barsAt(
    interval,
    Array.from({ length: count }, (_, i) => START + i * fixedLength(interval)!),
  );

function csvOf({ time, open, high, low, close, volume }: Bars, shift = 0): string {
  const rows = Array.from(time, (start, i) =>
    [formatInstant(start + shift), open[i], high[i], low[i], close[i], volume[i]].join(","),
  );
  return `time,open,high,low,close,volume\n${rows.join("\n")}\n`;
}

describe("readBars", () => {
  test.each(["1s", "5s", "15s", "30s", "3m", "10m", "45m", "2h", "6h", "8h", "12h"] as const)(
    "recognizes bars of %s",
    async (interval) => {
      const { series } = await readBars(files.write(`${interval}.csv`, csvOf(barsOf(interval))));
      expect(series[0].bars).toEqual(barsOf(interval));
    },
  );

  test("refuses bars seven minutes apart unless the interval is given", async () => {
    const file = files.write("seven.csv", csvOf(barsOf("7m")));
    await expect(readBars(file)).rejects.toMatchObject({
      code: "INTERVAL_UNKNOWN",
      message: `${file}: the usual step between bars must be the length of an interval, was 420 seconds, which do not divide a day; give the interval (--interval)`,
    });
    expect((await readBars(file, { interval: "7m" })).series[0].bars.interval).toBe("7m");
  });

  test("moves bars of seconds that are stamped at their ends by their length, not to whole minutes", async () => {
    const file = files.write("ends.csv", csvOf(barsOf("15s"), 15_000));
    const { series } = await readBars(file, { stamped: "end" });
    expect(series[0].bars.time).toEqual(barsOf("15s").time);
    const milliseconds = files.write("late.csv", csvOf(barsOf("15s"), 14_999));
    expect((await readBars(milliseconds, { stamped: "end" })).series[0].bars.time).toEqual(barsOf("15s").time);
    await expect(readBars(milliseconds)).rejects.toThrow(
      "each is the last millisecond of a second, such as 00:00:14.999",
    );
  });
});

describe("a recording", () => {
  const recorded = (...intervals: Interval[]) =>
    market({
      instruments: [crypto("AAA", "AAA")],
      series: intervals.map((interval) => ({ symbol: "AAA", bars: barsOf(interval) })),
      calendars: [calendarOf("24/7")],
      mainCalendar: "24/7",
    });

  test("stores bars of 15s, 3m and 2h, and returns them from short to long", async () => {
    const folder = join(files.folder, "seconds");
    await writeRecording(folder, recorded("2h", "15s", "3m"));
    const recording = await openRecording(folder);
    expect(recording.intervals("AAA")).toEqual(["15s", "3m", "2h"]);
    expect(recording.manifest.files.map(({ file }) => file)).toEqual([
      "bars-0000-AAA-15s-2024.arrow",
      "bars-0000-AAA-3m-2024.arrow",
      "bars-0000-AAA-2h.arrow",
    ]);
    const { series } = await recording.marketData({ interval: "2h", finer: true });
    expect(series[0]!.bars).toEqual(barsOf("2h"));
    expect(series[0]!.finer!.interval).toBe("15s");
    expect((await recording.marketData()).series[0]!.bars.interval).toBe("15s");
  });

  test("finds its bars by every name of their interval", async () => {
    const folder = join(files.folder, "hours");
    await writeRecording(folder, recorded("1h"));
    const recording = await openRecording(folder);
    for (const interval of ["1h", "60m", "3600s"] as const) {
      expect((await recording.marketData({ interval })).series[0]!.bars).toEqual(barsOf("1h"));
      const loaded = await recording.load({ intervals: [interval] });
      expect(loaded.market().series).toHaveLength(1);
      const view = loaded.at(START + 86_400_000);
      expect(view.recorded("AAA", interval, false).bars.interval).toBe(interval);
      expect(view.history("AAA", { interval, adjust: true }).bars.length).toBe(24);
    }
  });

  test("is refused if it has two series of one length", async () => {
    await expect(writeRecording(join(files.folder, "twice"), recorded("1h", "60m"))).rejects.toThrow(
      "bars of 1h of AAA must occur once, occurs twice",
    );
    const folder = join(files.folder, "renamed");
    await writeRecording(folder, recorded("1h", "2h"));
    const path = join(folder, "manifest.json");
    writeFileSync(path, readFileSync(path, "utf8").replace('"interval": "2h"', '"interval": "60m"'));
    await expect(openRecording(folder)).rejects.toThrow(
      "must not have two series of AAA in files[1] and in bars-0000-AAA-1h.arrow, since 60m and 1h are the same interval",
    );
  });
});

describe("a DuckDB market", () => {
  const select = (interval: string, seconds: number) =>
    `SELECT 'A' AS symbol, '${interval}' AS interval, TIMESTAMP '2024-03-12' + INTERVAL (i * ${seconds}) SECOND AS time,
     1.0 AS open, 2.0 AS high, 1.0 AS low, 2.0 AS close FROM range(20) t(i)`;

  test("has the intervals of its column, and finds them by every name", async () => {
    const file = join(files.folder, "intervals.parquet");
    const duckdb = await openDuckDb({
      parquet: await writeParquet(file, `${select("1h", 3600)} UNION ALL ${select("15s", 15)}`),
    });
    expect(await duckdb.intervals("A")).toEqual(["15s", "1h"]);
    expect((await duckdb.bars("A", "60m")).length).toBe(20);
    expect((await duckdb.marketData({ interval: "15s" })).series[0]!.bars.length).toBe(20);
    duckdb.close();
  });

  test("recognizes bars of 3m in a table without a column of intervals", async () => {
    const file = join(files.folder, "three.parquet");
    const duckdb = await openDuckDb({
      parquet: await writeParquet(file, `SELECT * EXCLUDE (interval) FROM (${select("3m", 180)})`),
    });
    expect(await duckdb.intervals("A")).toEqual(["3m"]);
    expect((await duckdb.bars("A", "180s")).length).toBe(20);
    duckdb.close();
  });
});

describe("imported trades", () => {
  const content = [
    "time,price,size",
    ...[0, 4, 5, 11].map((second) => `2024-03-12T15:00:${String(second).padStart(2, "0")}Z,${100 + second},1`),
  ].join("\n");
  const imported = (interval: Interval) =>
    importMarket({
      importer: "ticks",
      files: [{ file: files.write("trades.csv", `${content}\n`) }],
      settings: { interval, instrument: { assetClass: "crypto" } },
    });

  test("become bars of 5s", async () => {
    const { bars } = (await imported("5s")).market.series[0]!;
    expect([...bars.time].map((time) => formatInstant(time).slice(17, 19))).toEqual(["00", "05", "10"]);
    expect([...bars.close]).toEqual([104, 105, 111]);
  });

  test("are refused for bars of 13m, which are not counted from midnight", async () => {
    await expect(imported("13m")).rejects.toThrow("interval must divide a day, such as 12m or 15m, was 13m");
  });
});

test("fetched bars have the source's name of the interval, and sources have the intervals of their vendors", async () => {
  const server = await vendorServer();
  server.play((request) => ({ body: klines(request, Date.UTC(2024, 0, 1), 10) }));
  const fetched = async (interval: Interval) => {
    const web = { baseUrl: server.url, pauseMs: 0, retryMs: 1 };
    const request = { source: "binance", symbols: ["BTC/USDT"], from: "2024", now: Date.UTC(2024, 0, 2), web } as const;
    return (await fetchMarket({ ...request, interval })).market.series[0]!.bars.interval;
  };
  expect(await fetched("60m")).toBe("1h");
  await expect(fetched("3d" as Interval)).rejects.toMatchObject({ code: "INTERVAL_UNKNOWN" });
  await expect(fetched("45m")).rejects.toThrow(
    "binance has no bars of 45m; it has 1s, 1m, 3m, 5m, 15m, 30m, 1h, 2h, 4h, 6h, 8h, 12h, 1d, 1wk, 1mo",
  );
});
