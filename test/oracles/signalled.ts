import type { PlainBars } from "./oracle-row.ts";

/** One bar as trading-signals takes it. */
export interface Candle {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** What a stream of trading-signals answers, bar by bar. */
export function signalled<T>(
  stream: { update(candle: Candle, replace: boolean): T },
  { open, high, low, close, volume }: PlainBars,
): T[] {
  return close.map((price, i) =>
    stream.update({ open: open[i]!, high: high[i]!, low: low[i]!, close: price, volume: volume[i]! }, false),
  );
}
