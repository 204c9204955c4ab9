import type { History, MarketView } from "../../../market/market-view.ts";
import { HindcastError } from "../../../primitives/errors.ts";
import type { RejectedSymbol } from "../../../schemas/stream-message.ts";
import { formatInstant } from "../../../time/instant.ts";
import { type Interval, INTERVALS } from "../../../time/interval.ts";
import { exactBar, shownBar } from "../../sessions/events/bar-mark.ts";
import type { ReplaySession } from "../../sessions/session.ts";
import { type DataMessage, eventMessage } from "../data-message.ts";
import { barName } from "../subscriptions.ts";
import type { Channel } from "./channel.ts";
import { checkRoom, newlyFollowed, noteCalendars } from "./followed.ts";
import { foundSymbols } from "./found-symbols.ts";
import { missedEvents } from "./missed-events.ts";

/** Completed bars of instruments, of any length that can be answered. */
export const bars: Channel = {
  needsSymbols: true,
  takes: ["symbols", "from", "epoch", "interval"],

  subscribe(connection, request) {
    const { session, subscriptions, feed } = connection;
    const view = session.view();
    const { accepted: found, rejected } = foundSymbols(session, view, request.symbols ?? []);
    const intervals = new Map<string, Interval>();
    for (const symbol of found) {
      const isLater = !view.has(symbol) || isOfRun(session, symbol, request.interval);
      const interval = isLater ? request.interval : answerable(view, symbol, request.interval);
      if (interval === undefined) rejected.push(unavailable(symbol, request.interval));
      else intervals.set(symbol, interval);
    }
    const isNew = ([symbol, interval]: [string, Interval]) => !subscriptions.bars.has(barName(symbol, interval));
    checkRoom(connection, [...intervals].filter(isNew).length);
    const comesAlong = newlyFollowed(connection, view, intervals.keys());
    const wanted = {
      quote: () => false,
      bar: (symbol: string, interval: Interval) => intervals.get(symbol) === interval,
    };
    const begin =
      request.from === undefined
        ? []
        : missedEvents(session, request, wanted, (event) => event.type === "bar" || comesAlong(event));
    for (const [symbol, interval] of intervals) {
      subscriptions.bars.set(barName(symbol, interval), { symbol, interval });
      feed.addBars(connection, symbol, interval);
      if (request.snapshot === true && view.has(symbol)) begin.push(...lastBar(session, view, symbol, interval));
    }
    noteCalendars(connection, view, intervals.keys());
    return { accepted: intervals.keys(), rejected, begin };
  },

  unsubscribe(connection, symbols, interval) {
    const { subscriptions, feed } = connection;
    const ended = new Set<string>();
    for (const [name, bar] of subscriptions.bars) {
      if (symbols?.has(bar.symbol) === false || (interval !== undefined && bar.interval !== interval)) continue;
      subscriptions.bars.delete(name);
      feed.dropBars(connection, name);
      ended.add(bar.symbol);
    }
    return ended;
  },

  list({ subscriptions }) {
    const byInterval = new Map<Interval, string[]>();
    for (const { symbol, interval } of subscriptions.bars.values())
      byInterval.set(interval, [...(byInterval.get(interval) ?? []), symbol]);
    return [...byInterval].map(([interval, symbols]) => ({
      channel: "bars",
      symbols,
      interval,
    }));
  },
};

/** A run has bars of its interval of each of its symbols, if only later where others were recorded before. */
function isOfRun({ run, symbols }: ReplaySession, symbol: string, interval: Interval | undefined): boolean {
  return symbols?.has(symbol) === true && run?.interval === interval;
}

/** The interval that was asked for, or the finest that is recorded; undefined where there is none. */
function answerable(view: MarketView, symbol: string, interval: Interval | undefined): Interval | undefined {
  if (interval !== undefined) {
    const { priceBasis } = view.instrument(symbol);
    return isAnswered(() => view.history(symbol, { interval, adjust: priceBasis !== "raw", limit: 1 }))
      ? interval
      : undefined;
  }
  return INTERVALS.find((one) => isAnswered(() => view.recorded(symbol, one)));
}

function isAnswered(ask: () => unknown): boolean {
  try {
    ask();
    return true;
  } catch (error) {
    if (error instanceof HindcastError && error.code === "INTERVAL_UNAVAILABLE") return false;
    throw error;
  }
}

function unavailable(symbol: string, interval: Interval | undefined): RejectedSymbol {
  const which = interval === undefined ? "bars" : `bars of ${interval}`;
  const message = `${which} of ${symbol} cannot be answered by what is recorded`;
  return { symbol, code: "INVALID_PARAMETERS", message, suggestion: null };
}

/** The last completed bar, if there is one, as those who followed were told it. */
function lastBar(
  { lockstep, run, events: { epoch, offset } }: ReplaySession,
  view: MarketView,
  symbol: string,
  interval: Interval,
): DataMessage[] {
  const dividends = run?.graph_prices === "splits-and-dividends";
  const isRecorded = isAnswered(() => view.recorded(symbol, interval));
  const last = isRecorded ? view.recorded(symbol, interval, dividends) : lastBuilt(view, symbol, interval);
  const row = last.bars.length - 1;
  if (row < 0) return [];
  const bar = lockstep ? exactBar(last, row) : shownBar(last.bars, row, last.instrument);
  const timestamp = formatInstant(view.now);
  return [eventMessage({ type: "bar", symbol, interval, bar, timestamp }, epoch, offset - 1, { snapshot: true })];
}

/** Joined bars are those of history: of regular hours alone. */
function lastBuilt(view: MarketView, symbol: string, interval: Interval): History {
  const { priceBasis } = view.instrument(symbol);
  return view.history(symbol, { interval, adjust: priceBasis !== "raw", limit: 1 });
}
