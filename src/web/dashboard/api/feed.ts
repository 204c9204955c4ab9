import type { StreamMessage } from "../../../schemas/stream-message.ts";
import { numberText } from "../../report/number-text.ts";
import type { Desk } from "../data/desk.ts";
import { type ChartInterval, type Instrument, lengthOf, quotedTogether } from "../data/instrument.ts";
import { readQuote } from "../data/quote.ts";
import { type Api, Refusal } from "./api.ts";
import * as load from "./load.ts";
import { setReplay } from "./load.ts";
import { MarketStream } from "./stream.ts";

/** Milliseconds between two looks at the clock, when news come by themselves and when they do not. */
const LOOK_MS = { live: 5_000, polling: 1_000 };
/** Requests of a round in which everything is asked for again: the clock, quotes, bars, the account, orders twice and fills. */
const ROUND = 9;
/** A server that starts again may stand a little earlier than before. */
const BACK_MS = 60_000;
/** At most one quote of a symbol in so many milliseconds: more than anybody reads. */
const CONFLATE_MS = 200;

/** Keeps the desk as the market is: by the stream where there is one, by asking where there is none. */
export class Feed {
  readonly portfolio: Refresher;
  readonly orders: Refresher;
  readonly fills: Refresher;
  readonly bars: Refresher;
  readonly quotes: Refresher;
  readonly #api: Api;
  readonly #desk: Desk;
  /** None for a key that may not open one. */
  readonly #stream: MarketStream | undefined;
  #seen = NaN;
  #turn = 0;
  #subscribed: { readonly symbol: string; readonly interval: ChartInterval } | undefined;

  constructor(api: Api, desk: Desk) {
    this.#api = api;
    this.#desk = desk;
    const quiet = (work: () => Promise<void>) => () => work().catch((error: unknown) => this.#failed(error));
    const refresher = (work: () => Promise<void>) => new Refresher(api, ROUND, quiet(work));
    this.portfolio = refresher(() => load.loadPortfolio(api, desk));
    this.orders = refresher(() => load.loadOrders(api, desk));
    this.fills = refresher(() => load.loadFills(api, desk));
    this.bars = refresher(() => load.loadBars(api, desk));
    this.quotes = refresher(async () => {
      await load.loadClock(api, desk);
      await load.loadQuotes(api, desk, (each) => this.#isTurnOf(each));
    });
    if (desk.may("stream:read"))
      this.#stream = new MarketStream(api.key, {
        opened: () => this.#opened(),
        message: (message) => this.#take(message),
        closed: () => {
          if (desk.connection.value === "live") desk.connection.set("polling");
        },
      });
    void this.#look();
  }

  /** Shows the bars of an instrument in a length. */
  show(instrument: Instrument, interval: ChartInterval): void {
    const { chosen, interval: shown } = this.#desk;
    chosen.set(instrument);
    shown.set(interval);
    void this.bars.now();
    if (!this.#desk.quotes.value.has(instrument.symbol)) this.#watch(instrument);
    this.#subscribeBars();
  }

  /** Has the prices of an instrument told that was not among those that are watched from the start. */
  #watch({ symbol }: Instrument): void {
    void this.quotes.now();
    this.#stream?.send({ action: "subscribe", channel: "quotes", symbols: [symbol], conflate_ms: CONFLATE_MS });
  }

  /** Everything is other than it was: the market was moved by hand. Who does that wants to see it, stream or not. */
  refresh(): void {
    this.#ask([this.quotes, this.bars]);
    this.refreshTrading();
  }

  /** An order was placed or canceled. */
  refreshTrading(): void {
    if (this.#desk.portfolio.value !== undefined) this.#ask([this.orders, this.fills, this.portfolio]);
  }

  #ask(parts: readonly Refresher[]): void {
    const live = this.#desk.connection.value === "live";
    for (const part of parts) {
      if (live) part.request();
      else void part.now();
    }
  }

  /** The market was put back: what was known of later is forgotten. */
  async restart(): Promise<void> {
    this.#seen = NaN;
    const { orders, fills, equity, bars } = this.#desk;
    orders.set([]);
    fills.set([]);
    equity.set([]);
    bars.set(undefined);
    await load.loadInstruments(this.#api, this.#desk).catch((error: unknown) => this.#failed(error));
    this.#subscribe();
    this.refresh();
  }

  #opened(): void {
    this.#desk.connection.set("live");
    this.#subscribe();
    this.refresh();
  }

  #subscribe(): void {
    const symbols = this.#desk.watched.map(({ symbol }) => symbol);
    this.#stream?.send({ action: "subscribe", channel: "clock" });
    this.#stream?.send({ action: "subscribe", channel: "quotes", symbols, conflate_ms: CONFLATE_MS });
    if (this.#desk.portfolio.value !== undefined) this.#stream?.send({ action: "subscribe", channel: "orders" });
    this.#subscribed = undefined;
    this.#subscribeBars();
  }

  #subscribeBars(): void {
    const symbol = this.#desk.chosen.value?.symbol;
    if (symbol === undefined) return;
    const interval = this.#desk.interval.value;
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

