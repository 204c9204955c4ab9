import type { RunResult } from "../engine/run-result.ts";
import { tradeDurations } from "../metrics/breakdowns.ts";
import { formatDuration } from "./format.ts";
import type { Labelled } from "./labelled.ts";

/** How long closed trades lasted; nothing where none was closed. */
export function durationRows({ trades, performance }: Pick<RunResult, "trades" | "performance">): Labelled[] {
  if (trades.every(({ open }) => open)) return [];
  const { shortest, median, mean, longest, meanWinning, meanLosing } = tradeDurations(
    trades,
    performance.tradeDurations,
  );
  const rows: readonly (readonly [label: string, milliseconds: number])[] = [
    ["Shortest trade", shortest],
    ["Median", median],
    ["Mean", mean],
    ["Longest trade", longest],
    ["Mean of those that won", meanWinning],
    ["Mean of those that lost", meanLosing],
  ];
  return rows.map(([label, milliseconds]) => ({ label, text: formatDuration(milliseconds) }));
}
