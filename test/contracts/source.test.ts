import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, truncateSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { Bars } from "../../src/market/bars.ts";
import { type BarFileOptions, readBars as read } from "../../src/data/bar-file.ts";
import { exportCsv, exportNdjson, exportParquet } from "../../src/data/exports.ts";
import { openDuckDb } from "../../src/data/duckdb/open-duckdb.ts";
import { barFormats } from "../../src/data/bar-formats.ts";
import { DAY_MS } from "../../src/time/interval.ts";
import { toArrow } from "../../src/dataframe/to-bytes.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { barLaws, threeDays } from "./bar-laws.ts";

const files = temporaryFiles();

/** The function that writes bars in each file format. A new format needs an entry. */
const EXPORTS: Readonly<Record<string, (file: string, bars: Bars) => Promise<void>>> = {
  csv: exportCsv,
  ndjson: exportNdjson,
  parquet: exportParquet,
  arrow: async (file, bars) => {
    // The export as Parquet checks the bars and the folder.
    await exportParquet(`${file}.parquet`, bars);
    writeFileSync(file, await toArrow(bars));
  },
  json: async (file, bars) => {
    const lines = `${file}.ndjson`;
    await exportNdjson(lines, bars);
    const rows = readFileSync(lines, "utf8").trim().split("\n").filter(Boolean);
    const pages = `[${rows.join(",\n")}]`;
    writeFileSync(file, file.endsWith(".gz") ? gzipSync(pages) : pages);
  },
};

test("every source has an export function for tests", () => {
  expect(Object.keys(EXPORTS).toSorted()).toEqual(barFormats.map(({ name }) => name).toSorted());
});

