import { extname } from "node:path";
import type { Command } from "commander";
import { SETTINGS } from "../../engine/settings.ts";
import { queueWorker } from "../../research/executors/queue-worker.ts";
import { withoutUndefined } from "../../primitives/record-helpers.ts";
import { numberOption, positiveOption, wholeOption } from "../options/values.ts";
import { explicitSettings } from "../options/setting.ts";
import { onEndSignal } from "../ending.ts";
import { addExamples } from "../help.ts";
import type { Terminal } from "../../report/terminal/terminal.ts";
import { MEMORY_HELP, createThreads } from "./experiment-options.ts";
import { printReadings } from "../output/results.ts";
import { readRunData } from "./open-run.ts";
import { addDataOptions, type RunCommandOptions } from "./run-options.ts";

const EXAMPLES = [
  "hindcast worker --redis redis://10.0.0.5:6379 --data prices.csv",
  [
    "hindcast sweep ./my-strategy.ts --redis redis://10.0.0.5:6379 --data prices.csv --param fast=5..50:5",
    "starts a sweep on another machine",
  ],
] as const;

interface WorkerOptions extends RunCommandOptions {
  readonly redis: string;
  readonly lostAfter?: number;
  readonly memory?: number;
}

/** `hindcast worker`: runs trials for sweeps on other machines. */
export function worker(program: Command, terminal: Terminal): void {
  const command = program
    .command("worker")
    .summary("run trials for sweeps on other machines")
    .description(
      "Takes trials of sweeps on other machines from a queue in Redis and runs them, until you stop the worker.",
    );
  addDataOptions(command)
    .option(
      "--lot <quantity>",
      "smallest increment of order quantities; must equal that of the sweep",
      positiveOption("--lot"),
    )
    .option("--tick <price>", "smallest price increment; must equal that of the sweep", positiveOption("--tick"))
    .option("--currency <code>", "currency of the account; must equal that of the sweep")
    .option(
      "--intrabar <rule>",
      "which order fills first when one bar reaches two orders; must equal the setting of the sweep",
      (text) => SETTINGS.intrabar.kind.parse(SETTINGS.intrabar.flag, text),
    )
    .option("--memory <MiB>", MEMORY_HELP, wholeOption("--memory"))
    .optionsGroup("Queue:")
    .requiredOption("--redis <url>", "address of the Redis server that the sweep uses")
    .option(
      "--lost-after <seconds>",
      "seconds without a sign of life after which another worker takes over this worker's trials (default: 15)",
      numberOption("--lost-after"),
    )
    .action((options: WorkerOptions) => work(options, terminal));
  addExamples(command, EXAMPLES, [
    "The worker needs the same data as the sweep, and the strategy's file at the same path with the same content. It needs the packages bullmq and ioredis.",
  ]);
}

async function work(options: WorkerOptions, terminal: Terminal): Promise<void> {
  const { stderr } = terminal;
  const { redis, lostAfter, memory } = options;
  const data = await readRunData(options, explicitSettings(options), (lines) =>
    printReadings(lines, { json: true }, terminal),
  );
  const loader = new URL(`../loading/import-module${extname(import.meta.url)}`, import.meta.url).href;
  const executor = createThreads(data, 1, memory);
  const running = await queueWorker(data, { redis, loader, executor, ...withoutUndefined({ lostAfter }) });
  stderr.write(`hindcast worker: listening for trials over data ${running.checksum.slice(0, 12)}\n`);
  await waitForEndSignal();
  await running.close();
  await executor.close();
}

/** Resolves at the first signal to end the process, so that the worker can finish its trials. A second signal ends the process at once. */
function waitForEndSignal(): Promise<void> {
  return new Promise((resolve) => {
    const forget = onEndSignal(() => {
      forget();
      resolve();
    });
  });
}
