import type { StreamMessage } from "../../../schemas/stream-message.ts";
import { numberText } from "../../report/number-text.ts";
import type { DashboardStore } from "../data/dashboard-store.ts";
import { type ChartInterval, type Instrument, intervalMs, isQuotedTogether } from "../data/instrument.ts";
import { readQuote } from "../data/quote.ts";
import { type Api, RequestError } from "./api.ts";
import * as load from "./load.ts";
import { setReplay } from "./load.ts";
import { MarketStream } from "./stream.ts";

/** Milliseconds between polls of the clock, with and without the stream. */
const CLOCK_POLL_MS = { live: 5_000, polling: 1_000 };
/** Requests of one complete refresh: the clock, quotes, bars, the account, orders (twice), fills, and others. */
const REQUESTS_PER_ROUND = 9;
/** How far the market time may fall after a server restart without counting as a move backwards. */
const RESTART_TOLERANCE_MS = 60_000;
/** Milliseconds between two quotes of a symbol at the least, since people cannot read faster changes. */
const CONFLATE_MS = 200;

/** Keeps the page's data up to date, by the stream if available and by polling otherwise. */
export class Feed {
  readonly portfolio: Refresher;
  readonly orders: Refresher;
  readonly fills: Refresher;
  readonly bars: Refresher;
  readonly quotes: Refresher;
  readonly #api: Api;
  readonly #store: DashboardStore;
  /** The stream; undefined if the key may not use it. */
  readonly #stream: MarketStream | undefined;
  #lastTime = NaN;
  #turn = 0;
  #subscribed: { readonly symbol: string; readonly interval: ChartInterval } | undefined;

  constructor(api: Api, store: DashboardStore) {
    this.#api = api;
    this.#store = store;
    const quiet = (work: () => Promise<void>) => () => work().catch((error: unknown) => this.#failed(error));
    const refresher = (work: () => Promise<void>) => new Refresher(api, REQUESTS_PER_ROUND, quiet(work));
    this.portfolio = refresher(() => load.loadPortfolio(api, store));
    this.orders = refresher(() => load.loadOrders(api, store));
    this.fills = refresher(() => load.loadFills(api, store));
    this.bars = refresher(() => load.loadBars(api, store));
    this.quotes = refresher(async () => {
      await load.loadClock(api, store);
      await load.loadQuotes(api, store, (each) => this.#isDueNow(each));
    });
    if (store.hasScope("stream:read"))
      this.#stream = new MarketStream(api.key, {
        opened: () => this.#opened(),
        message: (message) => this.#handle(message),
        closed: () => {
          if (store.connection.value === "live") store.connection.set("polling");
        },
      });
    void this.#pollClock();
  }

  /** Shows the bars of an instrument in an interval. */
  show(instrument: Instrument, interval: ChartInterval): void {
    const { chosen, interval: shown } = this.#store;
    chosen.set(instrument);
    shown.set(interval);
    void this.bars.now();
    if (!this.#store.quotes.value.has(instrument.symbol)) this.#subscribeQuote(instrument);
    this.#subscribeBars();
  }

  /** Subscribes to an instrument outside the initial watchlist. */
  #subscribeQuote({ symbol }: Instrument): void {
    void this.quotes.now();
    this.#stream?.send({ action: "subscribe", channel: "quotes", symbols: [symbol], conflate_ms: CONFLATE_MS });
  }

  /** Reloads everything after the user moved the market clock, so that the result is visible at once. */
  refresh(): void {
    this.#refreshParts([this.quotes, this.bars]);
    this.refreshTrading();
  }

  /** Reloads orders, fills and the account after an order was submitted or canceled. */
  refreshTrading(): void {
    if (this.#store.portfolio.value !== undefined) this.#refreshParts([this.orders, this.fills, this.portfolio]);
  }

  #refreshParts(parts: readonly Refresher[]): void {
    const live = this.#store.connection.value === "live";
    for (const part of parts) {
      if (live) part.request();
      else void part.now();
    }
  }

