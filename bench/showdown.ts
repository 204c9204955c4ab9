import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { cpus, loadavg, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Contestant } from "./showdown/contestant.ts";
import type { Outcome, Workload } from "./showdown/workload.ts";
import { randomWalk } from "./support/random-walk.ts";
import { median } from "./support/timed.ts";

/*
 * How long do the workloads take by which engines are compared in public, here and in what is installed? Each engine has a process of its own and one
 * thread. Their results are held against each other before the clock counts, and they take turns. `--quick` takes a tenth of the bars; words choose workloads.
 */
const { values, positionals: words } = parseArgs({
  options: { quick: { type: "boolean", default: false }, rounds: { type: "string", default: "7" } },
  allowPositionals: true,
});
const { quick } = values;
const rounds = Number(values.rounds);
const million = quick ? 100_000 : 1_000_000;

/** Engines of all workloads, and those that only know the rule. */
const GIVEN = ["by-hand", "signals", "hook", "prepared", "vectorbt orders", "vectorbt equity"];
const RULE = ["by-hand", "signals", "hook", "vectorbt equity", "talib", "tulip", "duckdb"];

const workloads: readonly (readonly [Workload, readonly string[]])[] = [
  [{ name: "sparse, one column", bars: million, columns: 1, every: 720 }, [...GIVEN, "rounded"]],
  [{ name: "sparse, eight columns", bars: million, columns: 8, every: 720 }, [...GIVEN, "one-account"]],
  [{ name: "dense, one column", bars: million, columns: 1, every: 1 }, [...GIVEN, "rounded"]],
  [{ name: "dense, eight columns", bars: million, columns: 8, every: 1 }, [...GIVEN, "one-account"]],
  [{ name: "SMA 30/150 with Sharpe and drawdown", bars: 10 * million, columns: 1 }, RULE],
];

const folder = mkdtempSync(join(tmpdir(), "hindcast-showdown-"));
try {
  console.log(
    `${cpus().length} × ${cpus()[0]!.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  );
  for (const [workload, names] of workloads)
    if (words.every((word) => workload.name.includes(word))) await compare(workload, names);
} finally {
  rmSync(folder, { recursive: true });
}

async function compare(workload: Workload, names: readonly string[]): Promise<void> {
  console.log(`\n${workload.name}: ${workload.columns} × ${workload.bars.toLocaleString("en")} bars`);
  const file = join(folder, "prices.f64");
  writePrices(workload, file);
  const all: Contestant[] = [];
  for (const name of names) {
    const command = commandOf(name, workload, file);
    if (command === undefined) {
      if (name.endsWith("equity"))
        console.log("  without vectorbt: HINDCAST_VECTORBT names no folder with its package");
      continue;
    }
    const one = new Contestant(name, command);
    all.push(one);
    // One after the other: the first run of each has the processor to itself.
    await one.begin();
  }
  const { outcome: first } = all[0]!;
  for (const one of all) {
    if (one.absent === undefined && !isEqual(first!, one.outcome!, one.name === "rounded"))
      one.absent = `came to ${JSON.stringify(one.outcome)}, not ${JSON.stringify(first)}`;
    if (one.absent !== undefined) console.log(`  without ${one.title}: ${one.absent}`);
  }
  const timed = all.filter(({ absent }) => absent === undefined);
  // The first rounds compile.
  for (let round = -2; round < rounds; round++) for (const one of timed) await one.run(round >= 0);
  for (const one of all) one.end();
  printTimes(workload, first!, timed);
}

function commandOf(name: string, workload: Workload, file: string): readonly string[] | undefined {
  const placeOf = (path: string) => fileURLToPath(new URL(`showdown/${path}`, import.meta.url));
  const [engine, what] = name.split(" ");
  if (engine !== "vectorbt")
    return [process.execPath, ...process.execArgv, placeOf("engine.ts"), name, JSON.stringify(workload), file];
  const { HINDCAST_VECTORBT: home, HINDCAST_PYTHON: python = "python3" } = process.env;
  return home === undefined ? undefined : [python, placeOf("vectorbt.py"), what!, home, JSON.stringify(workload), file];
}

function writePrices({ bars, columns }: Workload, file: string): void {
  const descriptor = openSync(file, "w");
  for (let c = 0; c < columns; c++) {
    const { open, close } = randomWalk(bars, 42 + c);
    for (const column of [open, close]) writeSync(descriptor, new Uint8Array(column.buffer));
  }
  closeSync(descriptor);
}

/** Sums of other orders differ in their last digits; rounded money by half a cent a fill. */
function isEqual(one: Outcome, other: Outcome, isRounded: boolean): boolean {
  const near = (a = 0, b = 0, within = 1e-9) => Math.abs(a - b) <= within * Math.max(1, Math.abs(a));
  if (one.fills !== other.fills || !near(one.sharpe, other.sharpe, 1e-6) || !near(one.maxDrawdown, other.maxDrawdown))
    return false;
  return isRounded ? Math.abs(one.equity - other.equity) <= 0.005 * one.fills : near(one.equity, other.equity);
}

function printTimes(
  { bars, columns }: Workload,
  { fills, equity, sharpe, maxDrawdown }: Outcome,
  all: readonly Contestant[],
): void {
  const measured =
    sharpe === undefined ? "" : `, Sharpe ${sharpe.toFixed(4)}, drawdown ${(100 * maxDrawdown!).toFixed(2)} %`;
  console.log(
    `  ${fills.toLocaleString("en")} fills, final equity ${equity.toFixed(2)}${measured}; load ${loadavg()[0]!.toFixed(1)}`,
  );
  const row = (title: string, cells: readonly string[]) =>
    console.log(`  ${title.padEnd(34)}${cells.map((cell) => cell.padStart(11)).join("")}`);
  row("", ["median ms", "best ms", "CPU ms", "ns a bar", "ns a fill"]);
  for (const { title, times, cpuTimes } of all) {
    const best = Math.min(...times);
    const figures = [median(times), best, median(cpuTimes), (best * 1e6) / bars / columns, (best * 1e6) / fills];
    row(
      title,
      figures.map((figure) => figure.toFixed(figure < 100 ? 2 : 0)),
    );
  }
}
