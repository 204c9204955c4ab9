import type { RunCounts } from "../engine/run-result.ts";
import { formatCount } from "./format.ts";
import type { Labelled } from "./labelled.ts";

const TITLES: { readonly [K in keyof RunCounts]: readonly [label: string, meaning?: string] } = {
  bars: ["Bars"],
  sessions: ["Sessions"],
  orders: ["Orders"],
  fills: ["Fills"],
  trades: ["Closed trades"],
  openTrades: ["Open trades", "Marked at the last price and not counted as closed."],
  rejected: ["Rejected orders"],
  canceled: ["Canceled orders"],
  expired: ["Expired orders"],
  ambiguous: ["Ambiguous fills", "Bars cannot tell whether they came before another fill of the same bar."],
  insufficientFunds: ["Fills cut for want of cash"],
  marginCalls: ["Margin calls", "Positions that the broker liquidated."],
};

/** The counts of a run as rows of a table. A count that has no title here keeps its own name. */
export function countsRows(counts: RunCounts): Labelled[] {
  return Object.entries(counts).map(([name, value]) => {
    const [label, meaning] = (TITLES as Readonly<Record<string, readonly [string, string?] | undefined>>)[name] ?? [
      name,
    ];
    return { label, text: formatCount(value as number), ...(meaning !== undefined && { meaning }) };
  });
}
