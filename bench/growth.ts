import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Axis, Work } from "./growth/axis.ts";
import { dataAxes } from "./growth/data.ts";
import { runAxes } from "./growth/runs.ts";
import { serverAxes } from "./growth/servers.ts";
import { median } from "./support/timed.ts";

/** The exponent above which an axis fails: work that is in proportion has 1, and larger data wait longer for memory. */
const MOST = 1.15;
const ROUNDS = 3;
/** CPU that compiles the work before it is measured, and the least that a size is measured for in each round, milliseconds. */
const WARM_UP_MS = 400;
const LEAST_MS = 30;
const HERE = fileURLToPath(import.meta.url);

const axes: readonly Axis[] = [...runAxes, ...dataAxes, ...serverAxes];

/** Milliseconds of CPU, this process's alone. */
async function cpu(work: Work): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Milliseconds of CPU that a piece of work takes, over as many runs as it needs to be seen. */
async function seen(work: Work): Promise<number> {
  let total = 0;
  let runs = 0;
  while (total < LEAST_MS) {
    total += await cpu(work);
    runs++;
  }
  return total / runs;
}

/** How CPU grows over the last decade of an axis: the slope of its logarithm over that of the size. */
async function measure({ most, prepare }: Axis): Promise<{ sizes: number[]; times: number[]; exponent: number }> {
  const sizes = [most / 10, Math.round(most / Math.sqrt(10)), most];
  const works: Work[] = [];
  for (const size of sizes) works.push(await prepare(size));
  for (let spent = 0; spent < WARM_UP_MS;) spent += await cpu(works[0]!);
  const all = sizes.map(() => [] as number[]);
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, work] of works.entries()) {
      (globalThis as { gc?: () => void }).gc?.();
      all[i]!.push(await seen(work));
    }
  const times = all.map((own) => median(own));
  const [x, y] = [sizes.map(Math.log), times.map(Math.log)];
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const exponent =
    x.reduce((sum, value, i) => sum + (value - mx) * (y[i]! - my), 0) /
    x.reduce((sum, value) => sum + (value - mx) ** 2, 0);
  return { sizes, times, exponent };
}

const chosen = process.argv.slice(2);
const only = chosen[0] === "--only" ? axes.find(({ name }) => name === chosen[1]) : undefined;
if (only !== undefined) {
  const { sizes, times, exponent } = await measure(only);
  const shown = sizes.map((size, i) => `${size}: ${times[i]!.toPrecision(3)} ms`).join(", ");
  const verdict = exponent > MOST ? "  TOO MUCH" : "";
  console.log(`${exponent.toFixed(2).padStart(5)}  ${only.name.padEnd(56)} ${shown}${verdict}`);
  process.exit(exponent > MOST ? 1 : 0);
}

/** Does anything take more than twice as long where there is twice as much? Each axis in a process of its own. */
const asked = axes.filter(({ name }) => chosen.length === 0 || chosen.some((word) => name.includes(word)));
for (const { name } of asked) {
  const { status } = spawnSync(
    process.execPath,
    [...process.execArgv, "--expose-gc", "--max-old-space-size=6000", HERE, "--only", name],
    {
      stdio: "inherit",
    },
  );
  if (status !== 0) process.exitCode = 1;
}
