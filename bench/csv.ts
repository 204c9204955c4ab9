import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SeededRandom } from "../src/primitives/random.ts";
import { readCsv } from "../src/tape/sources/csv.ts";

const ROWS = 1_000_000;
const ROUNDS = 7;

/**
 * How many rows a second does the reader of CSV files take, and how much of that is reading and hashing the bytes?
 * Two files of a million bars of seven columns, one of daily dates, one of minutes with times; each read in turn with
 * the mere reading of its bytes, the median of seven rounds.
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
      const whole: number[] = [];
      const bytesOnly: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        bytesOnly.push(await timed(() => readFile(file)));
        whole.push(await timed(() => readCsv(file)));
      }
      const reader = median(whole);
      console.log(
        `csv ${name}: ${((ROWS / reader) * 1000).toFixed(0)} rows/s, ${((reader / ROWS) * 1e6).toFixed(0)} ns a row of ` +
          `${(bytes / ROWS).toFixed(0)} bytes; the bytes alone ${((median(bytesOnly) / ROWS) * 1e6).toFixed(0)} ns`,
      );
    }
  } finally {
    await rm(folder, { recursive: true });
  }
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

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
