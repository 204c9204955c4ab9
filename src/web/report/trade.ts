import type { ReportPayload } from "../../report/payload.ts";
import { unpackAll } from "./unpack.ts";

/** A trade as the page shows it. Its times are epoch seconds. */
export type ShownTrade = ReturnType<typeof shownTrades>[number];

export function shownTrades({ trades, symbols }: ReportPayload) {
  const { length, symbol, direction, quantity, bars, open, tags, decimals: _decimals, ...packed } = trades;
  const columns = unpackAll(packed);
  const names = Object.keys(columns) as (keyof typeof columns)[];
  const numbersOf = (i: number) => {
    const numbers = {} as Record<keyof typeof columns, number>;
    for (const name of names) numbers[name] = columns[name][i]!;
    return numbers;
  };
  return Array.from({ length }, (_, i) => ({
    ...numbersOf(i),
    number: i + 1,
    symbol: symbols[symbol[i]!]?.symbol ?? "",
    direction: direction[i] === 1 ? "long" : "short",
    quantity: quantity[i]!,
    bars: bars[i]!,
    open: open[i] === 1,
    tag: tags[i] ?? "",
  }));
}