describe.each(barFormats)("$name", ({ name, endings }) => {
  const write = EXPORTS[name]!;
  let count = 0;
  const written = async (bars: Bars, ending = endings[0]!): Promise<string> => {
    const file = join(files.folder, `${name}-${count++}${ending}`);
    await write(file, bars);
    return file;
  };
  const refusal = async (file: string, options?: BarFileOptions): Promise<unknown> => {
    const error: unknown = await read(file, options).catch((thrown: unknown) => thrown);
    return { ...(error as object), message: (error as Error).message };
  };

  barLaws(name, async (bars) => {
    const { series } = await read(await written(bars), { interval: "1d" } as BarFileOptions);
    return series[0].bars;
  });

  test("are exported as identical bytes each time, and are read with the checksum of these bytes", async () => {
    const [one, other] = [await written(threeDays()), await written(threeDays())];
    const bytes = readFileSync(one);
    expect(readFileSync(other)).toEqual(bytes);
    expect((await read(one)).checksum).toBe(createHash("sha256").update(bytes).digest("hex"));
  });

  test.each(endings)("reads a file whose name ends in %s, and uses the rest of the name as symbol", async (ending) => {
    const { series, notes } = await read(await written(threeDays(), ending));
    expect(series[0].bars).toEqual(threeDays());
    expect(series[0].instrument.symbol).toBe(`${name}-${count - 1}`);
    expect(notes[0]).toContain(`${name}-${count - 1}, 3 bars of 1d from `);
  });

  test("are read from a gzipped file, even if its name does not show the compression", async () => {
    const file = files.write(`${name}-packed${endings[0]}`, gzipSync(readFileSync(await written(threeDays()))));
    expect((await read(file)).series[0].bars).toEqual(threeDays());
  });

  test("get symbol, interval and instrument from the options of the reader", async () => {
    const options: BarFileOptions = { symbol: "^X", interval: "1h", instrument: { lot: 10, currency: "EUR" } };
    const { series } = await read(await written(threeDays()), options);
    expect(series[0].instrument).toMatchObject({ symbol: "^X", lot: 10, currency: "EUR" });
    expect(series[0].bars.interval).toBe("1h");
  });

  test.each<[what: string, bars: Bars, reason: string]>([
    ["a duplicate time", threeDays({ day: 0 }), "duplicate_time"],
    ["times out of order", threeDays({ day: -1 }), "unsorted"],
    ["a high below the low", threeDays({ high: 1 }), "low_above_high"],
    ["a volume below 0", threeDays({ volume: -1 }), "negative_volume"],
  ])("are refused for %s", async (_, bars, reason) => {
    const file = await written(bars);
    expect(await refusal(file)).toMatchObject({ code: "BARS_INVALID", details: { file, reason, row: 1 } });
  });

  test("are refused if the file is missing, empty, truncated, in another format or a folder", async () => {
    const missing = join(files.folder, `missing${endings[0]}`);
    expect(await refusal(missing)).toMatchObject({ code: "DATA_FILE_NOT_FOUND", details: { file: missing } });
    const folder = join(files.folder, `${name}-folder${endings[0]}`);
    mkdirSync(folder);
    expect(await refusal(folder)).toMatchObject({ code: "DATA_FILE_INVALID", details: { file: folder } });
    const empty = files.write(`${name}-empty${endings[0]}`, "");
    expect(await refusal(empty)).toMatchObject({ details: { file: empty } });
    const cut = await written(threeDays());
    truncateSync(cut, statSync(cut).size - 9);
    expect(await refusal(cut)).toMatchObject({ code: "DATA_FILE_INVALID", details: { file: cut } });
    const noise = files.write(`${name}-noise${endings[0]}`, Buffer.from([0xff, 0xfe, 0, 1, 2, 3, 250, 10, 7, 10]));
    expect(await refusal(noise)).toMatchObject({ code: "DATA_FILE_INVALID", details: { file: noise } });
  });

  test("are refused if the file has no rows", async () => {
    const file = await written(threeDays().slice(0, 0));
    expect(await refusal(file)).toMatchObject({ code: "DATA_EMPTY", details: { file } });
  });

  test("are refused if they have more bytes than maxBytes, gzipped or not", async () => {
    const long = new Float64Array(20_000).fill(1);
    const time = long.map((_, row) => row * 60_000);
    const bars = new Bars("1m", { time, open: long, high: long, low: long, close: long, volume: long });
    for (const ending of endings) {
      const file = await written(bars, ending);
      expect(await refusal(file, { maxBytes: 200_000 })).toMatchObject({
        code: "DATA_FILE_INVALID",
        message: expect.stringContaining("must be at most 200000 bytes (maxBytes)"),
      });
    }
  });

  test("are refused for an invalid zone, interval or maxBytes", async () => {
    const file = await written(threeDays());
    expect(await refusal(file, { zone: "EST5" })).toMatchObject({ code: "ZONE_UNKNOWN" });
    expect(await refusal(file, { interval: "1wk" })).toMatchObject({ code: "SETTING_INVALID" });
    expect(await refusal(file, { interval: "3d" as "1d" })).toMatchObject({ code: "INTERVAL_UNKNOWN" });
    expect(await refusal(file, { maxBytes: 0 })).toMatchObject({ code: "PARAMETER_OUT_OF_RANGE" });
  });

  test("are not exported if they could not be read back, and an existing file stays unchanged", async () => {
    const file = await written(threeDays());
    const before = readFileSync(file);
    await expect(write(file, threeDays({ day: 1.5 / DAY_MS }))).rejects.toMatchObject({ code: "DATE_INVALID" });
    expect(readFileSync(file)).toEqual(before);
    const nowhere = join(files.folder, "nowhere", `x${endings[0]}`);
    await expect(write(nowhere, threeDays())).rejects.toMatchObject({ code: "OUTPUT_NOT_WRITABLE" });
  });
});

let lakes = 0;
barLaws(
  "a lake of Parquet files",
  async (bars) => {
    const folder = join(files.folder, `lake-${lakes++}`);
    mkdirSync(join(folder, "symbol=A"), { recursive: true });
    await exportParquet(join(folder, "symbol=A", "bars.parquet"), bars);
    const market = await openDuckDb({ parquet: folder }, { interval: "1d" });
    try {
      return await market.bars("A", "1d");
    } finally {
      market.close();
    }
  },
  6,
);
