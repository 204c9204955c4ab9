import type { MarketData } from "../../market/market-data.ts";
import { examineRun } from "../../research/checks/doctor.ts";
import type { TrialsResult } from "../../research/sweep/trials-result.ts";
import { jsonNumber } from "../../report/json-number.ts";
import { missingObjective } from "../../report/research/missing-objective.ts";

/** A table of trials as JSON, a line a trial, with what makes the best of them doubtful; a missing number is null. */
export function* trialsJson(result: TrialsResult, data: MarketData): Generator<string, void, undefined> {
  const { strategy, objective, overfitting, checksum } = result;
  const best = result.run();
  const head = JSON.stringify({
    strategy,
    objective,
    checksum,
    overfitting: numbersOf({ ...overfitting }),
    warnings: [...missingObjective(result), ...best.warnings],
    findings: examineRun(best, data),
  });
  yield `${head.slice(0, -1)},"trials":[\n`;
  for (let rank = 1; rank <= result.length; rank++) {
    const { metrics, value, ...trial } = result.at(rank);
    const text = JSON.stringify({ ...trial, value: jsonNumber(value), metrics: numbersOf(metrics) });
    yield `${text}${rank < result.length ? "," : ""}\n`;
  }
  yield "]}\n";
}

/** Numbers by name, missing ones as null. */
export function numbersOf(numbers: Readonly<Record<string, number>>): Record<string, number | null> {
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, jsonNumber(value)]));
}
