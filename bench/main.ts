import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Runs each benchmark in its own process, so that no case is slowed by what another left in memory. */
const benchmarks = [
  ["indicators.ts"],
  ["short-columns.ts"],
  ["period-cost.ts"],
  ["showdown.ts"],
  ["bracket.ts"],
  ["csv.ts"],
  ["recording.ts"],
  ["pricing.ts"],
  ["duckdb.ts", "10000000"],
  ["view.ts"],
  ["history.ts"],
  ["history-http.ts"],
  ["server.ts"],
  ["growth.ts"],
  ["open-orders.ts"],
  ["orders.ts"],
  ["restart.ts"],
  ["latency.ts"],
  ["quotes-during-backtests.ts"],
  ["memory.ts"],
  ["accounts.ts"],
  ["stream.ts", "300"],
  ["stream-memory.ts", "2", "8"],
  ["sweep.ts"],
] as const;

for (const [file, ...args] of benchmarks) {
  console.log(`\n${file} ${args.join(" ")}`.trimEnd());
  const path = fileURLToPath(new URL(file, import.meta.url));
  const { status } = spawnSync(process.execPath, [...process.execArgv, path, ...args], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
