import { backtest } from "hindcast";
import { monteCarlo, optimize, range, sweep, walkForward } from "hindcast/research";
import type { MarketData } from "../../src/market/market-data.ts";
import { resultJson } from "../../src/engine/result-json.ts";
import { comparedRun, type ComparedRun } from "../../src/report/research/compared-run.ts";
import { comparePayload, type ComparePayload } from "../../src/report/research/compare-payload.ts";
import { monteCarloPayload, type MonteCarloPayload } from "../../src/report/research/monte-carlo-payload.ts";
import { sweepPayload, type SweepPayload } from "../../src/report/research/sweep-payload.ts";
import { walkForwardPayload, type WalkForwardPayload } from "../../src/report/research/walk-forward-payload.ts";
import { smaCross } from "../../strategies/sma-cross.ts";

/** Run settings for three years of the sample recording, with a commission. */
const SETTINGS = {
  from: "2010-01-01",
  to: "2012-12-31",
  commission: { model: "percent", rate: 0.001 },
} as const;

/** Payload of a sweep with sixteen trials over a grid. */
export async function sweptPayload(data: MarketData): Promise<SweepPayload> {
  const params = { fast: range(5, 20, 5), slow: range(30, 60, 10) };
  return sweepPayload(await sweep(smaCross, data, { params, settings: SETTINGS }));
}

/** Payload of a search with thirty trials and a fixed `fast`. */
export async function searchedPayload(data: MarketData): Promise<SweepPayload> {
  const found = await optimize(smaCross, data, {
    params: { fast: 10, slow: range(20, 120) },
    trials: 30,
    objective: "max-drawdown",
    settings: SETTINGS,
  });
  return sweepPayload(found, "parameter search");
}

/** Payload of a walk-forward analysis with four windows. */
export async function walkedPayload(data: MarketData): Promise<WalkForwardPayload> {
  const [train, test] = [252, 126];
  const params = { fast: [5, 10], slow: [30, 60] };
  const walked = await walkForward(smaCross, data, { params, train, test, settings: SETTINGS });
  return walkForwardPayload(walked, data, { settings: SETTINGS, train, test, mode: "rolling", chosenBy: "all" });
}

/** Payload of a Monte Carlo analysis with 300 resampled histories of a run. */
export function drawnPayload(data: MarketData, method: "bootstrap" | "trade-shuffle" = "bootstrap"): MonteCarloPayload {
  const result = backtest(smaCross, data, SETTINGS);
  return monteCarloPayload(monteCarlo(result.performance, { runs: 300, method }), result);
}

/** Returns a run as `result.json` contains it. */
export function savedRun(name: string, data: MarketData, fast: number, cash = 100_000): ComparedRun {
  const result = backtest(smaCross, data, { params: { fast }, ...SETTINGS, cash });
  return comparedRun(name, JSON.parse(JSON.stringify(resultJson(result))) as Record<string, unknown>)!;
}

/** Payload of a comparison of two runs with different parameters, and optionally different cash. */
export function comparedPayload(data: MarketData, cash = 100_000): ComparePayload {
  return comparePayload([savedRun("out/slow", data, 10), savedRun("out/fast", data, 5, cash)]);
}
