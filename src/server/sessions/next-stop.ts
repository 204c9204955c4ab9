import type { Phase } from "../../simulation/simulation.ts";
import type { StepKind } from "../../schemas/steps.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { type Interval, isSameInterval } from "../../time/interval.ts";
import type { SessionLog } from "./events/session-log.ts";

const MINUTE_MS = 60_000;

export interface Position {
  readonly time: number;
  readonly phase: Phase;
}

/**
 * Returns the market time and phase at which a step ends. For a step to the next bar, it calls `advance` for the events before that bar.
 */
export function nextStop(
  by: StepKind,
  log: SessionLog,
  now: Position,
  market: RecordedMarket,
  end: number,
  advance: (time: number, phase: Phase) => void,
): Position {
  switch (by) {
    case "minute":
      return { time: now.time + MINUTE_MS, phase: 7 };
    case "session": {
      const { time } = now;
      const calendar = calendarOf(market.mainCalendar, market.calendars);
      const current = calendar.lastSession(time);
      const next = current !== undefined && current.close > time ? current : calendar.nextSession(time);
      return { time: next?.close ?? Infinity, phase: 5 };
    }
    case "event":
      return { time: log.next, phase: 7 };
    case "bar":
      return nextClose(log, now, market, end, advance);
  }
}

function nextClose(
  log: SessionLog,
  now: Position,
  { series }: RecordedMarket,
  end: number,
  advance: (time: number, phase: Phase) => void,
): Position {
  const bars = { closed: false };
  // Bars that are built for stream clients do not count, since the end of a step must not depend on who listens.
  const isRecorded = (symbol: string, interval: Interval): boolean =>
    series.some((one) => one.symbol === symbol && isSameInterval(one.bars.interval, interval));
  const stop = log.listen({
    filter: { quote: () => false, bar: (symbol, interval) => !bars.closed && isRecorded(symbol, interval) },
    event: ({ type }) => void (bars.closed ||= type === "bar"),
  });
  try {
    if (log.next === now.time) advance(now.time, 7);
    while (!bars.closed && log.next <= end) {
      const { next } = log;
      advance(next, 5);
      if (!bars.closed) advance(next, 7);
    }
  } finally {
    stop();
  }
  return bars.closed ? { time: now.time, phase: now.phase } : { time: end, phase: 7 };
}
