import type { MarketData } from "../../market/market-data.ts";
import { researchHtml } from "../../report/research/html.ts";
import { sweepPayload } from "../../report/research/sweep-payload.ts";
import type { TrialsResult } from "../../research/sweep/trials-result.ts";
import type { Terminal } from "../terminal.ts";
import { writeFiles } from "./output-folder.ts";
import { writtenText } from "./run-text.ts";
import { writeTable } from "./table-file.ts";
import { trialsJson } from "./trials-json.ts";
import { trialsText } from "./trials-text.ts";

/** How a table of trials is handed out. */
export interface TableOutput {
  readonly top?: number;
  readonly out?: string;
  readonly report: boolean;
  readonly table?: string;
  readonly csv?: true;
  readonly json?: true;
  readonly quiet?: true;
}

/** What made a table of trials: the name of its files, and the words on its page. */
export interface TableOrigin {
  readonly name: string;
  readonly what: string;
  readonly data: MarketData;
}

/** Writes and prints a table of trials as the options say. */
export async function printTrials(
  result: TrialsResult,
  { name, what, data }: TableOrigin,
  options: TableOutput,
  terminal: Terminal,
): Promise<void> {
  const { top = 10, out, report, table, csv, json, quiet } = options;
  let written = "";
  if (out !== undefined) {
    const files = new Map<string, Iterable<string>>();
    if (report) files.set(`${name}.html`, [researchHtml(sweepPayload(result, data, what))]);
    files.set(`${name}.csv`, result.csv()).set(`${name}.json`, trialsJson(result, data));
    await writeFiles(out, files, report ? undefined : `${name}.html`);
    written = `\n${writtenText(out, [...files.keys()])}\n`;
  }
  if (table !== undefined) {
    await writeTable(table, result);
    written = `${written === "" ? "\n" : written}Table: ${table}\n`;
  }
  const text = () => [trialsText(result, top, terminal), written];
  const pieces = csv ? result.csv() : json ? trialsJson(result, data) : quiet ? [] : text();
  for (const piece of pieces) terminal.stdout.write(piece);
}
