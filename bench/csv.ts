import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "csv-parse/sync";
import Papa from "papaparse";
import { SeededRandom } from "../src/primitives/random.ts";
import { readCsv } from "../src/data/bar-formats/csv.ts";
import { median, timed } from "./support/timed.ts";

const ROWS = 1_000_000;
const ROUNDS = 3;

/** What libraries make of a file: rows of texts, from which a program makes its columns. */
const RIVALS: Readonly<Record<string, (text: string) => readonly (readonly string[])[]>> = {
  papaparse: (text) => Papa.parse(text, { skipEmptyLines: true }).data,
  "csv-parse": (text) => parse(text),
};

/**
 * How many rows a second does the reader of CSV files take, beside libraries for CSV whose rows are made into columns of numbers, and beside the
 * mere reading of the bytes? Two files of a million bars of seven columns, one of daily dates, one of minutes with times; in turn, medians.
 * The libraries neither check bars nor hash the file; Hindcast does both.
 */
export async function csv(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "hindcast-csv-"));
  try {
    for (const [name, step, timeOf] of [
      ["dates", 86_400_000, (iso: string) => iso.slice(0, 10)],
      ["minutes", 60_000, (iso: string) => iso.slice(0, 16)],
    ] as const) {
      const file = join(folder, `${name}.csv`);
      await writeFile(file, randomWalk(step, timeOf));
      const bytes = (await readFile(file)).length;
      const cases: Readonly<Record<string, () => Promise<unknown>>> = {
        bytes: () => readFile(file),
        hindcast: () => readCsv(file),
        ...Object.fromEntries(
          Object.entries(RIVALS).map(([rival, rowsOf]) => [
            rival,
            async () => columnsOf(rowsOf(await readFile(file, "utf8"))),
          ]),
        ),
      };
      const times = new Map(Object.keys(cases).map((one) => [one, [] as number[]]));
      for (let round = 0; round < ROUNDS; round++)
        for (const [one, work] of Object.entries(cases)) times.get(one)!.push(await timed(work));
      const ms = (one: string): number => median(times.get(one)!);
      const reader = ms("hindcast");
      const rivals = Object.keys(RIVALS).map((rival) => `${rival} x ${(ms(rival) / reader).toFixed(1)}`);
      console.log(
        `csv ${name}: ${((ROWS / reader) * 1000).toFixed(0)} rows/s, ${((reader / ROWS) * 1e6).toFixed(0)} ns a row of ` +
          `${(bytes / ROWS).toFixed(0)} bytes; the bytes alone ${((ms("bytes") / ROWS) * 1e6).toFixed(0)} ns; ${rivals.join(", ")}`,
      );
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Columns of a table with a header whose first column is a time. */
function columnsOf([header, ...rows]: readonly (readonly string[])[]): Float64Array[] {
  return header!.map((_, at) =>
    at === 0
      ? Float64Array.from(rows, (row) => Date.parse(row[0]!.length === 16 ? `${row[0]!}Z` : row[0]!))
      : Float64Array.from(rows, (row) => Number(row[at])),
  );
}

function randomWalk(step: number, timeOf: (iso: string) => string): string {
  const random = new SeededRandom(20200417);
  const lines = ["date,open,high,low,close,adjclose,volume"];
  // A million days do not fit between 1970 and the year 9999 but for a start in 1.
  let time = step === 86_400_000 ? -62_135_596_800_000 : Date.UTC(2018, 0, 1);
  let close = 1000;
  for (let row = 0; row < ROWS; row++, time += step) {
    const open = close;
    close = open * (1 + (random.next() - 0.5) * 0.01);
    const high = Math.max(open, close) * (1 + random.next() * 0.005);
    const low = Math.min(open, close) * (1 - random.next() * 0.005);
    const prices = [open, high, low, close, close].map((price) => price.toFixed(6)).join(",");
    lines.push(`${timeOf(new Date(time).toISOString())},${prices},${Math.floor(random.next() * 1e9)}`);
  }
  return `${lines.join("\n")}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await csv();
