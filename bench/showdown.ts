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
 * Measures workloads by which engines are publicly compared, in Hindcast and other installed engines. Each engine has a process with one
 * thread, and they take turns. An engine is timed only if its results equal the others'. `--quick` uses a tenth of the bars; words select
 * workloads.
 */
const { values, positionals: words } = parseArgs({
  options: { quick: { type: "boolean", default: false }, rounds: { type: "string", default: "7" } },
  allowPositionals: true,
});
const { quick } = values;
const rounds = Number(values.rounds);
const million = quick ? 100_000 : 1_000_000;

/** Engines for workloads with fixed orders, and for the workload with a rule. */
const ORDER_ENGINES = ["by-hand", "signals", "hook", "prepared", "vectorbt orders", "vectorbt equity"];
const RULE_ENGINES = ["by-hand", "signals", "hook", "vectorbt equity", "talib", "tulip", "duckdb"];

const workloads: readonly (readonly [Workload, readonly string[]])[] = [
  [{ name: "sparse, one column", bars: million, columns: 1, every: 720 }, [...ORDER_ENGINES, "rounded"]],
  [{ name: "sparse, eight columns", bars: million, columns: 8, every: 720 }, [...ORDER_ENGINES, "one-account"]],
  [{ name: "dense, one column", bars: million, columns: 1, every: 1 }, [...ORDER_ENGINES, "rounded"]],
  [{ name: "dense, eight columns", bars: million, columns: 8, every: 1 }, [...ORDER_ENGINES, "one-account"]],
  [{ name: "SMA 30/150 with Sharpe and drawdown", bars: 10 * million, columns: 1 }, RULE_ENGINES],
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
      if (name.endsWith("equity")) console.log("  without vectorbt: HINDCAST_VECTORBT does not name its folder");
      continue;
    }
    const contestant = new Contestant(name, command);
    all.push(contestant);
    // Engines start one after the other, so that the first run of each has the processor to itself.
    await contestant.begin();
  }
  const { outcome: first } = all[0]!;
  for (const contestant of all) {
    if (contestant.absent === undefined && !isEqual(first!, contestant.outcome!, contestant.name === "rounded"))
      contestant.absent = `its outcome is ${JSON.stringify(contestant.outcome)}, not ${JSON.stringify(first)}`;
    if (contestant.absent !== undefined) console.log(`  without ${contestant.title}: ${contestant.absent}`);
  }
  const timed = all.filter(({ absent }) => absent === undefined);
  // Rounds below 0 only compile the code and are not counted.
  for (let round = -2; round < rounds; round++) for (const contestant of timed) await contestant.run(round >= 0);
  for (const contestant of all) contestant.end();
  printTimes(workload, first!, timed);
}

function commandOf(name: string, workload: Workload, file: string): readonly string[] | undefined {
  const pathOf = (path: string) => fileURLToPath(new URL(`showdown/${path}`, import.meta.url));
  const [engine, what] = name.split(" ");
  if (engine !== "vectorbt")
    return [process.execPath, ...process.execArgv, pathOf("engine.ts"), name, JSON.stringify(workload), file];
  const { HINDCAST_VECTORBT: home, HINDCAST_PYTHON: python = "python3" } = process.env;
  return home === undefined ? undefined : [python, pathOf("vectorbt.py"), what!, home, JSON.stringify(workload), file];
}

function writePrices({ bars, columns }: Workload, file: string): void {
  const descriptor = openSync(file, "w");
  for (let c = 0; c < columns; c++) {
    const { open, close } = randomWalk(bars, 42 + c);
    for (const column of [open, close]) writeSync(descriptor, new Uint8Array(column.buffer));
  }
  closeSync(descriptor);
}

/** Returns whether outcomes are equal, apart from the order of additions and, with rounded money, half a cent for each fill. */
function isEqual(one: Outcome, other: Outcome, isRounded: boolean): boolean {
  const isNear = (a = 0, b = 0, tolerance = 1e-9) => Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(a));
  if (
    one.fills !== other.fills ||
    !isNear(one.sharpe, other.sharpe, 1e-6) ||
    !isNear(one.maxDrawdown, other.maxDrawdown)
  )
    return false;
  return isRounded ? Math.abs(one.equity - other.equity) <= 0.005 * one.fills : isNear(one.equity, other.equity);
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
