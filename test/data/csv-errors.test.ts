import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { HindcastError } from "../../src/primitives/errors.ts";
import { type BarFileOptions, readBars } from "../../src/data/bar-file.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();

/** End of the message about a row. */
const WAY_OUT = ". To leave out bad rows, import the file with hindcast import bars --skip-bad-rows";
/** The same, but nothing if an option decides how the cell is read. */
const wayOut = (mustBe: string): string => (mustBe.includes("--") ? "" : WAY_OUT);

/** The error that readBars throws for a file with this content; `FILE` replaces the file's path in the message. */
async function refusal(
  content: string | Uint8Array,
  options: BarFileOptions = {},
): Promise<Pick<HindcastError, "code" | "message" | "details">> {
  return refusalOf(files.write("bars.csv", content), options);
}

async function refusalOf(
  file: string,
  options: BarFileOptions = {},
): Promise<Pick<HindcastError, "code" | "message" | "details">> {
  const error: unknown = await readBars(file, options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HindcastError)) throw new Error(`expected a HindcastError, got ${String(error)}`);
  const { code, message, details } = error;
  return { code, message: message.replaceAll(file, "FILE"), details: withName(details, file) };
}

function withName(details: HindcastError["details"], file: string): HindcastError["details"] {
  return details["file"] === file ? { ...details, file: "FILE" } : details;
}

const HEADER = "Date,Open,High,Low,Close,Volume";
const bar = (date: string, close: number | string = 101): string => `${date},100,102,99,${close},5000`;
const table = (...lines: readonly string[]): string => `${[HEADER, ...lines].join("\n")}\n`;

describe("a CSV file is refused", () => {
  test("when no file exists at its path", async () => {
    for (const file of [join(files.folder, "missing.csv"), join(files.write("file", ""), "below")]) {
      expect(await refusalOf(file)).toEqual({
        code: "DATA_FILE_NOT_FOUND",
        message: "file not found: FILE",
        details: { file: "FILE" },
      });
    }
  });

  test("when its path is a folder", async () => {
    const folder = join(files.folder, "folder.csv");
    mkdirSync(folder);
    expect(await refusalOf(folder)).toEqual({
      code: "DATA_FILE_INVALID",
      message: "FILE must be a file, was a folder",
      details: { file: "FILE" },
    });
  });

  test("when its path contains a character that the operating system does not allow", async () => {
    expect(await refusalOf("bars\0.csv")).toMatchObject({ code: "DATA_FILE_INVALID" });
  });

  test.each(["", "\n\n", "\uFEFF", gzipSync("")])(
    "when it contains nothing, only line ends or only a byte order mark: %j",
    async (content) => {
      expect(await refusal(content)).toEqual({
        code: "DATA_EMPTY",
        message: "FILE is empty: it needs a header and a row for each bar",
        details: { file: "FILE" },
      });
    },
  );

  test.each([HEADER, `${HEADER}\n`, `${HEADER}\r\n\r\n\n`])("when it has a header but no rows: %j", async (content) => {
    expect(await refusal(content)).toEqual({
      code: "DATA_EMPTY",
      message: "FILE has no rows below its header",
      details: { file: "FILE" },
    });
  });

  test("when its text is larger than the option maxBytes, also after decompression", async () => {
    const text = table(...Array.from({ length: 500 }, () => bar("2020-01-02")));
    expect(await refusal(text, { maxBytes: 1000 })).toEqual({
      code: "DATA_FILE_INVALID",
      message: `FILE must be at most 1000 bytes (maxBytes), was ${text.length}`,
      details: { file: "FILE", maxBytes: 1000 },
    });
    const packed = gzipSync(text);
    expect(packed.length).toBeLessThan(1000);
    expect(await refusal(packed, { maxBytes: 1000 })).toEqual({
      code: "DATA_FILE_INVALID",
      message: "FILE must be at most 1000 bytes (maxBytes), is larger once unpacked",
      details: { file: "FILE", maxBytes: 1000 },
    });
  });

  test("when its gzip data are cut off, are damaged or are followed by other bytes", async () => {
    const packed = gzipSync(table(bar("2020-01-02"), bar("2020-01-03")));
    const invalid = { code: "DATA_FILE_INVALID", details: expect.objectContaining({ file: "FILE" }) };
    expect(await refusal(packed.subarray(0, packed.length - 12))).toEqual({
      ...invalid,
      message: "FILE must be a complete gzip file, but it ends early",
    });
    const damaged = Uint8Array.from(packed);
    damaged[packed.length - 6]! ^= 0xff;
    for (const content of [damaged, Buffer.concat([packed, Buffer.from("more")])]) {
      expect(await refusal(content)).toEqual({
        ...invalid,
        message: "FILE must be a complete gzip file, but it is damaged",
      });
    }
  });
});

