import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BacktestThreads } from "../../src/server/backtests/backtest-spec.ts";
import { ROOT } from "../house/source-files.ts";

/**
 * One thread for the backtests of a server, as the command line gives it where it is installed. A thread lives for one backtest, and from source each
 * would compile the library for itself, for several times as long; `test/house/built.ts` sees that what is built is of this source.
 */
export const BUILT_THREAD: BacktestThreads = {
  threads: 1,
  entry: join(ROOT, "dist/server/backtests/thread.js"),
  loader: pathToFileURL(join(ROOT, "dist/cli/loading/import-module.js")).href,
  // None of what the test runner was started with, such as the condition that leads to source.
  execArgv: [],
};
