import { graphAdjustments } from "../../market/action-factors.ts";
import type { OrderEventKind } from "../../broker/order-record.ts";
import type { History, MarketView } from "../../market/market-view.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { Scope } from "../../schemas/scope.ts";
import type { RejectedSymbol } from "../../schemas/stream-message.ts";
import type { StreamChannel, StreamSubscribe } from "../../schemas/stream-request.ts";
import { formatInstant } from "../../time/instant.ts";
import { type Interval, INTERVALS } from "../../time/interval.ts";
import { backtestRecord } from "../backtests/backtest-records.ts";
import { invalidParameters } from "../errors/api-error.ts";
import { exactBar, shownBar } from "../sessions/events/bar-mark.ts";
import { streamQuote } from "../sessions/events/stream-quote.ts";
import type { TranscriptEvent, Wanted } from "../sessions/session-event.ts";
import type { ReplaySession } from "../sessions/session.ts";
import { orderRecord } from "../trading/order-record.ts";
import type { Connection } from "./connection.ts";
import { backtestMessage, clockMessage, type DataMessage, eventMessage } from "./data-message.ts";
import { barName } from "./subscriptions.ts";

/** What came of a wish to be told of something. */
interface Subscribed {
  readonly accepted: Iterable<string>;
  readonly rejected: readonly RejectedSymbol[];
  /** What the client is told first: what it has missed, or how things stand. */
  readonly begin: readonly DataMessage[];
}

/** A subscription as it is listed. */
interface Listed {
  channel: StreamChannel;
  symbols: string[];
  interval?: Interval;
}

/** One kind of thing that clients are told of. */
export interface Channel {
  /** What a key must be allowed to do, beside reading the stream. */
  readonly scope?: Scope;
  readonly needsSymbols: boolean;
  /** Members of a subscription that mean something for it, beside those that all take. */
  readonly takes: readonly string[];
  /** Throws an ApiError and changes nothing for what cannot be. */
  subscribe(connection: Connection, request: StreamSubscribe): Subscribed;
  /** Of all symbols when none are given. Returns those that were told of until now. */
  unsubscribe(connection: Connection, symbols: ReadonlySet<string> | undefined, interval?: Interval): Iterable<string>;
  list(connection: Connection): Listed[];
}

