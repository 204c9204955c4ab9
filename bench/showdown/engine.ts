import { createInterface } from "node:readline";
import { byHand } from "./by-hand.ts";
import { talib, tulip } from "./c-averages.ts";
import { hook, oneAccount, prepared, rounded, signals } from "./ours.ts";
import { type Engine, type Prices, pricesOf, type Workload } from "./workload.ts";

/*
 * One engine in a process of its own: `engine.ts NAME WORKLOAD FILE`. It says what came of the workload, or why it is not there, and then answers each line
 * with the milliseconds of another run, and those of its processors.
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

const [, , name, given, file] = process.argv;
const workload = JSON.parse(given!) as Workload;
const say = (message: object): void => console.log(JSON.stringify(message));

try {
  const engine = await engines[name!]!(workload, pricesOf(workload, file!));
  say({ title: engine.title, outcome: engine.outcome(await engine.run()) });
  for await (const _ of createInterface(process.stdin)) {
    const [start, used] = [performance.now(), process.cpuUsage()];
    await engine.run();
    const { user, system } = process.cpuUsage(used);
    say({ ms: performance.now() - start, cpuMs: (user + system) / 1000 });
  }
} catch (error) {
  say({ absent: (error as Error).message.split("\n")[0] });
}
