/** Reports: a result as a page, as JSON, or as text for a terminal. */
export { equityCsv } from "./csv.ts";
export {
  NO_VALUE,
  formatByUnit,
  formatCount,
  formatDuration,
  formatFraction,
  formatMoney,
  formatNumber,
  formatPrice,
  formatQuantity,
  formatRatio,
} from "../metrics/format.ts";
export { formatTime } from "./format-time.ts";
export { reportHtml } from "./html.ts";
export { jsonChunks } from "./json.ts";
export { resultJson } from "../engine/result-json.ts";
export { type Json } from "../primitives/json.ts";
export { comparedRun, type ComparedRun } from "./research/compared-run.ts";
export { comparePayload, type ComparePayload } from "./research/compare-payload.ts";
export { researchHtml } from "./html.ts";
export { monteCarloPayload, type MonteCarloPayload } from "./research/monte-carlo-payload.ts";
export type { ResearchPayload } from "./html.ts";
export { sweepPayload, type SweepPayload } from "./research/sweep-payload.ts";
export { walkForwardPayload, type WalkForwardPayload, type WalkForwardSetup } from "./research/walk-forward-payload.ts";
export { reportPayload, type ReportPayload } from "./payload.ts";
export { equityLine, type EquityLineOptions } from "./terminal/equity-line.ts";
export { openReport, type OpenedReport } from "./open-report.ts";
export { print } from "./terminal/run-text.ts";
export * from "./terminal/summary-table.ts";
export * from "./terminal/trades-table.ts";
export { tradesCsv } from "./csv.ts";
