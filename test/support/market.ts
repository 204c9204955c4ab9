import { type BarColumns, Bars, type Interval } from "hindcast";
import { DAY_MS } from "../../src/time/interval.ts";

/** First day of all hand-written bars, a Monday. */
export const FIRST_DAY = Date.UTC(2024, 0, 1);

/**
 * Creates bars from text, one bar per line: `open high low close [volume]`. A line `-` is an interval without a bar. Daily bars begin on 1
 * January 2024, so the third line is the bar of 3 January.
 */
export function barsFrom(text: string, interval: Interval = "1d", start = FIRST_DAY): Bars {
  const step = { "1d": DAY_MS, "1h": 3_600_000, "30m": 1_800_000, "1wk": 7 * DAY_MS }[interval as string]!;
  const rows = text
    .trim()
    .split("\n")
    .map((line) => line.trim())
    .flatMap((line, i) => (line === "-" || line === "" ? [] : [[start + i * step, ...line.split(/\s+/).map(Number)]]));
  const column = (field: number) => Float64Array.from(rows, (row) => row[field] ?? 1000);
  return new Bars(interval, {
    time: column(0),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
    volume: column(5),
  });
}

/** Creates bars whose open, high, low and close are equal. */
export function flatBars(prices: readonly number[], interval: Interval = "1d", start = FIRST_DAY): Bars {
  return barsFrom(prices.map((price) => `${price} ${price} ${price} ${price}`).join("\n"), interval, start);
}

/** Returns a copy of bars with some columns replaced. */
export function withColumns(bars: Bars, changed: Partial<BarColumns>): Bars {
  const { time, open, high, low, close, volume, adjClose } = bars;
  return new Bars(bars.interval, { time, open, high, low, close, volume, adjClose, ...changed });
}

/** Formats an instant in January 2024 as day and UTC time, such as `3 00:00`. */
export function when(time: number): string {
  const text = new Date(time).toISOString();
  return `${Number(text.slice(8, 10))} ${text.slice(11, 16)}`;
}
