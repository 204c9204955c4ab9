import { createInterface } from "node:readline";
import { byHand } from "./by-hand.ts";
import { talib, tulip } from "./c-averages.ts";
import { hook, oneAccount, prepared, rounded, signals } from "./ours.ts";
import { type Engine, type Prices, pricesOf, type Workload } from "./workload.ts";

/*
 * This file runs one engine in its own process: `engine.ts NAME WORKLOAD FILE`. It prints the outcome of the workload, or why the engine
 * is missing. Then it answers each line of input with the wall-clock and CPU milliseconds of another run.
 */
const engines: Readonly<Record<string, (workload: Workload, prices: readonly Prices[]) => Engine | Promise<Engine>>> = {
  "by-hand": byHand,
  signals,
  hook,
  prepared,
  rounded,
  "one-account": oneAccount,
  talib,
  tulip,
  duckdb: async (workload, prices) => (await import("./duckdb.ts")).duckdb(workload, prices),
};

const [, , name, workloadText, file] = process.argv;
const workload = JSON.parse(workloadText!) as Workload;
const printMessage = (message: object): void => console.log(JSON.stringify(message));

try {
  const engine = await engines[name!]!(workload, pricesOf(workload, file!));
  printMessage({ title: engine.title, outcome: engine.outcome(await engine.run()) });
  for await (const _ of createInterface(process.stdin)) {
    const [start, used] = [performance.now(), process.cpuUsage()];
    await engine.run();
    const { user, system } = process.cpuUsage(used);
    printMessage({ ms: performance.now() - start, cpuMs: (user + system) / 1000 });
  }
} catch (error) {
  printMessage({ absent: (error as Error).message.split("\n")[0] });
}
