import type { Feed } from "../market/feed.ts";
import { SeededRandom } from "../primitives/random.ts";
import { BoundContext, type SharedContext } from "./bound-context.ts";
import type { CommandQueue } from "./command-queue.ts";
import type { RunContext } from "./context.ts";
import type { Running } from "./running.ts";
import { buildGraph } from "./graph/build-graph.ts";
import type { Moment } from "./moment.ts";
import { LiveColumns } from "./graph/live-columns.ts";
import { PortfolioView } from "./portfolio-view.ts";
import { runView } from "./run-view.ts";
import type { AnyStrategy } from "./strategy.ts";

/** Whatever a strategy without types logs is kept as text. */
const text = (message: unknown): string => String(message);

declare function structuredClone<T>(value: T): T;

/** Without indicators and hooks there is nothing to hand: so it is for accounts of clients, which have hundreds of instruments. */
function readsNothing(strategy: AnyStrategy): boolean {
  return READERS.every((name) => strategy[name] === undefined);
}

const READERS = ["indicators", "onStart", "onOrder", "onFill", "onSession", "onBar", "onBars", "onEnd"] as const;

/** One message of a strategy. */
export interface LogLine {
  readonly time: number;
  readonly message: string;
}

/** How often a line of targets asked for what could not be ordered, and when last: the symbol had no price yet, or was to be short where nothing is. */
export interface LeftOut {
  readonly symbol: string;
  readonly why: "no-price" | "no-short";
  readonly count: number;
  readonly last: number;
}

export interface HooksState {
  readonly begun: boolean;
  readonly events: number;
  readonly fills: number;
  readonly state: unknown;
  readonly log: readonly LogLine[];
  readonly leftOut: readonly LeftOut[];
  readonly random: readonly number[];
}

/**
 * Calls a strategy's hooks, in their order: queued `onOrder` and `onFill`, then `onSession`, then `onBar` for each instrument, then `onBars`.
 */
export class Hooks {
  readonly live: LiveColumns | undefined;
  readonly log: LogLine[] = [];
  readonly strategy: AnyStrategy;
  readonly #driver: Running;
  readonly contexts: BoundContext[];
  readonly #shared: SharedContext;
  readonly #leftOut = new Map<string, LeftOut>();
  readonly #random: SeededRandom;
  /** What hooks that are called once for all instruments are handed. */
  readonly #run: RunContext;
  /** Index of the first bar of each instrument that the strategy is told of. */
  readonly #firsts: Int32Array;
  /** Bars that began before the run may still be about to close. */
  readonly someEarly: boolean;
  /** Which hooks the strategy has: any before `onBar`, itself, and any after. */
  readonly hasBefore: boolean;
  readonly hasBar: boolean;
  readonly hasAfter: boolean;
  /** Nothing is called but `onBar`, and every indicator is computed beforehand. */
  readonly onlyBars: boolean;
  begun = false;
  /** Order events and fills that the strategy has been told of. */
  #events = 0;
  #fills = 0;

  constructor(driver: Running, queue: CommandQueue) {
    const { strategy, params, settings, data, evaluation } = driver.plan;
    this.#driver = driver;
    this.strategy = strategy;
    this.hasBefore =
      strategy.onOrder !== undefined || strategy.onFill !== undefined || strategy.onSession !== undefined;
    this.hasBar = strategy.onBar !== undefined;
    this.hasAfter = strategy.onBars !== undefined;
    this.#random = new SeededRandom(settings.seed);
    this.someEarly = data.series.some(({ first, begin }) => begin < first);
    this.#firsts = Int32Array.from(data.series, ({ first }) => first);
    this.live = evaluation === "live" ? new LiveColumns(data.series, data.most) : undefined;
    this.onlyBars = this.hasBar && !this.hasBefore && !this.hasAfter && this.live === undefined;
    this.#shared = {
      driver,
      queue,
      portfolio: new PortfolioView(driver.portfolio, driver.feeds, driver.broker.account),
      params,
      state: strategy.state?.(params),
      symbols: data.symbols,
      log: (message) => void this.log.push(Object.freeze({ time: driver.time, message: text(message) })),
      leftOut: (symbol, why) => {
        const key = `${why} ${symbol}`;
        const { count } = this.#leftOut.get(key) ?? { count: 0 };
        this.#leftOut.set(key, { symbol, why, count: count + 1, last: driver.time });
      },
      random: () => this.#random.next(),
      at: (symbol) => this.contexts[driver.plan.feedOf(symbol, driver.feeds).index]!,
    };
    const graph = driver.plan.graph ?? buildGraph(strategy, params, data.symbols);
    const context = (feed: Feed) => new BoundContext(this.#shared, feed, graph, this.live);
    this.contexts = readsNothing(strategy) ? [] : driver.feeds.map(context);
    const [first] = this.contexts;
    // Of a run of one instrument everything is of that one.
    this.#run = this.contexts.length > 1 ? runView(first!) : (first as unknown as RunContext);
  }

