import type { ReportPayload } from "../../report/payload.ts";
import { numberText, percentText, timeText } from "./number-text.ts";
import type { ShownTrade } from "./trade.ts";

/** A column of the table of trades. */
export interface TradeColumn {
  readonly key: keyof ShownTrade;
  readonly title: string;
  /** What the title stands for, where it is short. */
  readonly meaning?: string;
  readonly kind: "text" | "number";
  /** Tinted by gain and loss. */
  readonly toned?: boolean;
  text(trade: ShownTrade): string;
}

/** The columns that these trades need: a symbol only where there are several, a tag only where there is one. */
export function tradeColumns({ symbols, trades, daily, currencyDecimals }: ReportPayload): TradeColumn[] {
  const { decimals } = trades;
  const quantity = (value: number) => numberText(value, 8).replace(/\.?0+$/, "");
  const columns: (TradeColumn | false)[] = [
    { key: "number", title: "#", kind: "number", text: (trade) => String(trade.number) },
    symbols.length > 1 && { key: "symbol", title: "Symbol", kind: "text", text: (trade) => trade.symbol },
    { key: "direction", title: "Side", kind: "text", text: (trade) => trade.direction },
    { key: "entryTime", title: "Entry", kind: "text", text: (trade) => timeText(trade.entryTime, daily) },
    {
      key: "exitTime",
      title: "Exit",
      kind: "text",
      text: (trade) => (trade.open ? "open" : timeText(trade.exitTime, daily)),
    },
    { key: "quantity", title: "Quantity", kind: "number", text: (trade) => quantity(trade.quantity) },
    { key: "entryPrice", title: "In at", kind: "number", text: (trade) => numberText(trade.entryPrice, decimals) },
    { key: "exitPrice", title: "Out at", kind: "number", text: (trade) => numberText(trade.exitPrice, decimals) },
    { key: "bars", title: "Bars", kind: "number", text: (trade) => numberText(trade.bars, 0) },
    {
      key: "pnl",
      title: "P&L",
      meaning: "Profit after commissions",
      kind: "number",
      toned: true,
      text: (trade) => numberText(trade.pnl, currencyDecimals),
    },
    {
      key: "return",
      title: "Return",
      meaning: "Profit over the value at entry",
      kind: "number",
      toned: true,
      text: (trade) => percentText(trade.return),
    },
    {
      key: "mae",
      title: "MAE",
      meaning: "Maximum adverse excursion: the worst move while open",
      kind: "number",
      text: (trade) => percentText(trade.mae),
    },
    {
      key: "mfe",
      title: "MFE",
      meaning: "Maximum favourable excursion: the best move while open",
      kind: "number",
      text: (trade) => percentText(trade.mfe),
    },
    {
      key: "commission",
      title: "Commission",
      kind: "number",
      text: (trade) => numberText(trade.commission, currencyDecimals),
    },
    trades.tags.length > 0 && { key: "tag", title: "Tag", kind: "text", text: (trade) => trade.tag },
  ];
  return columns.filter((column) => column !== false);
}