describe("the header of a CSV file is refused", () => {
  test("when only the first line ends in a carriage return without a line feed", async () => {
    expect(await refusal(`${HEADER}\r${bar("2020-01-02")}\n${bar("2020-01-03")}\n`)).toEqual({
      code: "DATA_FILE_INVALID",
      message: "FILE must have lines that end in LF or CR LF, but its first line ends in CR only",
      details: { file: "FILE" },
    });
  });

  test("when a line such as sep=^ before it declares an unsupported delimiter", async () => {
    expect((await refusal("sep=^\ndate^open^high^low^close\n")).message).toContain('; the line is "sep=^"');
  });

  test.each([
    [
      "date,price,volume",
      ["open", "high", "low"],
      "open, high, low",
      'If the file has only closes, in column price, use --columns "close=price"',
    ],
    [
      "date,open,price",
      ["high", "low"],
      "high, low",
      'If a column has another name, give it, such as --columns "high=NAME"',
    ],
    [
      "open,high,low,close",
      ["time"],
      "a time (date, time, timestamp, datetime, open time)",
      'If a column has another name, give it, such as --columns "time=NAME"',
    ],
    ["date^open^high^low^close", ["time", "open", "high", "low", "close"], undefined, ""],
  ])("when it lacks required columns, as in %s", async (header, missing, shown, hint) => {
    const error = await refusal(`${header}\n1,2,3\n`);
    expect(error.code).toBe("DATA_FILE_INVALID");
    expect(error.details).toMatchObject({ file: "FILE", missing });
    if (shown === undefined) return;
    expect(error.message).toBe(
      `FILE must name time, open, high, low and close in its first line, missing ${shown}; ` +
        `the line is "${header.replaceAll(",", ", ")}". ${hint}`,
    );
  });

  test("when it names a column twice", async () => {
    expect(await refusal("Date,Open,High,Low,Close,close\n")).toEqual({
      code: "DATA_FILE_INVALID",
      message:
        "FILE must have one column Close, but its header has several. Name all columns in order with --columns, with - for a column to leave out",
      details: { file: "FILE", column: "Close", header: ["Date", "Open", "High", "Low", "Close", "close"] },
    });
  });
});

