import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "csv-parse/sync";
import Papa from "papaparse";
import { SeededRandom } from "../src/primitives/random.ts";
import { readBars } from "../src/data/bar-file.ts";
import { median, timed } from "./support/timed.ts";

const ROWS = 1_000_000;
const ROUNDS = 3;
/** How often the small file is read in a round. */
const SMALL_READS = 100;

/** Other CSV libraries, which return rows of texts. The benchmark converts these to columns of numbers. */
const RIVALS: Readonly<Record<string, (text: string) => readonly (readonly string[])[]>> = {
  papaparse: (text) => Papa.parse(text, { skipEmptyLines: true }).data,
  "csv-parse": (text) => parse(text),
};

/**
 * Measures rows a second of the CSV reader, of libraries whose rows are converted to columns of numbers, and of reading the bytes. Two
 * files of a million bars with seven columns: daily dates, and minutes with times. The cases take turns, and medians are printed. The libraries
 * neither check bars nor hash the file; Hindcast does both. A file of 50 rows shows the cost of finding the layout of a file.
 */
export async function benchCsv(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "hindcast-csv-"));
  try {
    for (const [name, step, timeOf] of [
      ["dates", 86_400_000, (iso: string) => iso.slice(0, 10)],
      ["minutes", 60_000, (iso: string) => iso.slice(0, 16)],
    ] as const) {
      const file = join(folder, `${name}.csv`);
      await writeFile(file, randomWalk(step, timeOf));
      const text = await readFile(file, "utf8");
      const bytes = Buffer.byteLength(text);
      const small = join(folder, `${name}-small.csv`);
      await writeFile(small, text.slice(0, text.indexOf("\n", 4000) + 1));
      const cases: Readonly<Record<string, () => Promise<unknown>>> = {
        bytes: () => readFile(file),
        hindcast: () => readBars(file),
        small: async () => {
          for (let read = 0; read < SMALL_READS; read++) await readBars(small);
        },
        ...Object.fromEntries(
          Object.entries(RIVALS).map(([rival, rowsOf]) => [
            rival,
            async () => columnsOf(rowsOf(await readFile(file, "utf8"))),
          ]),
        ),
      };
      const times = new Map(Object.keys(cases).map((name) => [name, [] as number[]]));
      for (let round = 0; round < ROUNDS; round++)
        for (const [name, work] of Object.entries(cases)) times.get(name)!.push(await timed(work));
      const ms = (name: string): number => median(times.get(name)!);
      const reader = ms("hindcast");
      const rivals = Object.keys(RIVALS).map((rival) => `${rival} x ${(ms(rival) / reader).toFixed(1)}`);
      console.log(
        `csv ${name}: ${((ROWS / reader) * 1000).toFixed(0)} rows/s, ${((reader / ROWS) * 1e6).toFixed(0)} ns a row of ` +
          `${(bytes / ROWS).toFixed(0)} bytes; reading the bytes ${((ms("bytes") / ROWS) * 1e6).toFixed(0)} ns; ` +
          `a file of 50 rows, which is mostly finding its layout: ${(ms("small") / SMALL_READS).toFixed(1)} ms; ${rivals.join(", ")}`,
      );
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Converts a table with a header and a time column into columns. */
function columnsOf([header, ...rows]: readonly (readonly string[])[]): Float64Array[] {
  return header!.map((_, index) =>
    index === 0
      ? Float64Array.from(rows, (row) => Date.parse(row[0]!.length === 16 ? `${row[0]!}Z` : row[0]!))
      : Float64Array.from(rows, (row) => Number(row[index])),
  );
}

function randomWalk(step: number, timeOf: (iso: string) => string): string {
  const random = new SeededRandom(20200417);
  const lines = ["date,open,high,low,close,adjclose,volume"];
  // A million daily bars must begin in the year 1 to end before the year 9999.
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await benchCsv();