  /** What targets asked for in vain. */
  get leftOut(): readonly LeftOut[] {
    return [...this.#leftOut.values()];
  }

  /** The first hooks phase: tells whether a bar of the run is among those that closed, and if so starts the strategy. */
  begin({ closing, sessionsClosing }: Pick<Moment, "closing" | "sessionsClosing">): boolean {
    if (!this.#any(closing) && !this.#any(sessionsClosing)) return false;
    this.begun = true;
    this.strategy.onStart?.(this.#run);
    return true;
  }

  /** What comes before `onBar`: queued `onOrder` and `onFill`, then `onSession`. */
  beforeBars(sessionsClosing: readonly Feed[]): void {
    if (this.strategy.onOrder !== undefined) this.#tellOrders();
    if (this.strategy.onFill !== undefined) this.#tellFills();
    if (this.strategy.onSession === undefined) return;
    const { queue } = this.#shared;
    for (const feed of sessionsClosing) {
      queue.by = feed;
      if (feed.closed >= this.#firsts[feed.index]!) this.strategy.onSession(this.contexts[feed.index]!);
    }
    queue.by = undefined;
  }

  /** A bar of that instrument closed which began before the run did. */
  isEarly(feed: Feed): boolean {
    return feed.closed < this.#firsts[feed.index]!;
  }

  /** What comes after `onBar`: `onBars`, once. */
  afterBars(closing: readonly Feed[]): void {
    if (this.#any(closing)) this.strategy.onBars!(this.#run);
  }

  /** The last hook. What it asks for is never done. */
  end(): void {
    this.strategy.onEnd?.(this.#run);
    this.#shared.queue.clear();
    this.#shared.queue.ended = true;
  }

  #any(feeds: readonly Feed[]): boolean {
    for (let i = 0; i < feeds.length; i++) if (feeds[i]!.closed >= this.#firsts[feeds[i]!.index]!) return true;
    return false;
  }

  #tellOrders(): void {
    const { log } = this.#driver.broker;
    for (; this.#events < log.eventCount; this.#events++) {
      const event = log.event(this.#events);
      const order = log.record(event.orderId, this.#shared.symbols);
      this.strategy.onOrder!(this.#shared.at(order.symbol), order, event);
    }
  }

  #tellFills(): void {
    const { entries } = this.#driver.portfolio;
    if (entries.fillCount === this.#fills) return;
    for (const fill of entries.fills(this.#shared.symbols, this.#fills))
      this.strategy.onFill!(this.#shared.at(fill.symbol), fill);
    this.#fills = entries.fillCount;
  }

  snapshot(): HooksState {
    return {
      begun: this.begun,
      events: this.#events,
      fills: this.#fills,
      state: structuredClone(this.#shared.state),
      log: [...this.log],
      leftOut: this.leftOut,
      random: this.#random.snapshot(),
    };
  }

  restore(state: HooksState): void {
    this.begun = state.begun;
    // A run that is put back to where it has not ended takes orders again.
    this.#shared.queue.ended = false;
    this.#events = state.events;
    this.#fills = state.fills;
    this.#shared.state = structuredClone(state.state);
    for (const context of this.contexts) context.state = this.#shared.state;
    this.log.splice(0, this.log.length, ...state.log);
    this.#leftOut.clear();
    for (const one of state.leftOut) this.#leftOut.set(`${one.why} ${one.symbol}`, one);
    this.#random.restore(state.random);
  }
}