describe("a cell of a CSV file is refused", () => {
  test.each([
    ["text", "abc", '"abc"', "a number"],
    ["NaN", "NaN", '"NaN"', "a number"],
    ["null", "null", '"null"', "a number"],
    ["infinity", "Infinity", '"Infinity"', "a number"],
    ["too large a number", "1e999", '"1e999"', "a finite number"],
    ["nothing", "", "empty", "a number"],
    ["spaces", "  ", "empty", "a number"],
    ["empty quotes", '""', "empty", "a number"],
    ["a decimal comma", '"1,5"', '"1,5"', "a number with a decimal point and no thousands separators"],
    [
      "a thousands separator that may be a decimal comma",
      '"1,234"',
      '"1,234"',
      "a number whose comma is clear (use --decimal point if commas separate thousands, --decimal comma if they separate decimals)",
    ],
    [
      "a mark between other digits than thousands",
      "1'23.5",
      '"1\'23.5"',
      "a number with a decimal point and no thousands separators",
    ],
    ["a hexadecimal number", "0x10", '"0x10"', "a number"],
    ["two points", "1.2.3", '"1.2.3"', "a number"],
    ["two signs", "--1", '"--1"', "a number"],
    ["a point", ".", '"."', "a number"],
    ["an exponent without digits", "1e", '"1e"', "a number"],
    ["a unit", "5 USD", '"5 USD"', "a number"],
    ["digits of another script", "٣", '"٣"', "a number"],
  ])("when it contains %s instead of a number", async (_, cell, shown, mustBe) => {
    const was = cell.trim().replace(/^"(.*)"$/, "$1");
    expect(await refusal(table(bar("2020-01-02"), "", bar("2020-01-03", cell)))).toEqual({
      code: "DATA_FILE_INVALID",
      message: `FILE, line 4, column Close: must be ${mustBe}, was ${shown}${wayOut(mustBe)}`,
      details: { file: "FILE", line: 4, column: "Close", mustBe, was },
    });
  });

  test.each([
    ["2021-02-30", "a date that exists, 2021-02 has days 01 to 28"],
    ["2021-13-01", "a date with a month from 01 to 12"],
    ["2021-01-01T25:00", "a time with hours from 00 to 23"],
    ["2021-01-01T10:00:00.0001", "a time in whole milliseconds"],
    ["01/02/2021", "YYYY-MM-DD or YYYY-MM-DDTHH:mm[:ss[.sss]], with or without Z or an offset"],
    ["", "YYYY-MM-DD or YYYY-MM-DDTHH:mm[:ss[.sss]], with or without Z or an offset"],
    ["20210101", "YYYY-MM-DD or YYYY-MM-DDTHH:mm[:ss[.sss]], with or without Z or an offset"],
  ])("when it contains %j instead of a time", async (was, mustBe) => {
    expect(await refusal(table(bar("2020-01-02"), bar(was)))).toEqual({
      code: "DATA_FILE_INVALID",
      message: `FILE, line 3, column Date: must be ${mustBe}, was ${was === "" ? "empty" : JSON.stringify(was)}${wayOut(mustBe)}`,
      details: { file: "FILE", line: 3, column: "Date", mustBe, was },
    });
  });

  test.each([
    ["20200102", "20200230", "a date YYYYMMDD that exists"],
    ["20200102", "2020-01-03", "a date YYYYMMDD that exists"],
    ["1582882200", "2020-02-29", "a number of seconds since 1970"],
    [
      "1582882200",
      "1582882260000",
      "a number of seconds since 1970, like the first row (if all rows have one unit, state it with --date-format)",
    ],
    ["1582882200000", "1582882260000.5", "a number of milliseconds that is a whole number of milliseconds"],
    ["1582882200000000", "1582882260000001", "a number of microseconds that is a whole number of milliseconds"],
  ])("when the first time of the file is %s and the cell contains %s", async (first, was, mustBe) => {
    expect(await refusal(table(bar(first), bar(was)))).toMatchObject({
      code: "DATA_FILE_INVALID",
      message: `FILE, line 3, column Date: must be ${mustBe}, was ${JSON.stringify(was)}${wayOut(mustBe)}`,
    });
  });

  test.each([
    ["2020-03-08T02:30", "Date,Open,High,Low,Close,Volume"],
    ["2020-03-08,02:30", "Date,Time,Open,High,Low,Close,Volume"],
  ])("when it contains a local time that does not exist because clocks go forward: %s", async (time, header) => {
    const was = time.includes(",") ? "2020-03-08T02:30:00.000" : time;
    expect(await refusal(`${header}\n${bar(time)}\n`, { zone: "America/New_York" })).toMatchObject({
      code: "DATA_FILE_INVALID",
      message: `FILE, line 2, column Date: must be a time that the clocks of America/New_York show, not one that they skip when they go forward, was "${was}"${WAY_OUT}`,
      details: { line: 2, column: "Date", was },
    });
  });

  test.each([
    ["2020-01-02 09:30,09:30", "Date", "a date YYYY-MM-DD that exists", "2020-01-02 09:30"],
    ["2020-01-02,24:00", "Time", "a time of day HH:mm or HH:mm:ss, since dates have a column of their own", "24:00"],
    ["2020-01-02,09:30Z", "Time", "a time of day HH:mm or HH:mm:ss, since dates have a column of their own", "09:30Z"],
  ])(
    "when it contains no valid date or time of day in a column of dates or times: %s",
    async (cells, column, mustBe, was) => {
      expect(await refusal(`Date,Time,Open,High,Low,Close,Volume\n${bar(cells)}\n`)).toMatchObject({
        message: `FILE, line 2, column ${column}: must be ${mustBe}, was "${was}"${WAY_OUT}`,
        details: { file: "FILE", line: 2, column, mustBe, was },
      });
    },
  );

  test.each(['"101', '"101"x', '"101" "'])("when its quotation marks do not match: %s", async (cell) => {
    expect(await refusal(table(bar("2020-01-02", cell)))).toMatchObject({
      code: "DATA_FILE_INVALID",
      message: expect.stringMatching(
        /^FILE, line 2, column Close: must be a quoted cell whose closing quote is followed by the delimiter/,
      ),
      details: { line: 2, column: "Close" },
    });
  });
});

describe("a row of a CSV file is refused", () => {
  test.each([
    ["has too few cells", "2020-01-03,100,102,99,101", 5],
    ["has too many cells", `${bar("2020-01-03")},1,2`, 8],
    ["has one empty cell too many", `${bar("2020-01-03")},`, 7],
    ["consists of spaces", "   ", 1],
    ["is a line of text", "Source: an exchange", 1],
  ])("when it %s", async (_, line, cells) => {
    for (const end of ["\n", "\r\n", ""]) {
      expect(await refusal(`${HEADER}\n${bar("2020-01-02")}\n${line}${end}`)).toEqual({
        code: "DATA_FILE_INVALID",
        message: `FILE, line 3: must have 6 cells, had ${cells}${WAY_OUT}`,
        details: { file: "FILE", line: 3, cells, columns: 6 },
      });
    }
  });
});
