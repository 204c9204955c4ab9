import type { Portfolio } from "../../../schemas/account.ts";
import type { FillRecord, OrderRecord } from "../../../schemas/order.ts";
import type { ReplayClock } from "../../../schemas/replay.ts";
import type { Scope } from "../../../schemas/scope.ts";
import type { ChartBars } from "./chart-bars.ts";
import type { ChartInterval, Instrument } from "./instrument.ts";
import { isOpen, orderLine } from "./order-text.ts";
import type { Quote } from "./quote.ts";

/** A value that parts of the page show, and whose changes they follow. */
class ObservableValue<T> {
  #value: T;
  readonly #listeners = new Set<(value: T) => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    this.#value = value;
    for (const listener of this.#listeners) listener(value);
  }

  /** Calls a listener with the current value and with each later one. */
  show(listener: (value: T) => void): void {
    this.#listeners.add(listener);
    listener(this.#value);
  }
}

/** A reading of the market clock, from which the current market time is computed. */
interface ExtrapolatedClock {
  /** Market time when the clock was read, in epoch milliseconds. */
  readonly time: number;
  /** Time of the reading by the browser's own clock. */
  readonly readAt: number;
  /** Market seconds per second; 0 while stopped. */
  readonly speed: number;
}

export interface EquityPoint {
  /** Time in epoch milliseconds. */
  readonly time: number;
  readonly equity: number;
}

/** How data reach the page: by the stream, by polling, or not at all. `refused` means that the server no longer accepts the key. */
export type Connection = "connecting" | "live" | "polling" | "lost" | "refused";

/** Maximum number of watched instruments: as many as one request and one subscription allow. */
const MAX_WATCHED = 100;

/** All data that the page shows, as values whose changes the page follows. */
export class DashboardStore {
  /** Number of decimals of amounts, by currency. */
  readonly #currencyDecimals: Readonly<Record<string, number>>;
  /** Whether the server answers price history of every interval. */
  readonly extended: boolean;
  readonly connection = new ObservableValue<Connection>("connecting");
  readonly clock = new ObservableValue<ExtrapolatedClock>({ time: NaN, readAt: 0, speed: 0 });
  /** Market status by the recording's main calendar, such as open or closed. */
  readonly marketStatus = new ObservableValue("");
  /** Name of the recording's main calendar. */
  calendar = "";
  /** Scopes of the key. The page sends no requests beyond them, since browsers log each failed request as an error. */
  readonly #scopes: ReadonlySet<Scope>;
  /** The replay clock; undefined if the key may not read it. */
  readonly replay = new ObservableValue<ReplayClock | undefined>(undefined);
  readonly instruments = new ObservableValue<readonly Instrument[]>([]);
  readonly quotes = new ObservableValue<ReadonlyMap<string, Quote>>(new Map());
  readonly chosen = new ObservableValue<Instrument | undefined>(undefined);
  readonly interval = new ObservableValue<ChartInterval>("1d");
  /** Bars on the chart. Set when other bars are shown, and when bars are appended. */
  readonly bars = new ObservableValue<ChartBars | undefined>(undefined);
  /** The account and its positions; undefined if the key may not read them. */
  readonly portfolio = new ObservableValue<Portfolio | undefined>(undefined);
  readonly orders = new ObservableValue<readonly OrderRecord[]>([]);
  readonly fills = new ObservableValue<readonly FillRecord[]>([]);
  readonly equity = new ObservableValue<readonly EquityPoint[]>([]);
  readonly log = new ObservableValue<readonly LogEntry[]>([]);
  /** Time zone of the exchange whose bars are shown. */
  readonly zone = new ObservableValue("UTC");

  constructor(currencyDecimals: Readonly<Record<string, number>>, scopes: readonly Scope[], extended: boolean) {
    this.#currencyDecimals = currencyDecimals;
    this.extended = extended;
    this.#scopes = new Set(scopes);
  }

  /** Whether the key has a scope. */
  hasScope(scope: Scope): boolean {
    return this.#scopes.has(scope);
  }

  /** Current market time, computed from the last reading of the clock. */
  get now(): number {
    const { time, readAt, speed } = this.clock.value;
    return time + (performance.now() - readAt) * speed;
  }

