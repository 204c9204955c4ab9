import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Axis, Work } from "./growth/axis.ts";
import { dataAxes } from "./growth/data.ts";
import { runAxes } from "./growth/runs.ts";
import { serverAxes } from "./growth/servers.ts";
import { median } from "./support/timed.ts";

/** Exponent above which an axis fails. Work in proportion to its input has an exponent of 1, plus some waiting for memory. */
const MAX_EXPONENT = 1.15;
const ROUNDS = 3;
/** CPU that compiles the work before it is measured, and minimum CPU of a measurement, in milliseconds. */
const WARM_UP_MS = 400;
const MIN_MS = 30;
const HERE = fileURLToPath(import.meta.url);

const axes: readonly Axis[] = [...runAxes, ...dataAxes, ...serverAxes];

/** Returns the milliseconds of CPU that the work uses in this process. */
async function cpu(work: Work): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Returns the mean milliseconds of CPU of one run, over enough runs to be measurable. */
async function meanCpu(work: Work): Promise<number> {
  let total = 0;
  let runs = 0;
  while (total < MIN_MS) {
    total += await cpu(work);
    runs++;
  }
  return total / runs;
}

/** Measures how CPU grows over the last decade of an axis: the slope of its logarithm over the logarithm of the size. */
async function measure({ largest, prepare }: Axis): Promise<{ sizes: number[]; times: number[]; exponent: number }> {
  const sizes = [largest / 10, Math.round(largest / Math.sqrt(10)), largest];
  const works: Work[] = [];
  for (const size of sizes) works.push(await prepare(size));
  for (let spent = 0; spent < WARM_UP_MS;) spent += await cpu(works[0]!);
  const all = sizes.map(() => [] as number[]);
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, work] of works.entries()) {
      (globalThis as { gc?: () => void }).gc?.();
      all[i]!.push(await meanCpu(work));
    }
  const times = all.map((ofSize) => median(ofSize));
  const [x, y] = [sizes.map(Math.log), times.map(Math.log)];
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const exponent =
    x.reduce((sum, value, i) => sum + (value - mx) * (y[i]! - my), 0) /
    x.reduce((sum, value) => sum + (value - mx) ** 2, 0);
  return { sizes, times, exponent };
}

const words = process.argv.slice(2);
const axis = words[0] === "--only" ? axes.find(({ name }) => name === words[1]) : undefined;
if (axis !== undefined) {
  const { sizes, times, exponent } = await measure(axis);
  const shown = sizes.map((size, i) => `${size}: ${times[i]!.toPrecision(3)} ms`).join(", ");
  const verdict = exponent > MAX_EXPONENT ? "  TOO MUCH" : "";
  console.log(`${exponent.toFixed(2).padStart(5)}  ${axis.name.padEnd(56)} ${shown}${verdict}`);
  process.exit(exponent > MAX_EXPONENT ? 1 : 0);
}

/** Runs each selected axis in its own process. An axis fails if its time grows faster than its size. */
const selected = axes.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
for (const { name } of selected) {
  const { status } = spawnSync(
    process.execPath,
    [...process.execArgv, "--expose-gc", "--max-old-space-size=6000", HERE, "--only", name],
    {
      stdio: "inherit",
    },
  );
  if (status !== 0) process.exitCode = 1;
}
