import type { ReportPayload } from "../../report/payload.ts";
import { unpack } from "./unpack.ts";

/** A trade as the page shows it. Times are epoch seconds. */
export interface ShownTrade {
  /** Counts from 1 in order of exit. */
  readonly number: number;
  readonly symbol: string;
  readonly direction: "long" | "short";
  readonly quantity: number;
  readonly entryTime: number;
  readonly entryPrice: number;
  readonly exitTime: number;
  readonly exitPrice: number;
  /** Where entry and exit lie on the chart. */
  readonly entryPoint: number;
  readonly exitPoint: number;
  readonly pnl: number;
  readonly return: number;
  readonly commission: number;
  readonly mae: number;
  readonly mfe: number;
  readonly bars: number;
  readonly open: boolean;
  readonly tag: string;
}

/** The trades of a report. */
export function shownTrades({ trades, symbols }: ReportPayload): ShownTrade[] {
  const columns = {
    entryTime: unpack(trades.entryTime),
    entryPrice: unpack(trades.entryPrice),
    exitTime: unpack(trades.exitTime),
    exitPrice: unpack(trades.exitPrice),
    entryPoint: unpack(trades.entryPoint),
    exitPoint: unpack(trades.exitPoint),
    pnl: unpack(trades.pnl),
    return: unpack(trades.return),
    commission: unpack(trades.commission),
    mae: unpack(trades.mae),
    mfe: unpack(trades.mfe),
  };
  const valuesAt = (i: number) =>
    Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column[i]])) as Record<
      keyof typeof columns,
      number
    >;
  return Array.from({ length: trades.length }, (_, i) => ({
    ...valuesAt(i),
    number: i + 1,
    symbol: symbols[trades.symbol[i]!]?.symbol ?? "",
    direction: trades.direction[i] === 1 ? "long" : "short",
    quantity: trades.quantity[i]!,
    bars: trades.bars[i]!,
    open: trades.open[i] === 1,
    tag: trades.tags[i] ?? "",
  }));
}
