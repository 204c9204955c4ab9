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

/** What a run prints: its numbers, what makes them doubtful, its best and worst trades, the equity curve, what must be known of the data, where the files are. */
export function runText(result: RunResult, data: MarketData, written: string, { stdout, env }: Terminal): string {
  const colour = { color: hasColor(stdout, env) };
  const pen = ink(colour);
  const width = lineWidth(stdout);
  const faint = (text: string) => wrappedWords(text, width).map((line) => pen.faint(line));
  const blocks = [
    summaryTable(result, { ...colour, width }),
    doubtsText(doubtsOf(result, data), { ...colour, width }),
    tradesTable(result, { ...colour, width }),
    breakdownText(result, { ...colour, width }),
    equityLine(result, widthOf(stdout), colour),
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

/** How findings are written. */
interface DoubtsOptions extends Colour {
  /** Characters in a line; each finding is one line by default. */
  readonly width?: number;
}

/** What the doctor found, a line each, what is wrong before cautions; empty where it found nothing. */
export function doubtsText(findings: readonly Finding[], { width = Infinity, ...colour }: DoubtsOptions = {}): string {
  const pen = ink(colour);
  const lines = (["wrong", "caution"] as const).flatMap((severity) =>
    findings
      .filter((finding) => finding.severity === severity)
      .flatMap(({ text }) => wrappedWords(`${severity}: ${text}`, width, "  "))
      .map((line) => line.replace(/^wrong/, (word) => pen.signed(word, -1))),
  );
  return lines.join("\n");
}
