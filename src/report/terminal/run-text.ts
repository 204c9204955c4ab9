import type { RunResult } from "../../engine/run-result.ts";
import type { Finding } from "../../research/checks/doctor.ts";
import { checkResult } from "../../engine/check-result.ts";
import { findingsBesideWarnings } from "../findings.ts";
import { breakdownText } from "./breakdown-text.ts";
import { equityLine } from "./equity-line.ts";
import { type ColorOption, escapeLine, ink } from "./ink.ts";
import { summaryTable } from "./summary-table.ts";
import { wrapWords } from "./tables.ts";
import { hasColor, lineWidth, type Terminal, widthOf } from "./terminal.ts";
import { tradesTable } from "./trades-table.ts";

/**
 * Prints a result as `hindcast run` does: metrics next to buy and hold, findings, best and worst trades, and the equity curve. Text is
 * colored and wrapped to the width of a terminal; set `NO_COLOR` to print without colors.
 *
 * @example
 * print(backtest(strategy, data));
 */
export function print(result: RunResult, terminal: Pick<Terminal, "stdout" | "env"> = process): void {
  checkResult(result);
  const { stdout, env } = terminal;
  stdout.write(escapeLine(`${runText(result, terminal)}\n`, { color: hasColor(stdout, env) }));
}

/** Formats a run: metrics, findings, best and worst trades, equity curve, and notes about the data, except those `shown` already. */
export function runText(
  result: RunResult,
  { stdout, env }: Pick<Terminal, "stdout" | "env">,
  shown: readonly string[] = [],
): string {
  const colorOption = { color: hasColor(stdout, env) };
  const pen = ink(colorOption);
  const width = lineWidth(stdout);
  const blocks = [
    summaryTable(result, { ...colorOption, width }),
    findingsText(findingsBesideWarnings(result), { ...colorOption, width }),
    tradesTable(result, { ...colorOption, width }),
    breakdownText(result, { ...colorOption, width }),
    equityLine(result, widthOf(stdout), colorOption),
    result.notes
      .filter((note) => !isWarned(note, result) && !shown.includes(note))
      .flatMap((note) => wrapWords(note, width).map((line) => pen.faint(line)))
      .join("\n"),
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
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
