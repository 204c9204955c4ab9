import type { InstrumentTape } from "./instrument-tape.ts";
import type { PriceSeries, Standing } from "./price-series.ts";

/** Of the current session so far, or of the last one, in the units of today. */
export interface SessionSoFar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly volume: number;
}

const UNKNOWN: SessionSoFar = { open: NaN, high: NaN, low: NaN, volume: 0 };

/**
 * The last session of which a regular price is known, from the finest bars that have one in it. While only the open of a bar is known, that is
 * all there is, and no volume. Where no regular session is known yet, prices are missing. Asked when all series stand at the position.
 */
export function sessionSoFar(tape: InstrumentTape, today: number): SessionSoFar {
  let best: PriceSeries | undefined;
  let standing: Standing | undefined;
  let session = -1;
  let day = -Infinity;
  for (const { series, now } of tape.barTracks) {
    if (now.opened < 0) continue;
    const { of, first, end } = series.sessions;
    let last = of[now.opened]!;
    while (last >= 0 && (first[last]! > now.opened || first[last]! >= end[last]!)) last--;
    if (last < 0) continue;
    const date = dayOf(series, now, last);
    if (date <= day) continue;
    best = series;
    standing = now;
    session = last;
    day = date;
  }
  if (best === undefined || standing === undefined) return UNKNOWN;
  const { bars, sessions } = best;
  const { splits } = tape;
  const first = sessions.first[session]!;
  const end = sessions.end[session]!;
  const closed = Math.min(end, standing.closed + 1) - 1;
  // Of a bar in a break the open counts no more than what follows.
  const isForming = standing.opened > standing.closed && sessions.extended?.[standing.opened] !== 1;
  const forming = isForming && standing.opened < end ? standing.opened : -1;
  const open = bars.open[first]!;
  let high = closed < first ? open : sessions.high[closed]!;
  let low = closed < first ? open : sessions.low[closed]!;
  if (forming >= 0) {
    high = Math.max(high, bars.open[forming]!);
    low = Math.min(low, bars.open[forming]!);
  }
  return {
    open: splits.price(open, day, today),
    high: splits.price(high, day, today),
    low: splits.price(low, day, today),
    volume: closed < first ? 0 : splits.shares(sessions.volume[closed]!, day, today),
  };
}

/** The date of a session; of bars longer than one, that of the session so far in which the forming bar is known. */
function dayOf(series: PriceSeries, now: Standing, session: number): number {
  const forming = now.opened > now.closed && series.sessions.of[now.opened] === session;
  return forming ? series.openDay[now.opened]! : series.sessions.day[session]!;
}

/** The last close of a regular session before that of today, in units of today; of several series that close together the finest. */
export function previousCloseOf(tape: InstrumentTape, today: number): number {
  let price = NaN;
  let time = -Infinity;
  let day = today;
  for (const { series, now } of tape.barTracks) {
    if (now.closed < 0) continue;
    const { of, first, end, day: days } = series.sessions;
    let session = of[now.closed]!;
    while (
      session >= 0 &&
      (days[session]! >= today || first[session]! >= end[session]! || first[session]! > now.closed)
    ) {
      session--;
    }
    if (session < 0) continue;
    const bar = Math.min(end[session]! - 1, now.closed);
    if (series.closeTime[bar]! <= time) continue;
    time = series.closeTime[bar]!;
    price = series.bars.close[bar]!;
    day = days[session]!;
  }
  return tape.splits.price(price, day, today);
}
