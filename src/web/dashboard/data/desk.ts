import type { Portfolio } from "../../../schemas/account.ts";
import type { FillRecord, OrderRecord } from "../../../schemas/order.ts";
import type { ReplayClock } from "../../../schemas/replay.ts";
import type { Scope } from "../../../schemas/scope.ts";
import type { ChartBars } from "./chart-bars.ts";
import type { ChartInterval, Instrument } from "./instrument.ts";
import { isOpen, orderLine } from "./order-text.ts";
import type { Quote } from "./quote.ts";

/** A value that parts of the page show, and that tells them when it becomes another. */
class Cell<T> {
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

  /** Tells of the value as it is, and of each that follows. */
  show(listener: (value: T) => void): void {
    this.#listeners.add(listener);
    listener(this.#value);
  }
}

/** Market time, and what a second of the world adds to it. */
interface ShownClock {
  /** Epoch milliseconds, as of `readAt`. */
  readonly time: number;
  /** When that was, by the page's own watch. */
  readonly readAt: number;
  /** Market seconds in a second; 0 where it stands still. */
  readonly speed: number;
}

export interface EquityPoint {
  /** Epoch milliseconds. */
  readonly time: number;
  readonly equity: number;
}

/** How news come: by the stream, by asking again and again, or not at all; `refused` when the key is no longer taken. */
export type Connection = "connecting" | "live" | "polling" | "lost" | "refused";

/** So many instruments are watched: as many as one question may name, and one subscription. */
const WATCHED = 100;

/** Everything that the page shows, each part in a cell of its own. */
export class Desk {
  /** Of money, by currency. */
  readonly #currencyDecimals: Readonly<Record<string, number>>;
  readonly connection = new Cell<Connection>("connecting");
  readonly clock = new Cell<ShownClock>({ time: NaN, readAt: 0, speed: 0 });
  /** Of the recording's main calendar. */
  readonly marketStatus = new Cell("");
  /** Name of the main calendar. */
  calendar = "";
  /** What the key may do. Nothing else is asked for: a browser logs each refusal as an error. */
  readonly #scopes: ReadonlySet<Scope>;
  /** Where the replay stands; undefined where the key may not ask. */
  readonly replay = new Cell<ReplayClock | undefined>(undefined);
  readonly instruments = new Cell<readonly Instrument[]>([]);
  readonly quotes = new Cell<ReadonlyMap<string, Quote>>(new Map());
  readonly chosen = new Cell<Instrument | undefined>(undefined);
  readonly interval = new Cell<ChartInterval>("1d");
  /** Set anew when other bars are shown, and when there are more at the end. */
  readonly bars = new Cell<ChartBars | undefined>(undefined);
  /** Undefined where the key may not trade. */
  readonly portfolio = new Cell<Portfolio | undefined>(undefined);
  readonly orders = new Cell<readonly OrderRecord[]>([]);
  readonly fills = new Cell<readonly FillRecord[]>([]);
  readonly equity = new Cell<readonly EquityPoint[]>([]);
  readonly log = new Cell<readonly LogEntry[]>([]);
  /** Of the exchange whose bars are shown. */
  readonly zone = new Cell("UTC");

  constructor(currencyDecimals: Readonly<Record<string, number>>, scopes: readonly Scope[]) {
    this.#currencyDecimals = currencyDecimals;
    this.#scopes = new Set(scopes);
  }

  /** Whether the key has a scope. */
  may(scope: Scope): boolean {
    return this.#scopes.has(scope);
  }

  /** Market time now, by the last that was heard of it. */
  get now(): number {
    const { time, readAt, speed } = this.clock.value;
    return time + (performance.now() - readAt) * speed;
  }

  /** Takes note of what time the market has. */
  setTime(time: number, speed: number = this.clock.value.speed): void {
    this.clock.set({ time, readAt: performance.now(), speed });
  }

  /** The instruments whose prices are kept: the first ones, and the one that is chosen. */
  get watched(): readonly Instrument[] {
    const chosen = this.chosen.value;
    const first = this.instruments.value.slice(0, WATCHED);
    return chosen === undefined || first.some(({ symbol }) => symbol === chosen.symbol)
      ? first
      : [...first.slice(0, -1), chosen];
  }

  /** Decimals of the prices of an instrument. */
  decimalsOf(symbol: string): number {
    return this.instruments.value.find((each) => each.symbol === symbol)?.decimals ?? 2;
  }

  /** Decimals of money in a currency: that of the account where none is named. */
  moneyDecimals(currency = this.portfolio.value?.account.currency ?? ""): number {
    return this.#currencyDecimals[currency] ?? 2;
  }

  say(text: string, tone: LogEntry["tone"] = "plain", time: number = this.now): void {
    // What goes wrong at every look is told once.
    if (tone === "bad" && this.log.value[0]?.text === text) return;
    this.log.set(withEntry(this.log.value, { time, tone, text }));
  }

  /** Takes quotes over. */
  addQuotes(quotes: Iterable<readonly [string, Quote]>): void {
    const known = new Map(this.quotes.value);
    for (const [symbol, quote] of quotes) known.set(symbol, quote);
    this.quotes.set(known);
  }

  /** Takes orders over as they stand, and says of each what became of it. */
  addOrders(orders: readonly OrderRecord[]): void {
    if (orders.length === 0) return;
    const known = new Map(this.orders.value.map((order) => [order.id, order]));
    // The API lists the newest first; what happened is told in its order.
    for (const order of [...orders].toSorted((a, b) => a.updated_at.localeCompare(b.updated_at) || byId(a, b))) {
      const before = known.get(order.id);
      // An answer may be older than what the stream told meanwhile.
      if (before !== undefined && (!isOpen(before) || before.updated_at > order.updated_at)) continue;
      known.set(order.id, order);
      const same = before?.status === order.status && before.filled_quantity === order.filled_quantity;
      if (!same) this.#sayOrder(order);
    }
    this.orders.set([...known.values()].toSorted((a, b) => b.created_at.localeCompare(a.created_at) || byId(b, a)));
  }

  /** Forgets orders of which the server knows nothing any more: their account began anew. */
  dropOrders(ids: readonly string[]): void {
    if (ids.length > 0) this.orders.set(this.orders.value.filter(({ id }) => !ids.includes(id)));
  }

  addEquity(time: number, equity: number): void {
    const points = this.equity.value;
    const last = points.at(-1);
    if (last !== undefined && time < last.time) return;
    const kept = last?.time === time ? points.slice(0, -1) : points;
    this.equity.set([...kept, { time, equity }]);
  }

  #sayOrder(order: OrderRecord): void {
    const tone = order.status === "filled" ? "good" : order.status === "rejected" ? "bad" : "plain";
    this.say(orderLine(order, this.decimalsOf(order.symbol)), tone, Date.parse(order.updated_at));
  }
}

/** Where the clock stands still orders have one time, and their ids count on. */
function byId(a: OrderRecord, b: OrderRecord): number {
  return a.id.localeCompare(b.id, "en", { numeric: true });
}

/** Something that happened, as the log tells it. */
export interface LogEntry {
  /** Market time, epoch milliseconds. */
  readonly time: number;
  readonly tone: "plain" | "good" | "bad";
  readonly text: string;
}

/** So many are kept. */
const KEPT = 300;

/** A log with an entry more, the newest first. */
function withEntry(log: readonly LogEntry[], entry: LogEntry): LogEntry[] {
  return [entry, ...log.slice(0, KEPT - 1)];
}