  /** Records a reading of the market clock. */
  setTime(time: number, speed: number = this.clock.value.speed): void {
    this.clock.set({ time, readAt: performance.now(), speed });
  }

  /** The watched instruments: the first ones of the recording, and the chosen one. */
  get watched(): readonly Instrument[] {
    const chosen = this.chosen.value;
    const first = this.instruments.value.slice(0, MAX_WATCHED);
    return chosen === undefined || first.some(({ symbol }) => symbol === chosen.symbol)
      ? first
      : [...first.slice(0, -1), chosen];
  }

  /** Number of decimals of an instrument's prices. */
  decimalsOf(symbol: string): number {
    return this.instruments.value.find((each) => each.symbol === symbol)?.decimals ?? 2;
  }

  /** Number of decimals of amounts in a currency, by default the account's currency. */
  moneyDecimals(currency = this.portfolio.value?.account.currency ?? ""): number {
    return this.#currencyDecimals[currency] ?? 2;
  }

  addLogEntry(text: string, tone: LogEntry["tone"] = "plain", time: number = this.now): void {
    // An error that repeats the newest entry is not logged again.
    if (tone === "bad" && this.log.value[0]?.text === text) return;
    this.log.set(prependEntry(this.log.value, { time, tone, text }));
  }

  /** Stores the latest quotes of instruments. */
  addQuotes(quotes: Iterable<readonly [string, Quote]>): void {
    const known = new Map(this.quotes.value);
    for (const [symbol, quote] of quotes) known.set(symbol, quote);
    this.quotes.set(known);
  }

  /** Stores orders, and logs changes of their status. */
  addOrders(orders: readonly OrderRecord[]): void {
    if (orders.length === 0) return;
    const known = new Map(this.orders.value.map((order) => [order.id, order]));
    // The API lists the newest order first, but the log needs the order in which they changed.
    for (const order of [...orders].toSorted((a, b) => a.updated_at.localeCompare(b.updated_at) || byId(a, b))) {
      const before = known.get(order.id);
      // An answer may be older than a message that the stream has already delivered.
      if (before !== undefined && (!isOpen(before) || before.updated_at > order.updated_at)) continue;
      known.set(order.id, order);
      const same = before?.status === order.status && before.filled_quantity === order.filled_quantity;
      if (!same) this.#logOrder(order);
    }
    this.orders.set([...known.values()].toSorted((a, b) => b.created_at.localeCompare(a.created_at) || byId(b, a)));
  }

  /** Removes orders that the server no longer knows, because their account was reset. */
  dropOrders(ids: readonly string[]): void {
    if (ids.length > 0) this.orders.set(this.orders.value.filter(({ id }) => !ids.includes(id)));
  }

  addEquity(time: number, equity: number): void {
    const points = this.equity.value;
    const last = points.at(-1);
    if (last !== undefined && time < last.time) return;
    const others = last?.time === time ? points.slice(0, -1) : points;
    this.equity.set([...others, { time, equity }]);
  }

  #logOrder(order: OrderRecord): void {
    const tone = order.status === "filled" ? "good" : order.status === "rejected" ? "bad" : "plain";
    this.addLogEntry(orderLine(order, this.decimalsOf(order.symbol)), tone, Date.parse(order.updated_at));
  }
}

/** Compares orders by id, for orders with the same time, as while the market clock is stopped. */
function byId(a: OrderRecord, b: OrderRecord): number {
  return a.id.localeCompare(b.id, "en", { numeric: true });
}

/** An entry of the log. */
export interface LogEntry {
  /** Market time, epoch milliseconds. */
  readonly time: number;
  readonly tone: "plain" | "good" | "bad";
  readonly text: string;
}

/** Maximum number of log entries. */
const MAX_LOG_ENTRIES = 300;

/** Returns the log with a new entry in front, without the oldest entries beyond the maximum. */
function prependEntry(log: readonly LogEntry[], entry: LogEntry): LogEntry[] {
  return [entry, ...log.slice(0, MAX_LOG_ENTRIES - 1)];
}
