import type { RunResult } from "./run-result.ts";

/** What a reader must know before he believes the numbers of a run. */
export function warningsOf(result: Pick<RunResult, "counts" | "orders" | "trades">): string[] {
  const { ambiguous, fills, insufficientFunds, openTrades, rejected, trades } = result.counts;
  const warnings: string[] = [];
  if (trades === 0) warnings.push("No trade was closed: metrics of trades are missing.");
  if (ambiguous > 0) {
    warnings.push(
      `${ambiguous} of ${fills} fills are ambiguous: a bar reached orders on both sides, and the one that hurts was taken first.`,
    );
  }
  if (insufficientFunds > 0)
    warnings.push(`${insufficientFunds} orders were cut to what cash could buy when they filled.`);
  if (rejected > 0) warnings.push(`${rejected} orders were rejected: ${reasons(result)}.`);
  if (openTrades > 0)
    warnings.push(`${openTrades} open at the end, marked at the last price and not counted among closed trades.`);
  return warnings;
}

function reasons({ orders }: Pick<RunResult, "orders">): string {
  const counts = new Map<string, number>();
  for (const { status, reason } of orders) if (status === "rejected") counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `${reason} ${count}`).join(", ");
}