  #take(message: StreamMessage): void {
    const desk = this.#desk;
    takeMessage(desk, message);
    if (message.type === "quote" && desk.portfolio.value?.positions.some(({ symbol }) => symbol === message.symbol))
      this.portfolio.request();
    if (message.type === "order" || message.type === "entry") {
      this.portfolio.request();
      if (message.type === "order" && message.fill !== undefined) this.fills.request();
    }
    if (message.type === "corporate_action") this.bars.request();
    if (message.type === "warning" && message.code === "SESSION_RESTARTED") void this.restart();
  }

  /** Looks at the clock, and asks for everything else when it has moved and nothing comes by itself. */
  async #look(): Promise<void> {
    const desk = this.#desk;
    const live = desk.connection.value === "live";
    const epoch = desk.replay.value?.epoch;
    try {
      await load.loadReplay(this.#api, desk);
      if (desk.replay.value === undefined) await load.loadClock(this.#api, desk);
      if (desk.connection.value === "lost") this.#stream?.retry();
      if (desk.connection.value === "lost" || desk.connection.value === "connecting") desk.connection.set("polling");
      const { time } = desk.clock.value;
      // Somebody else put the market back, or the server began anew: the stream tells of it where there is one.
      if ((epoch !== undefined && desk.replay.value?.epoch !== epoch) || time < this.#seen - BACK_MS)
        await this.restart();
      if (!live && time !== this.#seen) {
        this.quotes.request();
        if (this.#barIsDue(time)) this.bars.request();
        if (desk.portfolio.value !== undefined) {
          for (const part of [this.orders, this.fills, this.portfolio]) part.request();
        }
      }
      this.#seen = time;
    } catch (error) {
      this.#failed(error);
    }
    if (desk.connection.value === "refused") return;
    const gap = live ? LOOK_MS.live : LOOK_MS.polling;
    // Where the replay tells the time no request is counted for it.
    const pace = desk.replay.value === undefined ? this.#api.pace(ROUND) : 0;
    setTimeout(() => void this.#look(), Math.max(gap, pace));
  }

  /** Whether a bar may have been completed since the last that is shown. */
  #barIsDue(time: number): boolean {
    const last = this.#desk.bars.value?.time.at(-1);
    return last === undefined || time < last || time >= last + 2 * lengthOf(this.#desk.interval.value);
  }

  /** What is shown large is asked for each time, of the others that cannot be asked for together one after the other. */
  #isTurnOf(instrument: Instrument): boolean {
    const others = this.#desk.watched.filter((each) => !quotedTogether(each));
    if (instrument === others[0]) this.#turn++;
    return instrument === this.#desk.chosen.value || instrument === others[this.#turn % others.length];
  }

  #failed(error: unknown): void {
    if (!(error instanceof Refusal)) throw error;
    const desk = this.#desk;
    if (error.status === 0) {
      desk.connection.set("lost");
      // Nobody knows what time it is there now.
      desk.setTime(desk.now, 0);
    } else if (error.status === 401) {
      desk.connection.set("refused");
      desk.setTime(desk.now, 0);
      desk.say("The server no longer takes this key: reload the page and enter another.", "bad");
    } else if (error.status !== 404 && error.status !== 503) desk.say(error.message, "bad");
  }
}

/** Least milliseconds between two rounds. */
const GAP_MS = 750;

/**
 * Asks for something again whenever it may have changed, never twice at once and never so often that the key's requests run out
 * before its hour does.
 */
class Refresher {
  readonly #api: Api;
  readonly #requests: number;
  readonly #load: () => Promise<void>;
  #last = -Infinity;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #running = false;
  #again = false;

  /** `requests`: how many requests a round takes, and those that go along with it. */
  constructor(api: Api, requests: number, work: () => Promise<void>) {
    this.#api = api;
    this.#requests = requests;
    this.#load = work;
  }

  /** At once when the last round is long enough ago, else as soon as it is. */
  request(): void {
    if (this.#running) this.#again = true;
    else if (this.#waiting === undefined) {
      const gap = Math.max(GAP_MS, this.#api.pace(this.#requests));
      const wait = Math.max(0, this.#last + gap - performance.now());
      this.#waiting = setTimeout(() => void this.now(), wait);
    }
  }

  /** At once, whatever it costs. */
  async now(): Promise<void> {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    this.#running = true;
    try {
      await this.#load();
    } finally {
      this.#running = false;
      this.#last = performance.now();
      if (this.#again) {
        this.#again = false;
        this.request();
      }
    }
  }
}

/** Puts what the stream told on the desk. */
function takeMessage(desk: Desk, message: StreamMessage): void {
  if ("timestamp" in message && "seq" in message) noteTime(desk, Date.parse(message.timestamp));
  switch (message.type) {
    case "quote":
      desk.addQuotes([[message.symbol, readQuote(message)]]);
      break;
    case "bar": {
      const bars = desk.bars.value;
      if (bars?.symbol === message.symbol && bars.interval === message.interval && bars.add(message.bar)) {
        desk.bars.set(bars);
      }
      break;
    }
    case "order":
      desk.addOrders([message.order]);
      break;
    case "corporate_action": {
      const { symbol, kind, ratio, cash } = message;
      const what = kind === "split" ? `split ${numberText(ratio, 4)} for 1` : `dividend of ${numberText(cash, 4)}`;
      desk.say(`${symbol}: ${what}`, "plain", Date.parse(message.timestamp));
      break;
    }
    case "market_status":
      // Of the others, coins and goods, nobody is told who does not look at one.
      if (message.calendar === desk.calendar) desk.marketStatus.set(message.status);
      else if (message.calendar !== desk.chosen.value?.calendar) break;
      desk.say(`${message.calendar} is ${message.status}`, "plain", Date.parse(message.timestamp));
      break;
    case "clock": {
      const replay = desk.replay.value;
      if (replay !== undefined) setReplay(desk, { ...replay, ...message });
      break;
    }
    case "replay_completed":
      desk.say("The recording ends here.");
      break;
    case "error":
    case "warning":
      desk.say(message.message, "bad");
      break;
    default:
      break;
  }
}

/** The market is at least where its news come from; where it runs by itself small steps back are those of the page's watch. */
function noteTime(desk: Desk, time: number): void {
  if (time > desk.now) desk.setTime(time);
}
