import type { Bars } from "../../market/bars.ts";
import type { Column } from "../../primitives/column.ts";

/** Bars by the sessions to which they belong, and the regular ones of each from the first on. Bars of a day or longer are sessions of their own. */
export interface SessionGroups {
  /** The session of each bar, as its place in the columns below. */
  readonly of: Int32Array;
  /** Date of each session, in days since 1970-01-01. */
  readonly day: Column;
  /** The regular bars of each session: from the first up to but not including the end. */
  readonly first: Int32Array;
  readonly end: Int32Array;
  /** Highest, lowest and volume of the session's regular bars up to each bar. */
  readonly high: Column;
  readonly low: Column;
  readonly volume: Column;
  /** 1 for a bar outside regular hours; undefined when there is none. */
  readonly extended: Uint8Array | undefined;
}

/** Each bar a session of its own. `day` is the date of the session at the end of each. */
export function groupsOfWholeSessions(bars: Bars, day: Column): SessionGroups {
  const of = Int32Array.from({ length: bars.length }, (_, i) => i);
  const { high, low, volume } = bars;
  return { of, day, first: of, end: of.map((i) => i + 1), high, low, volume, extended: undefined };
}

/** Bars shorter than a session. `day` is the date of the session of each; `extended` is 1 for those outside regular hours. */
export function groupsOfBars(bars: Bars, day: Column, extended: Uint8Array | undefined): SessionGroups {
  const { length } = bars;
  const of = new Int32Array(length);
  const days: number[] = [];
  const first: number[] = [];
  const end: number[] = [];
  const high = bars.high.slice();
  const low = bars.low.slice();
  const volume = bars.volume.slice();
  for (let i = 0; i < length; i++) {
    if (i === 0 || day[i]! > day[i - 1]!) {
      days.push(day[i]!);
      first.push(i);
      end.push(i);
    }
    const session = days.length - 1;
    of[i] = session;
    if (extended?.[i] === 1) {
      // Before the open: the first regular bar is still to come.
      if (end[session] === first[session]) first[session] = end[session] = i + 1;
      else {
        // In a break or after the close: what came before it stands.
        high[i] = high[i - 1]!;
        low[i] = low[i - 1]!;
        volume[i] = volume[i - 1]!;
      }
      continue;
    }
    if (first[session]! < end[session]!) {
      high[i] = Math.max(high[i]!, high[i - 1]!);
      low[i] = Math.min(low[i]!, low[i - 1]!);
      volume[i] = volume[i - 1]! + volume[i]!;
    }
    end[session] = i + 1;
  }
  return {
    of,
    day: Float64Array.from(days),
    first: Int32Array.from(first),
    end: Int32Array.from(end),
    high,
    low,
    volume,
    extended,
  };
}
