import type { History } from "../../../schemas/history.ts";
import type { ChartInterval } from "./instrument.ts";
import { localSeconds } from "./zone-text.ts";

/** A completed bar as the API has it. */
type WireBar = Pick<History["data"][number], "timestamp" | "open" | "high" | "low" | "close" | "volume">;

/** The completed bars of a chart. They grow at the end. */
export class ChartBars {
  readonly symbol: string;
  readonly interval: ChartInterval;
  /** IANA name of the exchange's zone. */
  readonly zone: string;
  /** Starts of the bars, epoch milliseconds. */
  readonly time: number[] = [];
  /** Where they lie on the axis: what the exchange's clocks show, in seconds, rising also when those are put back. */
  readonly place: number[] = [];
  readonly open: number[] = [];
  readonly high: number[] = [];
  readonly low: number[] = [];
  readonly close: number[] = [];
  readonly volume: number[] = [];

  constructor(symbol: string, interval: ChartInterval, zone: string, bars: readonly WireBar[]) {
    this.symbol = symbol;
    this.interval = interval;
    this.zone = zone;
    for (const bar of bars) this.add(bar);
  }

  /** Adds a bar at the end; whether it belongs there. */
  add({ timestamp, open, high, low, close, volume }: WireBar): boolean {
    const time = Date.parse(timestamp);
    if (!(time > (this.time.at(-1) ?? -Infinity))) return false;
    this.time.push(time);
    this.place.push(Math.max(localSeconds(time, this.zone), (this.place.at(-1) ?? -Infinity) + 1));
    this.open.push(open);
    this.high.push(high);
    this.low.push(low);
    this.close.push(close);
    this.volume.push(volume);
    return true;
  }

  /** Index of the last bar that starts at or before a time; -1 before the first. */
  indexAt(time: number): number {
    return this.time.findLastIndex((each) => each <= time);
  }
}
