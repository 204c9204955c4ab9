import type { RunResult } from "../engine/run-result.ts";
import type { MetricGroup, MetricUnit } from "../metrics/define.ts";
import { allMetrics } from "./all-metrics.ts";
import { buyAndHoldSummary } from "./buy-and-hold-summary.ts";
import { formatByUnit } from "./format.ts";
import { jsonNumber } from "./json-number.ts";
import { metricsOf } from "./metrics-of.ts";

/** One metric of a run with all that a reader needs to believe it. */
export interface SummaryRow {
  readonly name: string;
  readonly title: string;
  readonly group: MetricGroup;
  readonly unit: MetricUnit;
  /** Null where there is none. */
  readonly value: number | null;
  readonly text: string;
  /** The same metric of buy and hold; null where it has none, as for everything about trades. */
  readonly buyAndHold: number | null;
  readonly buyAndHoldText: string;
  readonly formula: string;
  readonly convention: string;
}

/** The metrics of a run in the order of the catalogue, beside those of buy and hold. */
export function summaryRows(result: RunResult): SummaryRow[] {
  const beside = buyAndHoldSummary(result);
  const values = allMetrics(result);
  return Object.values(metricsOf(result)).map(({ name, title, group, unit, formula, convention }) => {
    const value = jsonNumber(values[name]!);
    const buyAndHold = jsonNumber(beside[name] ?? NaN);
    return {
      name,
      title,
      group,
      unit,
      value,
      text: formatByUnit(unit, value, result.currencyDecimals),
      buyAndHold,
      buyAndHoldText: formatByUnit(unit, buyAndHold, result.currencyDecimals),
      formula,
      convention,
    };
  });
}
