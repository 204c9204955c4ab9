import { graphAdjustments } from "../../market/action-factors.ts";
import type { OrderEventKind } from "../../broker/order-record.ts";
import type { History, MarketView } from "../../market/market-view.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { Scope } from "../../schemas/scope.ts";
import type { RejectedSymbol } from "../../schemas/stream-message.ts";
import type { StreamChannel, StreamSubscribe } from "../../schemas/stream-request.ts";
import { formatInstant } from "../../time/instant.ts";
import { type Interval, isSameInterval } from "../../time/interval.ts";
import { backtestRecord } from "../backtests/backtest-records.ts";
import { invalidParameters } from "../errors/api-error.ts";
import { exactBar, shownBar } from "../sessions/events/bar-mark.ts";
import { streamQuote } from "../sessions/events/stream-quote.ts";
import type { TranscriptEvent, EventFilter } from "../sessions/session-event.ts";
import type { ReplaySession } from "../sessions/session.ts";
import { orderRecord } from "../trading/order-record.ts";
import type { Connection } from "./connection.ts";
import { backtestMessage, clockMessage, type DataMessage, eventMessage } from "./data-message.ts";
import { barKey } from "./subscriptions.ts";

/** What a subscription to a channel returns. */
interface SubscribeResult {
  readonly accepted: Iterable<string>;
  readonly rejected: readonly RejectedSymbol[];
  /** The first messages of the subscription: missed events, or the current state. */
  readonly initial: readonly DataMessage[];
}

/** A subscription as the server lists it for the client. */
interface ListedSubscription {
  channel: StreamChannel;
  symbols: string[];
  interval?: Interval;
}

/** A channel of the stream. */
export interface Channel {
  /** Scope that the API key needs in addition to `stream:read`. */
  readonly scope?: Scope;
  readonly needsSymbols: boolean;
  /** Members of a subscription message that the channel uses, in addition to those of every channel. */
  readonly members: readonly string[];
  /** Subscribes a connection. Throws an ApiError and changes nothing if that is not possible. */
  subscribe(connection: Connection, request: StreamSubscribe): SubscribeResult;
  /** Ends the subscription to some symbols, or to all if none are given. Returns the symbols that were subscribed. */
  unsubscribe(connection: Connection, symbols: ReadonlySet<string> | undefined, interval?: Interval): Iterable<string>;
  list(connection: Connection): ListedSubscription[];
}

