import { extname } from "node:path";
import type { Command } from "commander";
import { SETTINGS } from "../../engine/settings.ts";
import { queueWorker } from "../../research/executors/queue-worker.ts";
import { defined } from "../../primitives/mapped.ts";
import { numberOption, positiveOption, wholeOption } from "../options/values.ts";
import { givenSettings } from "../options/setting.ts";
import { onEndSignal } from "../ending.ts";
import type { Terminal } from "../terminal.ts";
import { MEMORY_HELP, threadsFor } from "./experiment-options.ts";
import { readFiles } from "./open-run.ts";
import { addDataOptions, type RunCommandOptions } from "./run-options.ts";

const EXAMPLES = `
Examples:
  hindcast worker --redis redis://10.0.0.5:6379 --data prices.csv
  hindcast sweep ./my-strategy.ts --redis redis://10.0.0.5:6379 --data prices.csv --param fast=5..50:5    on any other machine
`;

interface WorkerOptions extends RunCommandOptions {
  readonly redis: string;
  readonly lostAfter?: number;
  readonly memory?: number;
}

/** `hindcast worker`: runs trials for sweeps on other machines. */
export function worker(program: Command, terminal: Terminal): void {
  const command = program
    .command("worker")
    .summary("run trials for sweeps on other machines, over Redis")
    .description(
      "Takes chunks of trials from a queue on Redis until it is stopped. It takes those over the very data that it was given, and the strategy's file must be at the same path, byte for byte. Needs bullmq and ioredis.",
    );
  addDataOptions(command)
    .option("--lot <quantity>", "as the sweep has it", positiveOption("--lot"))
    .option("--tick <price>", "as the sweep has it", positiveOption("--tick"))
    .option("--currency <code>", "as the sweep has it")
    .option("--intrabar <which>", "as the sweep has it: drill-down reads the finer bars of a recording", (text) =>
      SETTINGS.intrabar.kind.parse(SETTINGS.intrabar.flag, text),
    )
    .option("--memory <MiB>", MEMORY_HELP, wholeOption("--memory"))
    .optionsGroup("Queue:")
    .requiredOption("--redis <url>", "the Redis that sweep --redis names")
    .option(
      "--lost-after <seconds>",
      "when the chunk of a worker that has fallen silent goes to another (default: 15)",
      numberOption("--lost-after"),
    )
    .addHelpText("after", EXAMPLES)
    .action((options: WorkerOptions) => work(options, terminal));
}

async function work(options: WorkerOptions, { stderr }: Terminal): Promise<void> {
  const { redis, lostAfter, memory } = options;
  const data = await readFiles(options, givenSettings(options));
  const loader = new URL(`../loading/import-module${extname(import.meta.url)}`, import.meta.url).href;
  const executor = threadsFor(data, 1, memory);
  const running = await queueWorker(data, { redis, loader, executor, ...defined({ lostAfter }) });
  stderr.write(`hindcast worker: listening for trials over data ${running.checksum.slice(0, 12)}\n`);
  await toldToEnd();
  await running.close();
  await executor.close();
}

/** Waits for a signal that ends the process, when the chunk that runs is done. A second one, of either kind, ends it at once. */
function toldToEnd(): Promise<void> {
  return new Promise((resolve) => {
    const forget = onEndSignal(() => {
      forget();
      resolve();
    });
  });
}
