import { equityOf } from "../broker/equity.ts";
import { CONTRACT_COLUMN } from "../market/continuous-series.ts";
import type { Feed } from "../market/feed.ts";
import { isTraded } from "../market/instrument.ts";
import { type ColumnMemory, freshMemory } from "../primitives/column-memory.ts";
import { HindcastError } from "../primitives/errors.ts";
import { SeededRandom } from "../primitives/random.ts";
import { BoundContext, type SkippedTarget, type SharedContext } from "./bound-context.ts";
import { CommandQueue } from "./command-queue.ts";
import type { RunContext } from "./context.ts";
import type { Moment } from "../simulation/moment.ts";
import type { GraphNode } from "../indicators/node.ts";
import type { ConditionColumns } from "./conditions.ts";
import { Cursor } from "./cursor.ts";
import type { StrategyHost, HostData, HostPlan } from "./strategy-host.ts";
import { buildGraph, signalSources } from "./graph/build-graph.ts";
import { LiveColumns } from "./graph/live-columns.ts";
import { PortfolioView } from "./portfolio-view.ts";
import { runView } from "./run-view.ts";
import { SignalRule } from "./signal-rule.ts";
import { checkSignals } from "./signals.ts";
import type { AnyStrategy } from "./strategy.ts";

/** Strategies without types may log any value, which is stored as text. */
const text = (message: unknown): string => String(message);

declare function structuredClone<T>(value: T): T;

/** Message that a strategy logged. */
export interface LogLine {
  readonly time: number;
  readonly message: string;
}

/** Bars and sessions that closed at a moment. */
export type ClosedBars = Pick<Moment, "closing" | "places" | "sessionsClosing">;

/** Snapshot of a runner, as plain data. */
export interface RunnerState {
  readonly started: boolean;
  readonly events: number;
  readonly fills: number;
  readonly state: unknown;
  readonly log: readonly LogLine[];
  readonly leftOut: readonly SkippedTarget[];
  readonly random: readonly number[];
}

/**
 * Runs a strategy over a simulation or the mirror of a remote one. At each moment it calls the hooks in sequence:
 * `onOrder` and `onFill` for events since the last moment, `onSessionClose`, `onBar` for each instrument, and `onBars`.
 * Then it passes the queued commands to the broker.
 */
export class StrategyRunner {
  /** Queue of the commands that hooks give. */
  readonly queue: CommandQueue;
  readonly live: LiveColumns | undefined;
  readonly log: LogLine[] = [];
  readonly strategy: AnyStrategy;
  readonly #host: StrategyHost;
  readonly contexts: BoundContext[];
  readonly #shared: SharedContext;
  readonly #skippedTargets = new Map<string, SkippedTarget>();
  readonly #random: SeededRandom;
  /** Context of hooks that are called once for all instruments. */
  readonly #run: RunContext;
  /** Index, for each instrument, of the first bar at which hooks are called. */
  readonly #firsts: Int32Array;
  /** Whether bars that began before the run may close during the run. */
  readonly mayHaveEarlyBars: boolean;
  /**
   * Whether the strategy has hooks that run before `onBar`, has `onBar` or signals, and has hooks that run after it.
   */
  readonly #hasBefore: boolean;
  readonly #hasBar: boolean;
  readonly #hasAfter: boolean;
  /** Declared signals of each instrument, which take the place of `onBar`. */
  readonly rules: readonly (SignalRule | undefined)[] | undefined;
  /** Whether the strategy decides only at bar closes, with indicators that are all computed beforehand. */
  readonly onlyBars: boolean;
  #started = false;
  /** Number of order events and of fills that were already passed to hooks. */
  #events = 0;
  #fills = 0;

