import { checkResult } from "../../engine/check-result.ts";
import type { RunResult, RunTrade } from "../../engine/run-result.ts";
import { checkOptions, type OptionNames } from "../../primitives/check-options.ts";
import { isDailyOrLonger, type Interval } from "../../time/interval.ts";
import {
  formatCount,
  formatFraction,
  formatMoney,
  formatPrice,
  formatQuantity,
  priceDecimals,
} from "../../metrics/format.ts";
import { formatTime } from "../format-time.ts";
import { ink, type ColorOption, escapeLine } from "./ink.ts";
import { type FittedColumn, fittedTable, type TextCell } from "./tables.ts";

/** Options of `tradesTable`. */
export interface TradesTableOptions extends ColorOption {
  /** Number of best trades and of worst trades. Default: 3. */
  readonly count?: number;
  /** Maximum width of a line. Less important columns are dropped until the table fits. Default: unlimited. */
  readonly width?: number;
}

const OPTIONS: OptionNames<TradesTableOptions> = { count: true, width: true, color: true };

/** Columns that narrow tables drop, in this order. The profit is never dropped. */
const DROP_FIRST = ["bars", "side", "in at", "out at", "quantity", "exit"];

/**
 * Formats the closed trades with the largest profits and losses, best first. Without closed trades the text is empty. For daily bars, trades are
 * dated by session. Throws SETTING_INVALID for an unknown option.
 */
export function tradesTable(result: RunResult, options: TradesTableOptions = {}): string {
  checkResult(result);
  const { count = 3, width = Infinity, ...colorOption } = checkOptions("tradesTable", options, OPTIONS);
  const closed = result.trades.filter((trade) => !trade.open).toSorted((a, b) => b.pnl - a.pnl);
  if (closed.length === 0) return "";
  const pen = ink(colorOption);
  const best = closed.filter((trade) => trade.pnl > 0).slice(0, count);
  const worst = closed.filter((trade) => trade.pnl <= 0).slice(-count);
  const prices = [...best, ...worst].flatMap((trade) => [trade.entryPrice, trade.exitPrice]);
  const decimals = Math.max(2, priceDecimals([prices]));
  const dropFirst = result.symbols.length === 1 ? ["symbol", ...DROP_FIRST] : [...DROP_FIRST, "symbol"];
  const { currencyDecimals } = result;
  const rows = [best, worst].flatMap((trades, kind) =>
    trades.map((trade, i): LabelledTrade => ({ trade, label: i > 0 ? "" : kind === 0 ? "best" : "worst" })),
  );
  const column = (heading: string, text: (trade: RunTrade) => TextCell, align: "left" | "right" = "right") => ({
    heading,
    align,
    dropOrder: dropFirst.includes(heading) ? dropFirst.length - dropFirst.indexOf(heading) : 0,
    cell: ({ trade }: LabelledTrade) => text(trade),
  });
  const signed = (text: string, { pnl }: RunTrade) => ({ text, ink: (padded: string) => pen.signed(padded, pnl) });
  const tableBy = ({ entry, exit }: Record<"entry" | "exit", (trade: RunTrade) => string>) => {
    const columns: readonly FittedColumn<LabelledTrade>[] = [
      { heading: "", align: "left", dropOrder: 0, cell: ({ label }) => label },
      column("entry", entry, "left"),
      column("exit", exit, "left"),
      column("symbol", ({ symbol }) => symbol, "left"),
      column("side", ({ direction }) => direction, "left"),
      column("quantity", ({ quantity }) => formatQuantity(quantity)),
      column("in at", ({ entryPrice }) => formatPrice(entryPrice, decimals)),
      column("out at", ({ exitPrice }) => formatPrice(exitPrice, decimals)),
      column("bars", ({ bars }) => formatCount(bars)),
      column("p&l", (trade) => signed(formatMoney(trade.pnl, currencyDecimals), trade)),
      column("return", (trade) => signed(formatFraction(trade.return), trade)),
    ];
    return fittedTable(columns, rows, width);
  };
  const clockText = (time: number) => formatTime(time, result.interval, result.settings.zone);
  const clock = {
    entry: ({ entryTime }: RunTrade) => clockText(entryTime),
    exit: ({ exitTime }: RunTrade) => clockText(exitTime),
  };
  const dates = { entry: ({ entryDate }: RunTrade) => entryDate, exit: ({ exitDate }: RunTrade) => exitDate };
  const fullTable = tableBy(isDailyOrLonger(result.interval as Interval) ? dates : clock);
  // If dropping columns is not enough, times are shortened to dates.
  const [heading, ...lines] = fullTable[0]!.length <= width ? fullTable : tableBy(dates);
  return escapeLine([pen.faint(heading!), ...lines].join("\n"), colorOption);
}

/** A trade with its label, `best` or `worst`, on the first row of each. */
interface LabelledTrade {
  readonly trade: RunTrade;
  readonly label: string;
}
