import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Bars } from "../../src/market/bars.ts";
import { type BarFileOptions, readBars } from "../../src/data/bar-file.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const SAMPLE = "data/sp500-2000.csv";
const files = temporaryFiles();
const iso = (ms: number | undefined): string => new Date(ms ?? NaN).toISOString();

async function read(text: string, options: BarFileOptions = {}): Promise<Bars> {
  const data = await readBars(files.write("bars.csv", text), { interval: "1m", ...options });
  return data.series[0].bars;
}

/** The start times that readBars returns for bars whose time cells are the given ones. */
async function timesOf(header: string, cells: readonly string[], options: BarFileOptions = {}): Promise<string[]> {
  const bars = await read([header, ...cells.map((cell) => `${cell},1,1,1,1`)].join("\n"), options);
  return Array.from(bars.time, iso);
}

const HEADER = "time,open,high,low,close";

describe("the sample CSV file of the S&P 500", () => {
  test("is read without changing a value of any row", async () => {
    const { series, checksum } = await readBars(SAMPLE, { symbol: "^GSPC", instrument: { name: "S&P 500" } });
    const { bars, instrument } = series[0];
    const lines = readFileSync(SAMPLE, "utf8").split("\n");
    expect(lines[0]).toBe("date,open,high,low,close,adjclose,volume");
    expect(bars.length).toBe(5105);
    for (let row = 0; row < bars.length; row++) {
      const cells = [bars.open, bars.high, bars.low, bars.close, bars.adjClose!].map((column) =>
        column[row]!.toFixed(6),
      );
      const line = `${iso(bars.time[row]).slice(0, 10)},${cells.join(",")},${bars.volume[row]}`;
      if (line !== lines[row + 1]) expect(line).toBe(lines[row + 1]);
    }
    expect(bars.interval).toBe("1d");
    expect([iso(bars.time[0]), bars.close[0]]).toEqual(["2000-01-03T00:00:00.000Z", 1455.219971]);
    expect([iso(bars.time[5104]), bars.close[5104]]).toEqual(["2020-04-17T00:00:00.000Z", 2874.560059]);
    expect(checksum).toBe("9409e9342d0657c747324e4cfabce8a8c7f663bc485b95a3378f36b0a160f8c8");
    expect(instrument).toMatchObject({ symbol: "^GSPC", name: "S&P 500", currency: "USD" });
  });

  test("produces a note on how it was read, and one on its last line if that is cut off", async () => {
    const open = (name: string) =>
      `The last line of ${name} has no line end: if the file was cut off, its last cell is incomplete.`;
    expect((await readBars(SAMPLE)).notes).toEqual([
      "sp500-2000.csv: CSV with commas; sp500-2000, 5,105 bars of 1d from 2000-01-03 to 2020-04-17; times from date (ISO 8601, UTC).",
    ]);
    const options = { symbol: "^GSPC", interval: "1d", zone: "America/New_York" } as const;
    const notes = async (name: string, content: string | Uint8Array) =>
      (await readBars(files.write(name, content), options)).notes.slice(1);
    const text = readFileSync(SAMPLE, "utf8");
    expect(await notes("whole.csv", `${text}\n`)).toEqual([]);
    // The last cell of the sample is 5792140000; without four digits it is still a number.
    expect(await notes("cut.csv", text.slice(0, -4))).toEqual([open("cut.csv")]);
    // No note for a gzip file: if it were cut off, it could not be decompressed.
    expect(await notes("packed.csv.gz", gzipSync(text.slice(0, -4)))).toEqual([]);
  });

  test("has daily bars that begin at midnight in New York when that zone is given", async () => {
    const { bars } = (await readBars(SAMPLE, { zone: "America/New_York" })).series[0];
    expect(bars.interval).toBe("1d");
    expect(iso(bars.time[0])).toBe("2000-01-03T05:00:00.000Z");
    expect(iso(bars.time[bars.length - 1])).toBe("2020-04-17T04:00:00.000Z");
  });

  test("gives the same bars when gzipped, with or without the extension .gz", async () => {
    const packed = gzipSync(readFileSync(SAMPLE));
    const plain = await readBars(SAMPLE);
    for (const name of ["sp500-2000.csv.gz", "sp500-2000.csv"]) {
      const data = await readBars(files.write(name, packed));
      expect(data.series).toEqual(plain.series);
      expect(data.checksum).toBe(createHash("sha256").update(packed).digest("hex"));
    }
  });

  test("is read completely when it is compressed as two concatenated gzip members", async () => {
    const bytes = readFileSync(SAMPLE);
    const packed = Buffer.concat([gzipSync(bytes.subarray(0, 100_000)), gzipSync(bytes.subarray(100_000))]);
    expect((await readBars(files.write("sp500-2000.gz", packed))).series).toEqual((await readBars(SAMPLE)).series);
  });
});