  constructor(plan: HostPlan, running: StrategyHost) {
    const { strategy, params, seed, data, evaluation } = plan;
    this.#host = running;
    this.queue = new CommandQueue(running.broker);
    this.strategy = strategy;
    this.#hasBefore =
      strategy.onOrder !== undefined || strategy.onFill !== undefined || strategy.onSessionClose !== undefined;
    this.#hasBar = strategy.onBar !== undefined || strategy.signals !== undefined;
    this.#hasAfter = strategy.onBars !== undefined;
    this.#random = new SeededRandom(seed);
    this.mayHaveEarlyBars = data.series.some(({ first, begin }) => begin < first);
    this.#firsts = Int32Array.from(data.series, ({ first }) => first);
    this.live = evaluation === "live" ? new LiveColumns(data.series, data.maxBars) : undefined;
    this.onlyBars = this.#hasBar && !this.#hasBefore && !this.#hasAfter && this.live === undefined;
    this.#shared = {
      plan,
      running,
      queue: this.queue,
      portfolio: new PortfolioView(running.portfolio, running.feeds, running.broker.account),
      params,
      state: strategy.state?.(params),
      symbols: data.symbols,
      tradedSymbols: data.tradedSymbols,
      log: (message) => void this.log.push(Object.freeze({ time: running.time, message: text(message) })),
      skipTarget: (symbol, why) => {
        const key = `${why} ${symbol}`;
        const { count } = this.#skippedTargets.get(key) ?? { count: 0 };
        this.#skippedTargets.set(key, { symbol, why, count: count + 1, last: running.time });
      },
      random: () => this.#random.next(),
      at: (symbol) => this.contexts[plan.feedOf(symbol, running.feeds).index]!,
      contract: (symbol) => {
        const { index, instrument } = plan.feedOf(symbol, running.feeds);
        if (instrument.contracts === undefined) throw notContinuous(symbol);
        return instrument.contracts[this.contexts[index]!.column(CONTRACT_COLUMN).value];
      },
    };
    const graph = plan.graph ?? buildGraph(strategy, params, data);
    const cursors = running.feeds.map((feed) => cursorsOf(data, feed, this.live));
    this.contexts = running.feeds.map((feed, i) => new BoundContext(this.#shared, feed, graph, cursors[i]!));
    if (strategy.signals !== undefined) {
      const signals: unknown = strategy.signals(signalSources(strategy, data, graph), params);
      checkSignals(strategy.name, signals);
      this.rules = running.feeds.map((feed, i) => {
        if (!isTraded(feed.instrument)) return undefined;
        const columns = this.live === undefined ? conditionColumns(data, feed, plan.memory) : undefined;
        return new SignalRule(signals, this.contexts[i]!, feed, running.broker.open, cursors[i]!, columns);
      });
    }
    const [first] = this.contexts;
    // With one instrument, that instrument's context serves all hooks.
    this.#run = this.contexts.length > 1 ? runView(first!) : (first as unknown as RunContext);
  }

  /** Target weights that could not be ordered during the run. */
  get skippedTargets(): readonly SkippedTarget[] {
    return [...this.#skippedTargets.values()];
  }

  /**
   * Calls the hooks after bars or sessions have closed. With `decided`, `onBar` was already called. Calls none if only
   * bars of data that are not traded have closed.
   */
  closed({ closing, places, sessionsClosing }: ClosedBars, decided = false): void {
    if (this.live !== undefined && places.length > 0) this.live.take(places);
    if (closing.length + sessionsClosing.length === 0) return;
    if (!this.#started && !this.#start()) return;
    const { queue } = this;
    if (this.#hasBefore) this.#callHooksBeforeBars(sessionsClosing);
    if (this.#hasBar && !decided) {
      for (let i = 0; i < closing.length; i++) {
        const feed = closing[i]!;
        queue.by = feed;
        if (!this.mayHaveEarlyBars || !this.isBeforeRun(feed)) this.decide(feed);
      }
      queue.by = undefined;
    }
    if (this.#hasAfter && this.#anyTraded(closing)) this.strategy.onBars!(this.#run);
    if (queue.count > 0) {
      const { portfolio, feeds } = this.#host;
      queue.execute(equityOf(portfolio, feeds), portfolio.positions, feeds);
    }
  }

  /** Calls `onBar`, or evaluates the signals, at the close of an instrument's bar. */
  decide(feed: Feed): void {
    if (this.rules === undefined) this.strategy.onBar!(this.contexts[feed.index]!);
    else this.rules[feed.index]!.decide();
  }

  /** Calls `onStart` at the first traded bar. Returns whether the run has reached it. */
  #start(): boolean {
    if (!this.#host.hasStarted) return false;
    this.#started = true;
    this.strategy.onStart?.(this.#run);
    return true;
  }

  /** Calls the hooks that come before `onBar`: `onOrder` and `onFill` for new events, then `onSessionClose`. */
  #callHooksBeforeBars(sessionsClosing: readonly Feed[]): void {
    if (this.strategy.onOrder !== undefined) this.#callOnOrder();
    if (this.strategy.onFill !== undefined) this.#callOnFill();
    if (this.strategy.onSessionClose === undefined) return;
    const { queue } = this;
    for (const feed of sessionsClosing) {
      queue.by = feed;
      if (feed.closed >= this.#firsts[feed.index]!) this.strategy.onSessionClose(this.contexts[feed.index]!);
    }
    queue.by = undefined;
  }

  /** Whether the instrument's last closed bar began before the run. */
  isBeforeRun(feed: Feed): boolean {
    return feed.closed < this.#firsts[feed.index]!;
  }

  /** Calls `onEnd` and discards the commands that it gives. */
  end(): void {
    this.strategy.onEnd?.(this.#run);
    this.queue.clear();
    this.queue.ended = true;
  }

  #anyTraded(feeds: readonly Feed[]): boolean {
    for (let i = 0; i < feeds.length; i++) if (feeds[i]!.closed >= this.#firsts[feeds[i]!.index]!) return true;
    return false;
  }

  #callOnOrder(): void {
    const { log } = this.#host.broker;
    for (; this.#events < log.eventCount; this.#events++) {
      const event = log.event(this.#events);
      const order = log.record(event.orderId, this.#shared.symbols);
      this.strategy.onOrder!(this.#shared.at(order.symbol), order, event);
    }
  }

  #callOnFill(): void {
    const { entries } = this.#host.portfolio;
    if (entries.fillCount === this.#fills) return;
    for (const fill of entries.fills(this.#shared.symbols, this.#fills))
      this.strategy.onFill!(this.#shared.at(fill.symbol), fill);
    this.#fills = entries.fillCount;
  }

  snapshot(): RunnerState {
    return {
      started: this.#started,
      events: this.#events,
      fills: this.#fills,
      state: structuredClone(this.#shared.state),
      log: [...this.log],
      leftOut: this.skippedTargets,
      random: this.#random.snapshot(),
    };
  }

  restore(state: RunnerState): void {
    this.#started = state.started;
    // A run that is restored to a time before its end accepts orders again.
    this.queue.ended = false;
    this.#events = state.events;
    this.#fills = state.fills;
    this.#shared.state = structuredClone(state.state);
    for (const context of this.contexts) context.state = this.#shared.state;
    this.log.length = 0;
    for (const line of state.log) this.log.push(line);
    this.#skippedTargets.clear();
    for (const one of state.leftOut) this.#skippedTargets.set(`${one.why} ${one.symbol}`, one);
    this.#random.restore(state.random);
  }
}

function notContinuous(symbol: string): HindcastError {
  const message = `${symbol} is not a continuous series of futures contracts, such as continuousSeries() returns`;
  return new HindcastError("SYMBOL_UNKNOWN", message, { symbol });
}

/** Returns a function that creates the cursors of one instrument for nodes. */
function cursorsOf(data: HostData, feed: Feed, live: LiveColumns | undefined): (node: GraphNode) => Cursor {
  const own = data.series[feed.index]!;
  const { symbol } = feed.instrument;
  return (node) => {
    const today = data.restatementOf(node, own);
    return live === undefined
      ? new Cursor(data.columns.column(node, symbol), feed, today)
      : live.cursor(node, feed, today);
  };
}

/** Returns the columns from which the conditions of one instrument are evaluated. */
function conditionColumns(data: HostData, feed: Feed, memory: ColumnMemory = freshMemory): ConditionColumns {
  const own = data.series[feed.index]!;
  return {
    length: own.bars.length,
    memory,
    column: (node) => data.columns.column(node, feed.instrument.symbol),
    restatementOf: (node) => data.restatementOf(node, own),
  };
}
