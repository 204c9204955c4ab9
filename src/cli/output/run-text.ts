import type { RunResult } from "../../engine/run-result.ts";
import { findingsBesideWarnings } from "../../report/findings.ts";
import { breakdownText } from "../../report/terminal/breakdown-text.ts";
import { equityLine } from "../../report/terminal/equity-line.ts";
import { type ColorOption, ink } from "../../report/terminal/ink.ts";
import { summaryTable } from "../../report/terminal/summary-table.ts";
import { tradesTable } from "../../report/terminal/trades-table.ts";
import { wrapWords } from "../../report/terminal/tables.ts";
import type { Finding } from "../../research/checks/doctor.ts";
import { hasColor, lineWidth, type Terminal, widthOf } from "../terminal.ts";

/** Formats a run: metrics, findings, best and worst trades, equity curve, notes about the data, and the written files. */
export function runText(result: RunResult, written: string, { stdout, env }: Terminal): string {
  const colorOption = { color: hasColor(stdout, env) };
  const pen = ink(colorOption);
  const width = lineWidth(stdout);
  const faint = (text: string) => wrapWords(text, width).map((line) => pen.faint(line));
  const blocks = [
    summaryTable(result, { ...colorOption, width }),
    findingsText(findingsBesideWarnings(result), { ...colorOption, width }),
    tradesTable(result, { ...colorOption, width }),
    breakdownText(result, { ...colorOption, width }),
    equityLine(result, widthOf(stdout), colorOption),
    result.notes
      .filter((note) => !isWarned(note, result))
      .flatMap(faint)
      .join("\n"),
    written === "" ? faint("No files were written; --out DIR writes the report and the data.").join("\n") : written,
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function isWarned(note: string, { warnings }: RunResult): boolean {
  return warnings.some((warning) => warning.endsWith(note));
}

/** Format of findings. */
interface FindingsOptions extends ColorOption {
  /** Maximum width of a line. By default each finding is one line. */
  readonly width?: number;
}

/** Formats findings, those of severity `wrong` before those of severity `caution`. The text is empty without findings. */
export function findingsText(
  findings: readonly Finding[],
  { width = Infinity, ...colorOption }: FindingsOptions = {},
): string {
  const pen = ink(colorOption);
  const lines = (["wrong", "caution"] as const).flatMap((severity) =>
    findings
      .filter((finding) => finding.severity === severity)
      .flatMap(({ text }) => wrapWords(`${severity}: ${text}`, width, "  "))
      .map((line) => line.replace(/^wrong/, (word) => pen.signed(word, -1))),
  );
  return lines.join("\n");
}
