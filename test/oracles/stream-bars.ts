import type { PlainBars } from "./oracle-row.ts";

/** Bar in the format of trading-signals. */
export interface Candle {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Values that an indicator of trading-signals returns bar by bar. */
export function streamBars<T>(
  stream: { update(candle: Candle, replace: boolean): T },
  { open, high, low, close, volume }: PlainBars,
): T[] {
  return close.map((price, i) =>
    stream.update({ open: open[i]!, high: high[i]!, low: low[i]!, close: price, volume: volume[i]! }, false),
  );
}
