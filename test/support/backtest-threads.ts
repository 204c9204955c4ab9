import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AnyStrategy } from "../../src/engine/strategy.ts";
import type { BacktestThreads, ServedStrategy } from "../../src/server/backtests/backtest-spec.ts";
import { ROOT } from "../house/source-files.ts";

/**
 * One thread for the backtests of a server, as it is built. A thread lives for one backtest, and would compile library and strategy for itself each time,
 * which takes four times as long; `test/house/built.ts` sees that what is built is of this source.
 */
export const BUILT_THREAD: BacktestThreads = {
  threads: 1,
  entry: join(ROOT, "dist/node/server/backtests/thread.js"),
  // None of what the test runner was started with, such as the condition that leads to source.
  execArgv: [],
};

/** A strategy of this package for such a thread. */
export function builtStrategy(strategy: AnyStrategy): ServedStrategy {
  const file = join(ROOT, "dist/strategies", `${strategy.name}.js`);
  return { strategy, file, sourceHash: createHash("sha256").update(readFileSync(file)).digest("hex") };
}

/** What the program of a thread says that has come to an outcome without trades. */
export const SAYS_DONE = `import { workerData } from "node:worker_threads";
import { serialize } from "node:v8";
import { deflateSync } from "node:zlib";
workerData.port.postMessage({ packed: deflateSync(serialize({ trades: [], warnings: [] })), fingerprint: null });
`;
