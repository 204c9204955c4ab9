import type { BarsBuilder } from "../../market/bars-builder.ts";
import type { Draws } from "./draws.ts";

const MINUTE = 60_000;
/** Chance that a minute trades at the quiet end of the hours, and what is added towards the loud end. */
const SELDOM = 0.06;
const OFTENER = 0.22;
/** What one quiet minute trades, at most, of a regular hour. */
const TRADE = 0.0012;

/** The hours before an open or after a close, in which a minute trades now and then. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
  /** What a change against the last close, a fraction, makes of the price, in ticks. */
  readonly price: (change: number) => number;
  /** The change with which the hours begin and end, and its deviation between. */
  readonly begins: number;
  readonly ends: number;
  readonly deviation: number;
  /** The end that lies at the regular session, where more is traded. */
  readonly louder: "begin" | "end";
  /** Of the regular session. */
  readonly hourlyVolume: number;
  /** Ticks in one unit of price. */
  readonly ticks: number;
  readonly draws: Draws;
}

/** Appends the minutes that trade. A market without such hours gets none. */
export function appendQuietHours(bars: BarsBuilder, hours: QuietHours): void {
  const { from, to, price, begins, ends, deviation, louder, hourlyVolume, ticks, draws } = hours;
  const count = Math.round((to - from) / MINUTE);
  const step = deviation / Math.sqrt(Math.max(1, count));
  const shocks = Float64Array.from({ length: count }, () => draws.mild() * step);
  const bend = (ends - begins - shocks.reduce((sum, shock) => sum + shock, 0)) / count;
  let path = begins;
  for (let i = 0; i < count; i++) {
    const before = path;
    path += shocks[i]! + bend;
    const share = louder === "end" ? (i + 1) / count : 1 - i / count;
    if (draws.uniform() > SELDOM + OFTENER * share * share) continue;
    const open = Math.max(1, Math.round(price(before)));
    const close = Math.max(1, Math.round(price(path)));
    const high = Math.max(open, close) / ticks;
    const low = Math.min(open, close) / ticks;
    const volume = Math.max(1, Math.round(hourlyVolume * TRADE * (0.1 + share * draws.uniform())));
    bars.append(from + i * MINUTE, open / ticks, high, low, close / ticks, volume);
  }
}
