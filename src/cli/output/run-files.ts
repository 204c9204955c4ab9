import type { RunResult } from "../../engine/run-result.ts";
import type { MarketData } from "../../market/market-data.ts";
import { examineRun } from "../../research/checks/doctor.ts";
import { equityCsv } from "../../report/equity-csv.ts";
import { reportHtml } from "../../report/html.ts";
import { resultJson } from "../../report/json.ts";
import { jsonChunks } from "../../report/json-chunks.ts";
import { reportPayload } from "../../report/payload.ts";
import { tradesCsv } from "../../report/trades-csv.ts";

/** The files that a run leaves, by name, each in pieces: the page first, where it is wanted. */
export function runFiles(result: RunResult, data: MarketData, report: boolean): Map<string, Iterable<string>> {
  const files = new Map<string, Iterable<string>>();
  if (report) files.set("report.html", [reportHtml(reportPayload(result, data))]);
  files.set("result.json", resultText(result, data));
  files.set("trades.csv", tradesCsv(result));
  files.set("equity.csv", equityCsv(result));
  return files;
}

/** A result as JSON on one line, in pieces, with what the doctor found in it. */
export function* resultText(result: RunResult, data: MarketData): Generator<string, void, undefined> {
  const findings = examineRun(result, data).map((finding) => ({ ...finding }));
  yield* jsonChunks({ ...resultJson(result), findings });
  yield "\n";
}