describe("times in a CSV file", () => {
  test.each([
    ["2020-02-28", "2020-02-28T00:00:00.000Z"],
    ["2020-02-29T00:00:00Z", "2020-02-29T00:00:00.000Z"],
    ["2020-02-28 09:30", "2020-02-28T09:30:00.000Z"],
    ["2020-02-28 09:30:15", "2020-02-28T09:30:15.000Z"],
    ["2020-02-28T09:30:15", "2020-02-28T09:30:15.000Z"],
    ["2020-02-28T09:30:15.123000", "2020-02-28T09:30:15.123Z"],
    ["2020-02-28T09:30:15.5Z", "2020-02-28T09:30:15.500Z"],
    ["2020-02-28 09:30:00-05:00", "2020-02-28T14:30:00.000Z"],
    ["2020-02-28T09:30+05:30", "2020-02-28T04:00:00.000Z"],
    ["2020-02-28T09:30+0530", "2020-02-28T04:00:00.000Z"],
    ["2020-02-28T09:30-05", "2020-02-28T14:30:00.000Z"],
    ["20200228", "2020-02-28T00:00:00.000Z"],
    ["1582882200", "2020-02-28T09:30:00.000Z"],
    ["1582882200.25", "2020-02-28T09:30:00.250Z"],
    ["1.5828822e9", "2020-02-28T09:30:00.000Z"],
    ["-631152000", "1950-01-01T00:00:00.000Z"],
    ["1582882200000", "2020-02-28T09:30:00.000Z"],
    ["1582882200000000", "2020-02-28T09:30:00.000Z"],
    ['"2020-02-28"', "2020-02-28T00:00:00.000Z"],
    [" 2020-02-28 ", "2020-02-28T00:00:00.000Z"],
  ])("are read in the spelling %s", async (spelling, expected) => {
    expect(await timesOf(HEADER, [spelling])).toEqual([expected]);
  });

  test("are read when their UTC offsets differ between winter and summer", async () => {
    expect(await timesOf(HEADER, ["2020-03-07 00:00:00-05:00", "2020-03-09 00:00:00-04:00"])).toEqual([
      "2020-03-07T05:00:00.000Z",
      "2020-03-09T04:00:00.000Z",
    ]);
  });

  test.each([
    ["2020-07-01T09:30:00", "2020-07-01T13:30:00.000Z"],
    ["2020-07-01", "2020-07-01T04:00:00.000Z"],
    ["20200701", "2020-07-01T04:00:00.000Z"],
    ["2020-07-01T09:30:00Z", "2020-07-01T09:30:00.000Z"],
    ["1593595800", "2020-07-01T09:30:00.000Z"],
  ])("are read with the zone America/New_York, where they have no offset: %s", async (spelling, expected) => {
    expect(await timesOf(HEADER, [spelling], { zone: "America/New_York" })).toEqual([expected]);
  });

  test("are read from two columns, one with the date and one with the time of day", async () => {
    const header = "Date,Time,Open,High,Low,Close";
    const cells = ["2020-07-01,09:30", "2020-07-01,09:31:30", '2020-07-01,"09:32:00.500"'];
    const expected = ["2020-07-01T13:30:00.000Z", "2020-07-01T13:31:30.000Z", "2020-07-01T13:32:00.500Z"];
    expect(await timesOf(header, cells, { zone: "America/New_York" })).toEqual(expected);
    const compact = cells.map((cell) => cell.replaceAll("-", ""));
    expect(await timesOf(header, compact, { zone: "America/New_York" })).toEqual(expected);
  });

  test("produce a note on the zone if they have no offset, and on the unit if they are numbers", async () => {
    const formatOf = async (cell: string): Promise<string> => {
      const file = files.write("times.csv", `${HEADER}\n${cell},1,1,1,1\n`);
      return /times from \w+ (\(.*?\))/.exec((await readBars(file, { symbol: "X", interval: "1m" })).notes[0]!)![1]!;
    };
    expect(await formatOf("2020-01-01T00:00Z")).toBe("(ISO 8601)");
    expect(await formatOf("2020-01-01T00:00+0100")).toBe("(ISO 8601)");
    expect(await formatOf("2020-01-01T00:00")).toBe("(ISO 8601, UTC)");
    expect(await formatOf("20200101")).toBe("(YYYYMMDD, UTC)");
    expect(await formatOf("1582882200")).toBe("(seconds since 1970)");
  });
});

