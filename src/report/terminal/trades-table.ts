import { checkResult } from "../check-result.ts";
import type { RunResult, RunTrade } from "../../engine/run-result.ts";
import { checkOptions, type OptionNames } from "../../primitives/check-options.ts";
import { isDailyOrLonger, type Interval } from "../../time/interval.ts";
import {
  formatCount,
  formatFraction,
  formatMoney,
  formatPrice,
  formatQuantity,
  formatTime,
  priceDecimals,
} from "../format.ts";
import { ink, type Colour, visibleLine } from "./ink.ts";
import { type FittedColumn, fittedTable, type TextCell } from "./tables.ts";

/** How the table is written. */
export interface TradesTableOptions extends Colour {
  /** Trades of each kind; 3 by default. */
  readonly count?: number;
  /** Characters in a line: columns that say least are left out until the table fits. All are there by default. */
  readonly width?: number;
}

const OPTIONS: OptionNames<TradesTableOptions> = { count: true, width: true, color: true };

/** What is left out of a narrow table, the first first. What a trade earned is never left out. */
const EXPENDABLE = ["bars", "side", "in at", "out at", "quantity", "exit"];

/**
 * The closed trades that won and lost most money, best first. Empty text where no trade was closed. Of bars of a day or longer
 * it names the session in which a trade happened. Throws SETTING_INVALID for an option that there is not.
 */
export function tradesTable(result: RunResult, options: TradesTableOptions = {}): string {
  checkResult(result);
  const { count = 3, width = Infinity, ...colour } = checkOptions("tradesTable", options, OPTIONS);
  const closed = result.trades.filter((trade) => !trade.open).toSorted((a, b) => b.pnl - a.pnl);
  if (closed.length === 0) return "";
  const pen = ink(colour);
  const best = closed.filter((trade) => trade.pnl > 0).slice(0, count);
  const worst = closed.filter((trade) => trade.pnl <= 0).slice(-count);
  const prices = [...best, ...worst].flatMap((trade) => [trade.entryPrice, trade.exitPrice]);
  const decimals = Math.max(2, priceDecimals([prices]));
  const expendable = result.symbols.length === 1 ? ["symbol", ...EXPENDABLE] : [...EXPENDABLE, "symbol"];
  const { currencyDecimals } = result;
  const rows = [best, worst].flatMap((trades, kind) =>
    trades.map((trade, i): LabelledTrade => ({ trade, label: i > 0 ? "" : kind === 0 ? "best" : "worst" })),
  );
  const column = (heading: string, text: (trade: RunTrade) => TextCell, align: "left" | "right" = "right") => ({
    heading,
    align,
    leaves: expendable.includes(heading) ? expendable.length - expendable.indexOf(heading) : 0,
    cell: ({ trade }: LabelledTrade) => text(trade),
  });
  const signed = (text: string, { pnl }: RunTrade) => ({ text, ink: (padded: string) => pen.signed(padded, pnl) });
  const tableBy = ({ entry, exit }: Record<"entry" | "exit", (trade: RunTrade) => string>) => {
    const columns: readonly FittedColumn<LabelledTrade>[] = [
      { heading: "", align: "left", leaves: 0, cell: ({ label }) => label },
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
  const whole = tableBy(isDailyOrLonger(result.interval as Interval) ? dates : clock);
  // Where leaving columns out is not enough moments are told by their dates.
  const [heading, ...lines] = whole[0]!.length <= width ? whole : tableBy(dates);
  return visibleLine([pen.faint(heading!), ...lines].join("\n"), colour);
}

/** A trade with what it is an example of, which its first row says. */
interface LabelledTrade {
  readonly trade: RunTrade;
  readonly label: string;
}