  /** Discards data of later market times after the clock was moved back, and reloads. */
  async restart(): Promise<void> {
    this.#lastTime = NaN;
    const { orders, fills, equity, bars } = this.#store;
    orders.set([]);
    fills.set([]);
    equity.set([]);
    bars.set(undefined);
    await load.loadInstruments(this.#api, this.#store).catch((error: unknown) => this.#failed(error));
    this.#subscribe();
    this.refresh();
  }

  #opened(): void {
    this.#store.connection.set("live");
    this.#subscribe();
    this.refresh();
  }

  #subscribe(): void {
    const symbols = this.#store.watched.map(({ symbol }) => symbol);
    this.#stream?.send({ action: "subscribe", channel: "clock" });
    this.#stream?.send({ action: "subscribe", channel: "quotes", symbols, conflate_ms: CONFLATE_MS });
    if (this.#store.portfolio.value !== undefined) this.#stream?.send({ action: "subscribe", channel: "orders" });
    this.#subscribed = undefined;
    this.#subscribeBars();
  }

  #subscribeBars(): void {
    const symbol = this.#store.chosen.value?.symbol;
    if (symbol === undefined) return;
    const interval = this.#store.interval.value;
    const before = this.#subscribed;
    if (before?.symbol === symbol && before.interval === interval) return;
    if (before !== undefined)
      this.#stream?.send({
        action: "unsubscribe",
        channel: "bars",
        symbols: [before.symbol],
        interval: before.interval,
      });
    this.#stream?.send({ action: "subscribe", channel: "bars", symbols: [symbol], interval });
    this.#subscribed = { symbol, interval };
  }

  #handle(message: StreamMessage): void {
    const store = this.#store;
    applyMessage(store, message);
    if (message.type === "quote" && store.portfolio.value?.positions.some(({ symbol }) => symbol === message.symbol))
      this.portfolio.request();
    if (message.type === "order" || message.type === "entry") {
      this.portfolio.request();
      if (message.type === "order" && message.fill !== undefined) this.fills.request();
    }
    if (message.type === "corporate_action") this.bars.request();
    if (message.type === "warning" && message.code === "SESSION_RESTARTED") void this.restart();
  }

  /** Polls the clock. Without the stream, everything else is reloaded when the clock has moved. */
  async #pollClock(): Promise<void> {
    const store = this.#store;
    const live = store.connection.value === "live";
    const epoch = store.replay.value?.epoch;
    try {
      await load.loadReplay(this.#api, store);
      if (store.replay.value === undefined) await load.loadClock(this.#api, store);
      if (store.connection.value === "lost") this.#stream?.retry();
      if (store.connection.value === "lost" || store.connection.value === "connecting") store.connection.set("polling");
      const { time } = store.clock.value;
      // Another client moved the market back, or the server restarted. With a stream, the page also learns this there.
      if ((epoch !== undefined && store.replay.value?.epoch !== epoch) || time < this.#lastTime - RESTART_TOLERANCE_MS)
        await this.restart();
      if (!live && time !== this.#lastTime) {
        this.quotes.request();
        if (this.#mayHaveNewBar(time)) this.bars.request();
        if (store.portfolio.value !== undefined) {
          for (const part of [this.orders, this.fills, this.portfolio]) part.request();
        }
      }
      this.#lastTime = time;
    } catch (error) {
      this.#failed(error);
    }
    if (store.connection.value === "refused") return;
    const gap = live ? CLOCK_POLL_MS.live : CLOCK_POLL_MS.polling;
    // Requests for the replay clock do not count against the limit.
    const pace = store.replay.value === undefined ? this.#api.pace(REQUESTS_PER_ROUND) : 0;
    setTimeout(() => void this.#pollClock(), Math.max(gap, pace));
  }

  /** Whether a bar may have closed since the last bar on the chart. */
  #mayHaveNewBar(time: number): boolean {
    const last = this.#store.bars.value?.time.at(-1);
    return last === undefined || time < last || time >= last + 2 * intervalMs(this.#store.interval.value);
  }

  /**
   * Whether to request the quote of an instrument in this round: always for the chosen one, and in turn for those that need a request each.
   */
  #isDueNow(instrument: Instrument): boolean {
    const others = this.#store.watched.filter((each) => !isQuotedTogether(each));
    if (instrument === others[0]) this.#turn++;
    return instrument === this.#store.chosen.value || instrument === others[this.#turn % others.length];
  }

  #failed(error: unknown): void {
    if (!(error instanceof RequestError)) throw error;
    const store = this.#store;
    if (error.status === 0) {
      store.connection.set("lost");
      // Without a server the market time is unknown, so the clock stops.
      store.setTime(store.now, 0);
    } else if (error.status === 401) {
      store.connection.set("refused");
      store.setTime(store.now, 0);
      store.addLogEntry("The server no longer accepts this key. Reload the page and enter another one.", "bad");
    } else if (error.status !== 404 && error.status !== 503) store.addLogEntry(error.message, "bad");
  }
}

/** Milliseconds between two reloads at the least. */
const MIN_INTERVAL_MS = 750;

/**
 * Reloads a part of the data whenever it may have changed: one request at a time, and slowly enough that the key's requests last for its
 * hour.
 */
class Refresher {
  readonly #api: Api;
  readonly #requests: number;
  readonly #load: () => Promise<void>;
  #last = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = false;
  #isRequestedAgain = false;

  /** `requests` is the number of requests of one reload, including those that other parts of the page make at the same time. */
  constructor(api: Api, requests: number, work: () => Promise<void>) {
    this.#api = api;
    this.#requests = requests;
    this.#load = work;
  }

  /** Reloads at once, or as soon as the minimum interval has passed. */
  request(): void {
    if (this.#running) this.#isRequestedAgain = true;
    else if (this.#timer === undefined) {
      const gap = Math.max(MIN_INTERVAL_MS, this.#api.pace(this.#requests));
      const wait = Math.max(0, this.#last + gap - performance.now());
      this.#timer = setTimeout(() => void this.now(), wait);
    }
  }

  /** Reloads immediately. */
  async now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running = true;
    try {
      await this.#load();
    } finally {
      this.#running = false;
      this.#last = performance.now();
      if (this.#isRequestedAgain) {
        this.#isRequestedAgain = false;
        this.request();
      }
    }
  }
}

/** Applies a message of the stream to the store. */
function applyMessage(store: DashboardStore, message: StreamMessage): void {
  if ("timestamp" in message && "seq" in message) advanceTime(store, Date.parse(message.timestamp));
  switch (message.type) {
    case "quote":
      store.addQuotes([[message.symbol, readQuote(message)]]);
      break;
    case "bar": {
      const bars = store.bars.value;
      if (bars?.symbol === message.symbol && bars.interval === message.interval && bars.add(message.bar)) {
        store.bars.set(bars);
      }
      break;
    }
    case "order":
      store.addOrders([message.order]);
      break;
    case "corporate_action": {
      const { symbol, kind, ratio, cash } = message;
      const what = kind === "split" ? `split ${numberText(ratio, 4)} for 1` : `dividend of ${numberText(cash, 4)}`;
      store.addLogEntry(`${symbol}: ${what}`, "plain", Date.parse(message.timestamp));
      break;
    }
    case "market_status":
      // Market hours of another calendar matter only if an instrument of that calendar is shown.
      if (message.calendar === store.calendar) store.marketStatus.set(message.status);
      else if (message.calendar !== store.chosen.value?.calendar) break;
      store.addLogEntry(`${message.calendar} is ${message.status}`, "plain", Date.parse(message.timestamp));
      break;
    case "clock": {
      const replay = store.replay.value;
      if (replay !== undefined) setReplay(store, { ...replay, ...message });
      break;
    }
    case "replay_completed":
      store.addLogEntry("The recording ends here.");
      break;
    case "error":
    case "warning":
      store.addLogEntry(message.message, "bad");
      break;
    default:
      break;
  }
}

/** Advances the market time to the time of a message. The page's clock may run slightly ahead of messages, so it is never set back here. */
function advanceTime(store: DashboardStore, time: number): void {
  if (time > store.now) store.setTime(time);
}
