import { parentPort, workerData } from "node:worker_threads";
import { backtest } from "../../engine/run.ts";
import type { BacktestResult } from "../../engine/backtest-result.ts";
import type { MarketData } from "../../market/market-data.ts";
import { reportHtml } from "../../report/html.ts";
import { reportPayload } from "../../report/payload.ts";
import { loadStrategy } from "../../research/executors/load-strategy.ts";
import { sentError } from "../../research/executors/sent-error.ts";
import { openShared } from "../../research/executors/shared-data.ts";
import type { BacktestMessage, BacktestSpec } from "./backtest-spec.ts";

/** Runs one backtest and tells how far it is, what came of it, or what went wrong. */
const { strategy: name, file, sourceHash, loader, params, settings, data: shared } = workerData as BacktestSpec;
// eslint-disable-next-line unicorn/require-post-message-target-origin -- the port of a thread, not a window
const say = (message: BacktestMessage): void => parentPort!.postMessage(message);

try {
  const data = openShared(shared);
  const strategy = await loadStrategy(name, { file, sourceHash }, loader);
  const onProgress = (progress: number): void => say({ progress });
  const result = backtest(strategy, data, { params, settings, sourceHash, onProgress });
  const { time, date, equity } = result.equity;
  say({
    outcome: {
      summary: { ...result.summary },
      settings: result.settings,
      warnings: result.warnings,
      fillHash: result.fillHash,
      fingerprint: result.fingerprint,
      time: time.slice(),
      date: date.slice(),
      equity: equity.slice(),
      trades: result.trades,
      report: reportOf(result, data),
    },
  });
} catch (error) {
  say({ error: sentError(error) });
}

function reportOf(result: BacktestResult, data: MarketData): string | undefined {
  try {
    return reportHtml(reportPayload(result, data));
  } catch {
    return undefined;
  }
}
