import type { History } from "../../../schemas/history.ts";
import type { ChartInterval } from "./instrument.ts";
import { localSeconds } from "./zone-text.ts";

/** A completed bar of the API. */
type ReceivedBar = Pick<History["data"][number], "timestamp" | "open" | "high" | "low" | "close" | "volume">;

/** Completed bars of a chart, which grow at the end. */
export class ChartBars {
  readonly symbol: string;
  readonly interval: ChartInterval;
  /** IANA name of the exchange's time zone. */
  readonly zone: string;
  /** Start times of the bars in epoch milliseconds. */
  readonly time: number[] = [];
  /**
   * Times on the chart's axis: local time of the exchange in seconds. When clocks are set back, times are shifted so that they still
   * ascend.
   */
  readonly axisTime: number[] = [];
  readonly open: number[] = [];
  readonly high: number[] = [];
  readonly low: number[] = [];
  readonly close: number[] = [];
  readonly volume: number[] = [];

  constructor(symbol: string, interval: ChartInterval, zone: string, bars: readonly ReceivedBar[]) {
    this.symbol = symbol;
    this.interval = interval;
    this.zone = zone;
    for (const bar of bars) this.add(bar);
  }

  /** Appends a bar if it is newer than the last one. Returns whether it was appended. */
  add({ timestamp, open, high, low, close, volume }: ReceivedBar): boolean {
    const time = Date.parse(timestamp);
    if (!(time > (this.time.at(-1) ?? -Infinity))) return false;
    this.time.push(time);
    this.axisTime.push(Math.max(localSeconds(time, this.zone), (this.axisTime.at(-1) ?? -Infinity) + 1));
    this.open.push(open);
    this.high.push(high);
    this.low.push(low);
    this.close.push(close);
    this.volume.push(volume);
    return true;
  }

  /** Returns the index of the last bar that starts at or before a time; -1 if there is no such bar. */
  indexAt(time: number): number {
    return this.time.findLastIndex((each) => each <= time);
  }
}
