import type { RunResult } from "../../engine/run-result.ts";
import type { MarketData } from "../../market/market-data.ts";
import { equityCsv } from "../../report/equity-csv.ts";
import { reportHtml } from "../../report/html.ts";
import { resultJson } from "../../report/json.ts";
import { reportPayload } from "../../report/payload.ts";
import { tradesCsv } from "../../report/trades-csv.ts";

/** The files that a run leaves, by name: the page first, where it is wanted. */
export function runFiles(result: RunResult, data: MarketData, report: boolean): Map<string, string> {
  const files = new Map<string, string>();
  if (report) files.set("report.html", reportHtml(reportPayload(result, data)));
  files.set("result.json", `${JSON.stringify(resultJson(result))}\n`);
  files.set("trades.csv", tradesCsv(result));
  files.set("equity.csv", equityCsv(result));
  return files;
}