/** Completed bars of instruments, of any length that can be answered. */
const bars: Channel = {
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
  const { dividends } = graphAdjustments[run?.graph_prices ?? "splits"];
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

/** Prices of instruments, with corporate actions and changes of their markets. */
const quotes: Channel = {
  needsSymbols: true,
  takes: ["symbols", "from", "epoch", "conflate_ms"],

  subscribe(connection, request) {
    const { session, subscriptions, feed } = connection;
    const { from, conflate_ms: conflateMs = 0, snapshot = from === undefined } = request;
    // The clock is read first: what is due until now has happened when offsets are looked at.
    const view = session.view();
    const { accepted, rejected } = foundSymbols(session, view, request.symbols ?? []);
    checkRoom(connection, [...accepted].filter((symbol) => !subscriptions.quotes.has(symbol)).length);
    const comesAlong = newlyFollowed(connection, view, accepted);
    const wanted = { quote: (symbol: string) => accepted.has(symbol), bar: () => false };
    const begin =
      from === undefined
        ? []
        : missedEvents(session, request, wanted, (event) => event.type === "quote" || comesAlong(event));
    const { epoch, offset } = session.events;
    for (const symbol of accepted) {
      connection.forgetQuotes(symbol);
      subscriptions.quotes.set(symbol, conflateMs);
      feed.addQuotes(connection, symbol);
      if (!snapshot || !view.has(symbol)) continue;
      const quote = streamQuote(view, symbol, session.lockstep);
      begin.push(eventMessage(quote, epoch, offset - 1, { snapshot: true }));
    }
    noteCalendars(connection, view, accepted);
    return { accepted, rejected, begin };
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

/** Throws when a connection would be told of more symbols than it may. */
function checkRoom(connection: Connection, more: number): void {
  const { symbolsPerConnection } = connection.hub.settings;
  const count = connection.subscriptions.size + more;
  if (count <= symbolsPerConnection) return;
  const reason = `must bring the symbols of the connection to at most ${symbolsPerConnection}, would be ${count}`;
  throw invalidParameters([{ in: "body", parameter: "symbols", reason }], {
    reason: "too_many_symbols",
    limit: symbolsPerConnection,
    subscribed: connection.subscriptions.size,
  });
}

/** Which corporate actions and changes of markets come with symbols that were not followed before: those are told once, whatever else is. */
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
  const visited = [...calendars].filter((calendar) => !connection.visits(calendar));
  return (event) => {
    if (event.type === "corporate_action") return fresh.has(event.symbol);
    return event.type === "market_status" && visited.includes(event.calendar);
  };
}

/** Notes the calendars of symbols that are followed from now on. */
function noteCalendars(connection: Connection, view: MarketView, symbols: Iterable<string>): void {
  for (const symbol of symbols) if (view.has(symbol)) connection.notes(symbol, view.instrument(symbol).calendar);
}

/** Symbols that can be subscribed, and those that cannot, in the order in which they were given. */
interface FoundSymbols {
  readonly accepted: Set<string>;
  readonly rejected: RejectedSymbol[];
}

/** Looks symbols up by the ids that are known now, in any case. */
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
  const message = `${symbol} is not the id of an instrument that is known now`;
  return { symbol, code: "SYMBOL_NOT_FOUND", message, suggestion: suggestion ?? null };
}

/** What a subscription that goes on from an offset begins with: the events since then which it would have been told. */
function missedEvents(
  { events }: ReplaySession,
  { from = 0, epoch = events.epoch }: StreamSubscribe,
  wanted: Wanted,
  isTold: (event: TranscriptEvent) => boolean,
): DataMessage[] {
  const past = epoch === events.epoch ? events.since(from, wanted) : undefined;
  if (past === undefined) {
    const { oldest, offset } = events;
    const reason = `must be an offset of epoch ${events.epoch} from ${oldest} to ${offset}`;
    throw invalidParameters([{ in: "body", parameter: "from", value: from, reason }], {
      reason: "offset_unavailable",
      epoch: events.epoch,
      oldest,
      offset,
    });
  }
  return past
    .filter(({ event }) => isTold(event))
    .map(({ event, offset }) => eventMessage(event, events.epoch, offset));
}

/** Nothing of the recording but what is always told. */
const NO_PRICES: Wanted = { quote: () => false, bar: () => false };

/** Orders of the client's account, and every entry of its ledger. */
const orders: Channel = {
  scope: "trading:read",
  needsSymbols: false,
  takes: ["symbols", "from", "epoch"],

  subscribe(connection, request) {
    const { session, subscriptions, owner } = connection;
    const view = session.view();
    const given = request.symbols ?? [];
    const { accepted, rejected } = foundSymbols(session, view, given);
    const of = given.length === 0 ? "all" : accepted;
    const begin =
      request.from === undefined
        ? []
        : missedEvents(session, request, NO_PRICES, (event) => {
            if (event.type !== "order" && event.type !== "entry") return false;
            const { symbol } = event.type === "order" ? event.order : event.entry;
            return event.key === owner && (of === "all" || (symbol === null ? of.size > 0 : of.has(symbol)));
          });
    if (request.snapshot === true)
      begin.push(...standingOrders(connection, (symbol) => of === "all" || of.has(symbol)));
    const before = subscriptions.orders;
    // Where every symbol is rejected nothing is subscribed: an empty list would read as all.
    if (before === "all" || of === "all") subscriptions.orders = "all";
    else if (of.size > 0) subscriptions.orders = new Set([...(before ?? []), ...of]);
    return { accepted, rejected, begin };
  },

  unsubscribe({ subscriptions }, symbols) {
    const { orders: before } = subscriptions;
    if (before === undefined || before === "all" || symbols === undefined) {
      // Told of all symbols, there is no telling of all but some.
      if (symbols === undefined) subscriptions.orders = undefined;
      return before === undefined || before === "all" ? [] : before;
    }
    const left = new Set([...before].filter((symbol) => !symbols.has(symbol)));
    subscriptions.orders = left.size === 0 ? undefined : left;
    return [...before].filter((symbol) => symbols.has(symbol));
  },

  list({ subscriptions: { orders: of } }) {
    return of === undefined ? [] : [{ channel: "orders", symbols: of === "all" ? [] : [...of] }];
  },
};

/** The orders of a client that may still fill, as they stand, each with what happened to it last. */
function standingOrders({ session, owner }: Connection, isTold: (symbol: string) => boolean): DataMessage[] {
  const account = session.accounts.list().find(({ keyId }) => keyId === owner);
  if (account === undefined) return [];
  const { epoch, offset } = session.events;
  const timestamp = formatInstant(session.accounts.time);
  const { run } = account;
  const { open } = run.simulation.broker;
  const live = open.list();
  const ids = live.map(({ id }) => id);
  const last = new Map<number, OrderEventKind>(ids.map((id) => [id, "accepted"]));
  for (let i = 0; i < run.eventCount; i++) {
    const { orderId, event } = run.event(i);
    if (last.has(orderId)) last.set(orderId, event);
  }
  return ids
    .toSorted((a, b) => a - b)
    .map((id) => ({ order: orderRecord(account, id), event: last.get(id)! }))
    .filter(({ order }) => isTold(order.symbol))
    .map(({ order, event }) =>
      eventMessage({ type: "order", key: owner, event, order, timestamp }, epoch, offset - 1, { snapshot: true }),
    );
}

/** How the client's backtests get on. */
const backtests: Channel = {
  scope: "backtest",
  needsSymbols: false,
  takes: [],

  subscribe({ hub, owner, session, subscriptions }, { snapshot = true }) {
    subscriptions.backtests = true;
    const own = snapshot ? hub.context.backtests.jobs.of(owner) : [];
    const begin = own.map((one) => backtestMessage(backtestRecord(one), session, { snapshot: true }));
    return { accepted: [], rejected: [], begin };
  },

  unsubscribe({ subscriptions }) {
    subscriptions.backtests = false;
    return [];
  },

  list: ({ subscriptions }) => (subscriptions.backtests ? [{ channel: "backtests", symbols: [] }] : []),
};

/** What time it is in the session, and how its clock moves. */
const clock: Channel = {
  needsSymbols: false,
  takes: [],

  subscribe({ session, subscriptions }, { snapshot = true }) {
    subscriptions.clock = true;
    const begin = snapshot ? [clockMessage(session.clock, session.events.epoch)] : [];
    return { accepted: [], rejected: [], begin };
  },

  unsubscribe({ subscriptions }) {
    subscriptions.clock = false;
    return [];
  },

  list: ({ subscriptions }) => (subscriptions.clock ? [{ channel: "clock", symbols: [] }] : []),
};

/** What clients can be told of. */
export const channels: Readonly<Record<StreamChannel, Channel>> = { quotes, bars, orders, backtests, clock };
