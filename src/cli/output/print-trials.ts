import type { TrialsResult } from "../../research/sweep/trials-result.ts";
import type { Terminal } from "../terminal.ts";
import { writeFiles } from "./output-folder.ts";
import { trialsJson } from "./trials-json.ts";
import { trialsText } from "./trials-text.ts";

/** How a table of trials is handed out. */
export interface TableOutput {
  readonly top?: number;
  readonly out?: string;
  readonly csv?: true;
  readonly json?: true;
  readonly quiet?: true;
}

/** Writes and prints a table of trials as the options say. */
export async function printTrials(result: TrialsResult, options: TableOutput, terminal: Terminal): Promise<void> {
  const { top = 10, out, csv, json, quiet } = options;
  if (out !== undefined) {
    await writeFiles(
      out,
      new Map([
        ["trials.csv", result.csv()],
        ["trials.json", trialsJson(result)],
      ]),
    );
  }
  const pieces = csv ? result.csv() : json ? trialsJson(result) : quiet ? [] : [trialsText(result, top, terminal)];
  for (const piece of pieces) terminal.stdout.write(piece);
}
