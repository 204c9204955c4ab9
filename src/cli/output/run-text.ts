import type { RunResult } from "../../engine/run-result.ts";
import type { MarketData } from "../../market/market-data.ts";
import { doubtsOf } from "../../report/doubts.ts";
import { breakdownText } from "../../report/terminal/breakdown-text.ts";
import { equityLine } from "../../report/terminal/equity-line.ts";
import { type Colour, ink } from "../../report/terminal/ink.ts";
import { summaryTable } from "../../report/terminal/summary-table.ts";
import { tradesTable } from "../../report/terminal/trades-table.ts";
import { wrappedWords } from "../../report/terminal/tables.ts";
import type { Finding } from "../../research/checks/doctor.ts";
import { hasColor, lineWidth, type Terminal, widthOf } from "../terminal.ts";

/** Text of a run: metrics, findings, best and worst trades, equity curve, notes of the data, and the written files. */
export function runText(result: RunResult, data: MarketData, written: string, { stdout, env }: Terminal): string {
  const color = { color: hasColor(stdout, env) };
  const pen = ink(color);
  const width = lineWidth(stdout);
  const faint = (text: string) => wrappedWords(text, width).map((line) => pen.faint(line));
  const blocks = [
    summaryTable(result, { ...color, width }),
    findingsText(doubtsOf(result, data), { ...color, width }),
    tradesTable(result, { ...color, width }),
    breakdownText(result, { ...color, width }),
    equityLine(result, widthOf(stdout), color),
    result.notes
      .filter((note) => !isWarned(note, result))
      .flatMap(faint)
      .join("\n"),
    written === "" ? faint("Nothing was written; --out DIR writes the report and the data.").join("\n") : written,
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function isWarned(note: string, { warnings }: RunResult): boolean {
  return warnings.some((warning) => warning.endsWith(note));
}

/** Format of findings. */
interface FindingsOptions extends Colour {
  /** Maximum width of a line; by default each finding is one line. */
  readonly width?: number;
}

/** Text of findings, one per line, `wrong` before `caution`; empty without findings. */
export function findingsText(
  findings: readonly Finding[],
  { width = Infinity, ...color }: FindingsOptions = {},
): string {
  const pen = ink(color);
  const lines = (["wrong", "caution"] as const).flatMap((severity) =>
    findings
      .filter((finding) => finding.severity === severity)
      .flatMap(({ text }) => wrappedWords(`${severity}: ${text}`, width, "  "))
      .map((line) => line.replace(/^wrong/, (word) => pen.signed(word, -1))),
  );
  return lines.join("\n");
}
