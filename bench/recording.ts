import { mkdtemp, readFile, rm } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { RecordedMarket } from "../src/market/recorded-market.ts";
import { instrument } from "../src/market/instrument.ts";
import { Bars } from "../src/market/bars.ts";
import { SeededRandom } from "../src/primitives/random.ts";
import { openRecording } from "../src/data/recording/open-recording.ts";
import type { Recording } from "../src/data/recording/recording.ts";
import { writeRecording } from "../src/data/recording/write-recording.ts";
import { calendarOf } from "../src/time/calendars/catalog.ts";
import type { Interval } from "../src/time/interval.ts";
import { median, timed } from "./support/timed.ts";

const ROUNDS = 9;
const MILLION = 1_000_000;

/** Measures loading and checking a million bars of a recording, compared with reading their bytes. */
export async function millionBars(folder: string): Promise<void> {
  // Hourly bars are in one file, minutes in one file for each year.
  for (const [interval, stepMs] of [
    ["1h", 3_600_000],
    ["1m", 60_000],
  ] as const) {
    const path = join(folder, interval);
    await writeRecording(path, marketOf(["AAA"], interval, stepMs, MILLION));
    const opened = await openRecording(path);
    await opened.load();
    const files = opened.manifest.files.map(({ file }) => join(path, file));
    const times = { bytes: [] as number[], checked: [] as number[], cached: [] as number[], shared: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      times.bytes.push(await timed(() => Promise.all(files.map((file) => readFile(file)))));
      times.checked.push(await timed(async () => (await openRecording(path)).load()));
      times.shared.push(await timed(async () => (await openRecording(path)).load({ shared: true })));
      times.cached.push(await timed(() => opened.load()));
    }
    const bytes = median(times.bytes);
    console.log(
      `${interval} x ${MILLION} in ${files.length} file(s): reading bytes ${bytes.toFixed(1)} ms; opened, with SHA-256 and every bar checked, ` +
        `x ${(median(times.checked) / bytes).toFixed(2)}; into shared memory x ${(median(times.shared) / bytes).toFixed(2)}; ` +
        `loaded again ${median(times.cached).toFixed(3)} ms`,
    );
  }
}

/** Measures how much is read for one year of one symbol, out of ten million minutes of twenty symbols. */
export async function oneYearOfMany(folder: string): Promise<void> {
  const symbols = Array.from({ length: 20 }, (_, at) => `SYM${at}`);
  const path = join(folder, "many");
  await writeRecording(path, marketOf(symbols, "1m", 60_000, (10 * MILLION) / symbols.length));
  const totalBytes = (await openRecording(path)).manifest.files.reduce((sum, { bytes }) => sum + bytes, 0);
  const year = { symbols: ["SYM7"], from: Date.UTC(2021, 0, 1), to: Date.UTC(2022, 0, 1) };
  const times: number[] = [];
  let read = 0;
  let recording: Recording | undefined;
  let rows = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const before = bytesRead();
    times.push(
      await timed(async () => {
        recording = await openRecording(path);
        rows = (await recording.load(year)).market().series[0]!.bars.length;
      }),
    );
    read = bytesRead() - before;
  }
  console.log(
    `a year of one symbol (${rows} bars) of ${10 * MILLION} bars of 20: ${median(times).toFixed(1)} ms, including opening; ` +
      `${(read / 1e6).toFixed(1)} of ${(totalBytes / 1e6).toFixed(1)} MB read`,
  );
}

/** Returns the bytes that this process has read, as counted by the kernel; NaN on systems without such a count. */
function bytesRead(): number {
  try {
    return Number(/^rchar: (\d+)/.exec(readFileSync("/proc/self/io", "utf8"))?.[1]);
  } catch {
    return NaN;
  }
}

function marketOf(symbols: readonly string[], interval: Interval, stepMs: number, count: number): RecordedMarket {
  return {
    name: "Bench",
    description: "Random walks.",
    licence: "none",
    provenance: "synthetic",
    notes: [],
    calendars: [calendarOf("24/7")],
    mainCalendar: "24/7",
    instruments: symbols.map((symbol) => ({
      ...instrument(symbol),
      assetClass: "crypto",
      exchange: "",
      zone: "UTC",
      calendar: "24/7",
      decimals: 2,
      priceBasis: "raw",
      base: symbol,
      unit: "",
      contractMonth: "",
      continuous: false,
    })),
    series: symbols.map((symbol, seed) => ({ symbol, bars: randomWalk(interval, stepMs, count, seed) })),
    actions: [],
    quotes: [],
    chains: [],
    facts: [],
  };
}

function randomWalk(interval: Interval, stepMs: number, count: number, seed: number): Bars {
  const random = new SeededRandom(seed);
  const [time, open, high, low, close, volume] = Array.from({ length: 6 }, () => new Float64Array(count)) as [
    ...Float64Array[],
  ] as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];
  const start = Date.UTC(2021, 6, 1);
  let price = 1000;
  for (let row = 0; row < count; row++) {
    time[row] = start + row * stepMs;
    open[row] = price;
    price *= 1 + (random.next() - 0.5) * 0.01;
    close[row] = price;
    high[row] = Math.max(open[row]!, price) * 1.001;
    low[row] = Math.min(open[row]!, price) * 0.999;
    volume[row] = Math.floor(random.next() * 1e6);
  }
  return new Bars(interval, { time, open, high, low, close, volume });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const folder = await mkdtemp(join(tmpdir(), "hindcast-recording-"));
  try {
    await millionBars(folder);
    await oneYearOfMany(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
