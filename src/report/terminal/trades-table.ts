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
import { ink, type Colour, type Ink, visibleLine } from "./ink.ts";
import { type TextCell, type TextColumn, textTable } from "./tables.ts";

const COLUMNS: readonly TextColumn[] = [
  { heading: "", align: "left" },
  { heading: "entry", align: "left" },
  { heading: "exit", align: "left" },
  { heading: "symbol", align: "left" },
  { heading: "side", align: "left" },
  { heading: "quantity", align: "right" },
  { heading: "in at", align: "right" },
  { heading: "out at", align: "right" },
  { heading: "bars", align: "right" },
  { heading: "p&l", align: "right" },
  { heading: "return", align: "right" },
];

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
  const tableBy = (moments: Pick<TradeStyle, "entry" | "exit">) => {
    const row = (kind: string) => (trade: RunTrade, i: number) =>
      cells(trade, i === 0 ? kind : "", { ...moments, currencyDecimals, decimals, pen });
    return narrowTable([...best.map(row("best")), ...worst.map(row("worst"))], expendable, width);
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

/** The table with as many columns as fit. */
function narrowTable(rows: readonly (readonly TextCell[])[], expendable: readonly string[], width: number): string[] {
  for (let left = 0; ; left++) {
    const out = expendable.slice(0, left);
    const kept = COLUMNS.flatMap(({ heading }, i) => (out.includes(heading) ? [] : [i]));
    const lines = textTable(
      kept.map((i) => COLUMNS[i]!),
      rows.map((row) => kept.map((i) => row[i]!)),
    );
    // The last column stands on the right, so that the heading, which has no colour, is as long as any line.
    if (left === expendable.length || lines[0]!.length <= width) return lines;
  }
}

/** How the trades of a table are written. */
interface TradeStyle {
  /** When it was entered and left. */
  readonly entry: (trade: RunTrade) => string;
  readonly exit: (trade: RunTrade) => string;
  readonly currencyDecimals: number;
  /** Decimals of prices. */
  readonly decimals: number;
  readonly pen: Ink;
}

function cells(
  trade: RunTrade,
  label: string,
  { entry, exit, currencyDecimals, decimals, pen }: TradeStyle,
): TextCell[] {
  const signed = (text: string) => ({ text, ink: (padded: string) => pen.signed(padded, trade.pnl) });
  return [
    label,
    entry(trade),
    exit(trade),
    trade.symbol,
    trade.direction,
    formatQuantity(trade.quantity),
    formatPrice(trade.entryPrice, decimals),
    formatPrice(trade.exitPrice, decimals),
    formatCount(trade.bars),
    signed(formatMoney(trade.pnl, currencyDecimals)),
    signed(formatFraction(trade.return)),
  ];
}
