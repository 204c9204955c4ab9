import type { PlainBars } from "./oracle-row.ts";

/** One bar in the format of trading-signals. */
export interface Candle {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Results of a stream of trading-signals, bar by bar. */
export function streamBars<T>(
  stream: { update(candle: Candle, replace: boolean): T },
  { open, high, low, close, volume }: PlainBars,
): T[] {
  return close.map((price, i) =>
    stream.update({ open: open[i]!, high: high[i]!, low: low[i]!, close: price, volume: volume[i]! }, false),
  );
}
