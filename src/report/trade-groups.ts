import type { RunResult } from "../engine/run-result.ts";
import { type TradeGroup, tradesBy, tradesByDirection, tradesBySymbol } from "../metrics/breakdowns.ts";
import { formatCount, formatFraction, formatMoney, formatRatio } from "./format.ts";

/** Closed trades in groups, as a table shows them. */
export type TradeGroups = ReturnType<typeof tradeGroups>[number];

export type TradeGroupRow = TradeGroups["rows"][number];

/** Rows of a table; a tag of its own for each trade would make a page of tables. */
const MOST = 100;

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
 * Where the profit came from: closed trades by symbol, by side and by tag, each where there is more than one of it. Of more than `most` groups
 * those of the largest profit or loss are shown.
 */
export function tradeGroups({ trades, currencyDecimals }: Pick<RunResult, "trades" | "currencyDecimals">, most = MOST) {
  const tables: readonly (readonly [title: string, groups: readonly TradeGroup[]])[] = [
    ["Symbol", tradesBySymbol(trades)],
    ["Side", tradesByDirection(trades)],
    ["Tag", tradesBy(trades, ({ tag }) => tag || "none")],
  ];
  return tables
    .filter(([, groups]) => groups.length > 1)
    .map(([title, groups]) => {
      const shown = largest(groups, most);
      return {
        /** What the groups are by: `Symbol`. */
        title,
        headings: COLUMNS.map(([heading]) => heading),
        rows: shown.map((group) => ({
          key: group.key,
          /** After commissions, in account currency: whether the group won or lost. */
          pnl: group.pnl,
          /** One text for each heading. */
          cells: COLUMNS.map(([, text]) => text(group, currencyDecimals)),
        })),
        /** Groups that are left out, since there are so many. */
        omitted: groups.length - shown.length,
      };
    });
}

/** The groups of the largest profit or loss, in their order. */
function largest(groups: readonly TradeGroup[], most: number): readonly TradeGroup[] {
  if (groups.length <= most) return groups;
  const kept = new Set(groups.toSorted((a, b) => Math.abs(b.pnl) - Math.abs(a.pnl)).slice(0, most));
  return groups.filter((group) => kept.has(group));
}