describe("columns of a CSV file", () => {
  const line = (header: string, cells: string): Promise<Bars> => read(`${header}\n${cells}\n`);

  test.each([
    ["Date,Open,High,Low,Close,Adj Close,Volume", "2020-01-02,2,4,1,3,2.5,100"],
    ["volume;CLOSE;low;HIGH;open;adj_close;Timestamp", "100;3;1;4;2;2.5;2020-01-02"],
    ["Open time\to\th\tl\tc\tvol\tadjusted_close", "2020-01-02\t2\t4\t1\t3\t100\t2.5"],
    ["datetime,o,h,l,last,v,AdjClose", "2020-01-02,2,4,1,3,100,2.5"],
    ["\uFEFFtime,open,high,low,price,volume,adj. close", "2020-01-02,2,4,1,3,100,2.5"],
    ['"date","open","high","low","close","volume","adjclose"', '"2020-01-02","2","4","1","3","100","2.5"'],
    [" date , open , high , low , close , volume , adjclose ", " 2020-01-02 , 2 , 4 , 1 , 3 , 100 , 2.5 "],
  ])("are recognized by their names in the header %j", async (header, cells) => {
    const { time, open, high, low, close, volume, adjClose } = await line(header, cells);
    expect([open, high, low, close, volume, adjClose].map((column) => column?.[0])).toEqual([2, 4, 1, 3, 100, 2.5]);
    expect(iso(time[0])).toBe("2020-01-02T00:00:00.000Z");
  });

  test.each(["sep=;\n", "SEP=;\r\n", "\uFEFFsep=;\n\n"])(
    "are separated by the delimiter that a sep= line before the header declares: %j",
    async (first) => {
      // There are more commas than semicolons, but the sep= line makes the semicolon the delimiter.
      const bars = await line(`${first}date;open;high;low;close;a,b,c,d,e,f,g`, "2020-01-02;2;4;1;3;x");
      expect([bars.close[0], iso(bars.time[0])]).toEqual([3, "2020-01-02T00:00:00.000Z"]);
    },
  );

  test("with the same meaning are chosen in a fixed order, such as close before price", async () => {
    const bars = await line("price,close,open,high,low,date,timestamp", "9,3,2,4,1,nonsense,2020-01-02");
    expect([bars.close[0], iso(bars.time[0])]).toEqual([3, "2020-01-02T00:00:00.000Z"]);
  });

  test("with unknown names are ignored and listed in a note, even if cells contain quoted line ends", async () => {
    const text = `symbol,${HEADER},note\nABC,2020-01-02,1,1,1,1,"a, ""b""\nc"\nABC,2020-01-03,2,2,2,2,plain\n`;
    const data = await readBars(files.write("other.csv", text));
    expect(Array.from(data.series[0].bars.close)).toEqual([1, 2]);
    expect(data.notes[0]).toContain("column not read: note.");
  });

  test("without a name are listed in a note by their position", async () => {
    const text = `,${HEADER},\n0,2020-01-02,1,1,1,1,\n1,2020-01-03,2,2,2,2,\n`;
    const data = await readBars(files.write("index.csv", text));
    expect(Array.from(data.series[0].bars.close)).toEqual([1, 2]);
    expect(data.notes[0]).toContain("columns not read: column 1, column 7.");
  });

  test("without volumes produce volumes of 0 and a note", async () => {
    const data = await readBars(files.write("fx.csv", `${HEADER}\n2020-01-02,1,1,1,1\n`), { interval: "1d" });
    expect(Array.from(data.series[0].bars.volume)).toEqual([0]);
    expect(data.series[0].bars.adjClose).toBeUndefined();
    expect(data.notes[0]).toContain("no volume column, so every volume is 0");
  });
});

describe("lines of a CSV file", () => {
  const rows = ["2020-01-02,1,1,1,1", "2020-01-03,2,2,2,2"];
  test.each([
    ["with a line feed after the last one", `${[HEADER, ...rows].join("\n")}\n`],
    ["without a final line feed", [HEADER, ...rows].join("\n")],
    ["with CR LF", `${[HEADER, ...rows].join("\r\n")}\r\n`],
    ["with CR LF, except the last one", [HEADER, ...rows].join("\r\n")],
    ["with CR CR LF", `${[HEADER, ...rows].join("\r\r\n")}\r\r\n`],
    ["before empty lines", `${[HEADER, ...rows].join("\n")}\n\n\r\n\n`],
    ["after empty lines", `\n\n${[HEADER, ...rows].join("\n")}`],
  ])("are read with any line ends and empty lines: %s", async (_, text) => {
    expect(Array.from((await read(text)).close)).toEqual([1, 2]);
  });

  test("are ignored when they are empty, and a note counts them", async () => {
    const data = await readBars(files.write("gaps.csv", [HEADER, rows[0], "", "", rows[1], ""].join("\n")));
    expect(Array.from(data.series[0].bars.close)).toEqual([1, 2]);
    expect(data.notes).toContain("2 empty lines between rows were ignored.");
    const one = await readBars(files.write("gap.csv", [HEADER, rows[0], "", rows[1], ""].join("\n")));
    expect(one.notes).toContain("1 empty line between rows was ignored.");
  });

  test("are all read when later lines are much longer or shorter than the first ones", async () => {
    for (const long of [0, 1]) {
      const text = Array.from({ length: 6000 }, (_, i) => {
        const price = (i > 3000 ? 1 : 0) === long ? "1.00000000000000000000000000" : "1";
        return `${1_577_836_800 + i * 60},${price},${price},${price},${price}`;
      });
      const bars = await read([HEADER, ...text].join("\n"));
      expect(bars.length).toBe(6000);
      expect(bars.close.every((close) => close === 1)).toBe(true);
      expect(iso(bars.time[5999])).toBe("2020-01-05T03:59:00.000Z");
    }
  });
});

test("readBars takes the symbol from the name of the file", async () => {
  const { series } = await readBars(SAMPLE);
  expect(series[0].instrument.symbol).toBe("sp500-2000");
});
