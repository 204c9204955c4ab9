import type { RunResult } from "../engine/run-result.ts";
import { type TradeGroup, tradesBy, tradesByDirection, tradesBySymbol } from "../metrics/breakdowns.ts";
import { formatCount, formatFraction, formatMoney, formatRatio } from "../metrics/format.ts";

/** Closed trades in groups, such as one group for each symbol. */
export type TradeGroups = ReturnType<typeof tradeGroups>[number];

export type TradeGroupRow = TradeGroups["rows"][number];

/** Maximum number of groups in a table. A different tag for each trade would otherwise give a huge table. */
const MAX_GROUPS = 100;

const COLUMNS: readonly (readonly [heading: string, text: (group: TradeGroup, moneyDecimals: number) => string])[] = [
  ["Trades", ({ trades }) => formatCount(trades)],
  ["P&L", ({ pnl }, decimals) => formatMoney(pnl, decimals)],
  ["Commission", ({ commission }, decimals) => formatMoney(commission, decimals)],
  ["Win rate", ({ winRate }) => formatFraction(winRate)],
  ["Profit factor", ({ profitFactor }) => formatRatio(profitFactor)],
  ["Average trade", ({ averageTrade }) => formatFraction(averageTrade)],
  ["Wins in a row", ({ longestWinningStreak }) => formatCount(longestWinningStreak)],
  ["Losses in a row", ({ longestLosingStreak }) => formatCount(longestLosingStreak)],
];

/**
 * Groups closed trades by symbol, by side and by tag, and leaves out tables with a single group. Of more than `maxGroups` groups, those with the
 * largest profit or loss are shown.
 */
export function tradeGroups(
  { trades, currencyDecimals }: Pick<RunResult, "trades" | "currencyDecimals">,
  maxGroups = MAX_GROUPS,
) {
  const tables: readonly (readonly [title: string, groups: readonly TradeGroup[]])[] = [
    ["Symbol", tradesBySymbol(trades)],
    ["Side", tradesByDirection(trades)],
    ["Tag", tradesBy(trades, ({ tag }) => tag || "none")],
  ];
  return tables
    .filter(([, groups]) => groups.length > 1)
    .map(([title, groups]) => {
      const shown = largestGroups(groups, maxGroups);
      return {
        /** Title of the grouping, such as `Symbol`. */
        title,
        headings: COLUMNS.map(([heading]) => heading),
        rows: shown.map((group) => ({
          key: group.key,
          /** Profit after commission, in account currency. */
          pnl: group.pnl,
          /** Texts of the group's row, one for each heading. */
          cells: COLUMNS.map(([, text]) => text(group, currencyDecimals)),
        })),
        /** Number of groups that are not shown. */
        omitted: groups.length - shown.length,
      };
    });
}

/** Returns the groups with the largest profit or loss, in their original order. */
function largestGroups(groups: readonly TradeGroup[], maxGroups: number): readonly TradeGroup[] {
  if (groups.length <= maxGroups) return groups;
  const kept = new Set(groups.toSorted((a, b) => Math.abs(b.pnl) - Math.abs(a.pnl)).slice(0, maxGroups));
  return groups.filter((group) => kept.has(group));
}