/** The channel of completed bars, in any available interval. */
const bars: Channel = {
  needsSymbols: true,
  members: ["symbols", "from", "epoch", "interval"],

  subscribe(connection, request) {
    const { session, subscriptions, feed } = connection;
    const view = session.view();
    const { accepted: found, rejected } = foundSymbols(session, view, request.symbols ?? []);
    const intervals = new Map<string, Interval>();
    for (const symbol of found) {
      const isLater = !view.has(symbol) || isRunInterval(session, symbol, request.interval);
      const interval = isLater ? request.interval : availableInterval(view, symbol, request.interval);
      if (interval === undefined) rejected.push(unavailable(symbol, request.interval));
      else intervals.set(symbol, interval);
    }
    const isNew = ([symbol, interval]: [string, Interval]) => !subscriptions.bars.has(barKey(symbol, interval));
    checkRoom(connection, [...intervals].filter(isNew).length);
    const isNewlyFollowed = newlyFollowed(connection, view, intervals.keys());
    const filter = {
      quote: () => false,
      bar: (symbol: string, interval: Interval) => intervals.get(symbol) === interval,
    };
    const initial =
      request.from === undefined
        ? []
        : missedEvents(session, request, filter, (event) => event.type === "bar" || isNewlyFollowed(event));
    for (const [symbol, interval] of intervals) {
      subscriptions.bars.set(barKey(symbol, interval), { symbol, interval });
      feed.addBars(connection, symbol, interval);
      if (request.snapshot === true && view.has(symbol)) initial.push(...lastBar(session, view, symbol, interval));
    }
    noteCalendars(connection, view, intervals.keys());
    return { accepted: intervals.keys(), rejected, initial };
  },

  unsubscribe(connection, symbols, interval) {
    const { subscriptions, feed } = connection;
    const ended = new Set<string>();
    for (const [name, bar] of subscriptions.bars) {
      if (symbols?.has(bar.symbol) === false || (interval !== undefined && !isSameInterval(bar.interval, interval)))
        continue;
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

/** Whether the symbol and interval are those of a lockstep session, whose bars may be recorded only later. */
function isRunInterval({ run }: ReplaySession, symbol: string, interval: Interval | undefined): boolean {
  if (run === undefined) return false;
  return [...run.instruments, ...run.pairs].some((one) => one.symbol === symbol && one.interval === interval);
}

/** Returns the requested interval, or the shortest recorded one by default; undefined if the interval is not available. */
function availableInterval(view: MarketView, symbol: string, interval: Interval | undefined): Interval | undefined {
  if (interval !== undefined) {
    const { priceBasis } = view.instrument(symbol);
    return isAvailable(() => view.history(symbol, { interval, adjust: priceBasis !== "raw", limit: 1 }))
      ? interval
      : undefined;
  }
  return view.intervals(symbol)[0];
}

function isAvailable(ask: () => unknown): boolean {
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
  const message = `${which} of ${symbol} are not available from the recording`;
  return { symbol, code: "INVALID_PARAMETERS", message, suggestion: null };
}

/** Returns the last completed bar, if there is one, in the form in which subscribers got it. */
function lastBar(
  { lockstep, run, events: { epoch, offset } }: ReplaySession,
  view: MarketView,
  symbol: string,
  interval: Interval,
): DataMessage[] {
  const { dividends } = graphAdjustments[run?.graph_prices ?? "splits"];
  const isRecorded = isAvailable(() => view.recorded(symbol, interval));
  const last = isRecorded ? view.recorded(symbol, interval, dividends) : lastBuilt(view, symbol, interval);
  const row = last.bars.length - 1;
  if (row < 0) return [];
  const bar = lockstep ? exactBar(last, row) : shownBar(last.bars, row, last.instrument);
  const timestamp = formatInstant(view.now);
  return [eventMessage({ type: "bar", symbol, interval, bar, timestamp }, epoch, offset - 1, { snapshot: true })];
}

/** Returns built bars, which cover regular hours as in price history. */
function lastBuilt(view: MarketView, symbol: string, interval: Interval): History {
  const { priceBasis } = view.instrument(symbol);
  return view.history(symbol, { interval, adjust: priceBasis !== "raw", limit: 1 });
}

/** The channel of quotes, with corporate actions and changes of the market status. */
const quotes: Channel = {
  needsSymbols: true,
  members: ["symbols", "from", "epoch", "conflate_ms"],

  subscribe(connection, request) {
    const { session, subscriptions, feed } = connection;
    const { from, conflate_ms: conflateMs = 0, snapshot = from === undefined } = request;
    // Reading the session's view first processes everything that is due, so the offset is read after that.
    const view = session.view();
    const { accepted, rejected } = foundSymbols(session, view, request.symbols ?? []);
    checkRoom(connection, [...accepted].filter((symbol) => !subscriptions.quotes.has(symbol)).length);
    const isNewlyFollowed = newlyFollowed(connection, view, accepted);
    const filter = { quote: (symbol: string) => accepted.has(symbol), bar: () => false };
    const initial =
      from === undefined
        ? []
        : missedEvents(session, request, filter, (event) => event.type === "quote" || isNewlyFollowed(event));
    const { epoch, offset } = session.events;
    for (const symbol of accepted) {
      connection.forgetQuotes(symbol);
      subscriptions.quotes.set(symbol, conflateMs);
      feed.addQuotes(connection, symbol);
      if (!snapshot || !view.has(symbol)) continue;
      const quote = streamQuote(view, symbol, session.lockstep);
      initial.push(eventMessage(quote, epoch, offset - 1, { snapshot: true }));
    }
    noteCalendars(connection, view, accepted);
    return { accepted, rejected, initial };
  },

  unsubscribe(connection, symbols) {
    const { subscriptions, feed } = connection;
    const ended = [...subscriptions.quotes.keys()].filter((symbol) => symbols?.has(symbol) !== false);
    for (const symbol of ended) {
      subscriptions.quotes.delete(symbol);
      feed.dropQuotes(connection, symbol);
      connection.forgetQuotes(symbol);
    }
    return ended;
  },

  list: ({ subscriptions }) =>
    subscriptions.quotes.size === 0 ? [] : [{ channel: "quotes", symbols: [...subscriptions.quotes.keys()] }],
};

/** Throws if a connection would have too many symbols. */
function checkRoom(connection: Connection, more: number): void {
  const { symbolsPerConnection } = connection.hub.settings;
  const count = connection.subscriptions.size + more;
  if (count <= symbolsPerConnection) return;
  const reason = `would bring the connection to ${count} symbols; at most ${symbolsPerConnection} are allowed`;
  throw invalidParameters([{ in: "body", parameter: "symbols", reason }], {
    reason: "too_many_symbols",
    limit: symbolsPerConnection,
    subscribed: connection.subscriptions.size,
  });
}

/** Returns a filter for corporate actions and status changes of newly subscribed symbols. Those of other symbols were already sent. */
function newlyFollowed(
  connection: Connection,
  view: MarketView,
  symbols: Iterable<string>,
): (event: TranscriptEvent) => boolean {
  const before = connection.subscriptions.followed();
  const fresh = new Set<string>();
  const calendars = new Set<string>();
  for (const symbol of symbols) {
    if (before.has(symbol)) continue;
    fresh.add(symbol);
    if (view.has(symbol)) calendars.add(view.instrument(symbol).calendar);
  }
  const newCalendars = [...calendars].filter((calendar) => !connection.followsCalendar(calendar));
  return (event) => {
    if (event.type === "corporate_action") return fresh.has(event.symbol);
    return event.type === "market_status" && newCalendars.includes(event.calendar);
  };
}

/** Stores the calendars of newly subscribed symbols. */
function noteCalendars(connection: Connection, view: MarketView, symbols: Iterable<string>): void {
  for (const symbol of symbols) if (view.has(symbol)) connection.noteCalendar(symbol, view.instrument(symbol).calendar);
}

/** Symbols to which a client can subscribe, and those to which it cannot, in the order of the request. */
interface FoundSymbols {
  readonly accepted: Set<string>;
  readonly rejected: RejectedSymbol[];
}

/** Looks up symbols, in any case, among those listed at the market time. */
function foundSymbols(session: ReplaySession, view: MarketView, symbols: readonly string[]): FoundSymbols {
  const accepted = new Set<string>();
  const rejected: RejectedSymbol[] = [];
  for (const symbol of new Set(symbols.map((one) => one.toUpperCase()))) {
    const id = view.has(symbol) ? view.instrument(symbol).symbol : undefined;
    if (id === symbol || session.symbols?.has(symbol) === true) accepted.add(symbol);
    else rejected.push(unknown(symbol, id ?? view.suggestion(symbol)));
  }
  return { accepted, rejected };
}

function unknown(symbol: string, suggestion: string | undefined): RejectedSymbol {
  const message = `${symbol} is not the symbol of an instrument known now`;
  return { symbol, code: "SYMBOL_NOT_FOUND", message, suggestion: suggestion ?? null };
}

/** Returns the events that a subscription missed, if it resumes from an offset. */
function missedEvents(
  { events }: ReplaySession,
  { from = 0, epoch = events.epoch }: StreamSubscribe,
  filter: EventFilter,
  isReported: (event: TranscriptEvent) => boolean,
): DataMessage[] {
  const missed = epoch === events.epoch ? events.since(from, filter) : undefined;
  if (missed === undefined) {
    const { oldest, offset } = events;
    const reason = `must be an offset of epoch ${events.epoch} from ${oldest} to ${offset}`;
    throw invalidParameters([{ in: "body", parameter: "from", value: from, reason }], {
      reason: "offset_unavailable",
      epoch: events.epoch,
      oldest,
      offset,
    });
  }
  return missed
    .filter(({ event }) => isReported(event))
    .map(({ event, offset }) => eventMessage(event, events.epoch, offset));
}

/** Filter that selects no quotes and no bars. */
const NO_PRICES: EventFilter = { quote: () => false, bar: () => false };

/** The channel of orders and ledger entries of the client's account. */
const orders: Channel = {
  scope: "trading:read",
  needsSymbols: false,
  members: ["symbols", "from", "epoch"],

  subscribe(connection, request) {
    const { session, subscriptions, owner } = connection;
    const view = session.view();
    const requested = request.symbols ?? [];
    const { accepted, rejected } = foundSymbols(session, view, requested);
    const chosen = requested.length === 0 ? "all" : accepted;
    const initial =
      request.from === undefined
        ? []
        : missedEvents(session, request, NO_PRICES, (event) => {
            if (event.type !== "order" && event.type !== "entry") return false;
            const { symbol } = event.type === "order" ? event.order : event.entry;
            return (
              event.key === owner && (chosen === "all" || (symbol === null ? chosen.size > 0 : chosen.has(symbol)))
            );
          });
    if (request.snapshot === true)
      initial.push(...openOrders(connection, (symbol) => chosen === "all" || chosen.has(symbol)));
    const before = subscriptions.orders;
    // If all symbols are rejected, nothing is subscribed, since an empty list would mean all symbols.
    if (before === "all" || chosen === "all") subscriptions.orders = "all";
    else if (chosen.size > 0) subscriptions.orders = new Set([...(before ?? []), ...chosen]);
    return { accepted, rejected, initial };
  },

  unsubscribe({ subscriptions }, symbols) {
    const { orders: before } = subscriptions;
    if (before === undefined || before === "all" || symbols === undefined) {
      // Single symbols cannot be removed from a subscription to all symbols.
      if (symbols === undefined) subscriptions.orders = undefined;
      return before === undefined || before === "all" ? [] : before;
    }
    const remaining = new Set([...before].filter((symbol) => !symbols.has(symbol)));
    subscriptions.orders = remaining.size === 0 ? undefined : remaining;
    return [...before].filter((symbol) => symbols.has(symbol));
  },

  list({ subscriptions: { orders: chosen } }) {
    return chosen === undefined ? [] : [{ channel: "orders", symbols: chosen === "all" ? [] : [...chosen] }];
  },
};

/** Returns the client's open orders, each with its last event. */
function openOrders({ session, owner }: Connection, isReported: (symbol: string) => boolean): DataMessage[] {
  const account = session.accounts.list().find(({ keyId }) => keyId === owner);
  if (account === undefined) return [];
  const { epoch, offset } = session.events;
  const timestamp = formatInstant(session.accounts.time);
  const { run } = account;
  const { open } = run.simulation.broker;
  const ids = open.list().map(({ id }) => id);
  const last = new Map<number, OrderEventKind>(ids.map((id) => [id, "accepted"]));
  for (let i = 0; i < run.eventCount; i++) {
    const { orderId, event } = run.event(i);
    if (last.has(orderId)) last.set(orderId, event);
  }
  return ids
    .toSorted((a, b) => a - b)
    .map((id) => ({ order: orderRecord(account, id), event: last.get(id)! }))
    .filter(({ order }) => isReported(order.symbol))
    .map(({ order, event }) =>
      eventMessage({ type: "order", key: owner, event, order, timestamp }, epoch, offset - 1, { snapshot: true }),
    );
}

/** The channel of status changes of the client's backtests. */
const backtests: Channel = {
  scope: "backtest",
  needsSymbols: false,
  members: [],

  subscribe({ hub, owner, session, subscriptions }, { snapshot = true }) {
    subscriptions.backtests = true;
    const own = snapshot ? hub.context.backtests.jobs.listFor(owner) : [];
    const initial = own.map((one) => backtestMessage(backtestRecord(one), session, { snapshot: true }));
    return { accepted: [], rejected: [], initial };
  },

  unsubscribe({ subscriptions }) {
    subscriptions.backtests = false;
    return [];
  },

  list: ({ subscriptions }) => (subscriptions.backtests ? [{ channel: "backtests", symbols: [] }] : []),
};

/** The channel of the market time and the state of the session's clock. */
const clock: Channel = {
  needsSymbols: false,
  members: [],

  subscribe({ session, subscriptions }, { snapshot = true }) {
    subscriptions.clock = true;
    const initial = snapshot ? [clockMessage(session.clock, session.events.epoch)] : [];
    return { accepted: [], rejected: [], initial };
  },

  unsubscribe({ subscriptions }) {
    subscriptions.clock = false;
    return [];
  },

  list: ({ subscriptions }) => (subscriptions.clock ? [{ channel: "clock", symbols: [] }] : []),
};

/** All channels of the stream. */
export const channels: Readonly<Record<StreamChannel, Channel>> = { quotes, bars, orders, backtests, clock };
