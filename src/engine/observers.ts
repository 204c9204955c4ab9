import { equityOf } from "../broker/equity.ts";
import type { MomentBlock } from "../market/timeline.ts";
import type { Moment } from "../simulation/moment.ts";
import type { Observer, Simulation } from "../simulation/simulation.ts";
import type { Flags } from "./signal-rule.ts";
import type { StrategyRunner } from "./strategy-runner.ts";

/** Number of column values in a cache line of the processor. */
const CACHE_LINE = 8;
/**
 * Orders fill at opens, which nothing else reads, so each fill would wait for memory, in all a tenth of a run's time.
 * Reading one open per cache line prefetches them. The sum is stored here so that the reads are not optimized away.
 */
const PREFETCHED = new Float64Array(1);

/** Creates the observer of a strategy's simulation, which calls hooks or evaluates declared signals. */
export function observerOf(runner: StrategyRunner, simulation: Simulation): Observer {
  return runner.rules === undefined
    ? new HookObserver(runner, simulation)
    : new SignalObserver(runner, simulation, runner.rules);
}

/** Observer that calls the hooks of a strategy, also at the bars of a stretch of moments without orders. */
class HookObserver implements Observer {
  readonly runner: StrategyRunner;
  readonly simulation: Simulation;
  readonly takesCalm: boolean;
  /** Whether the hooks of the current moment were already called by `calm`. */
  decided = false;

  constructor(runner: StrategyRunner, simulation: Simulation) {
    this.runner = runner;
    this.simulation = simulation;
    this.takesCalm = runner.onlyBars;
  }

  closed(moment: Moment): void {
    const { decided } = this;
    this.decided = false;
    this.runner.closed(moment, decided);
  }

  /**
   * Processes moments of the same shape at which no order can fill and no hook submits one, which are most moments of
   * most runs. They need only closes, hooks, equity records and opens. Positions do not change, so they are looked up
   * once.
   */
  calm({ time, shape }: MomentBlock, start: number, end: number, moment: Moment): number {
    const { simulation, runner } = this;
    const { portfolio, records, feeds, totals } = simulation;
    const { count, above, below } = simulation.broker.open;
    const { strategy, mayHaveEarlyBars, contexts, queue } = runner;
    const { closing, dataClosing, opening } = moment;
    const { values } = records;
    const { cash, heldCount } = portfolio;
    const current = shape[start]!;
    // A run of a single instrument, the most frequent case, needs no loops over instruments and positions.
    const alone = feeds.length === 1 && !mayHaveEarlyBars && strategy.onBar !== undefined;
    const feed = closing[0]!;
    const context = contexts[feed.index]!;
    const { open, high, low, close } = feed;
    const held = alone && heldCount === 1 && !feed.restated ? portfolio.held[0]! : undefined;
    const quantity = held === undefined ? 0 : held.quantity;
    const multiplier = held === undefined ? 0 : held.multiplier;
    const opens = opening.length > 0;
    // These variables are written back when the stretch of moments is over.
    let { length } = records;
    let noted = cash === records.lastCash;
    let prefetched = 0;
    let place = start;
    for (; place < end && shape[place] === current; place++) {
      const next = feed.closed + 1;
      if (count > 0 && (high[next]! >= above || low[next]! <= below)) break;
      simulation.time = time[place]!;
      if (alone) {
        feed.closed = next;
        strategy.onBar!(context);
      } else {
        for (let i = 0; i < dataClosing.length; i++) dataClosing[i]!.closeData();
        for (let i = 0; i < closing.length; i++) closing[i]!.closed++;
        if (totals !== undefined) totals.pricesChanged(closing);
        for (let i = 0; i < closing.length; i++) {
          const one = closing[i]!;
          queue.by = one;
          if (!mayHaveEarlyBars || !runner.isBeforeRun(one)) runner.decide(one);
        }
        queue.by = undefined;
      }
      if (queue.count > 0) {
        this.decided = true;
        break;
      }
      if (!noted) {
        records.noteCash(cash);
        noted = true;
      }
      // Equity is the same sum as in `equityOf`, as the close is the last price.
      if (heldCount === 0) values[length++] = cash;
      else if (held === undefined) values[length++] = equityOf(portfolio, feeds);
      else values[length++] = cash + quantity * close[next]! * multiplier;
      if (alone) {
        if (opens) {
          const opened = feed.opened + 1;
          feed.opened = opened;
          if (opened % CACHE_LINE === 0) prefetched += open[opened]!;
        }
      } else {
        for (let i = 0; i < opening.length; i++) opening[i]!.opened++;
        if (totals !== undefined) totals.pricesChanged(opening);
      }
    }
    if (heldCount > 0) records.inMarket += length - records.length;
    records.length = length;
    PREFETCHED[0] = prefetched;
    return place;
  }
}

/**
 * Observer for declared signals. With one instrument it skips to the next bar at which a signal may submit an order.
 */
class SignalObserver extends HookObserver {
  readonly #rules: NonNullable<StrategyRunner["rules"]>;
  /** Last counted sequence of moments of one shape: its block, first index and end index. */
  #block: MomentBlock | undefined;
  #from = 0;
  #until = 0;

  constructor(runner: StrategyRunner, simulation: Simulation, rules: NonNullable<StrategyRunner["rules"]>) {
    super(runner, simulation);
    this.#rules = rules;
  }

  override calm(block: MomentBlock, start: number, end: number, moment: Moment): number {
    const { simulation, runner } = this;
    const { portfolio, records, feeds } = simulation;
    const { heldCount, cash } = portfolio;
    const feed = moment.closing[0]!;
    const held = heldCount === 1 && !feed.restated ? portfolio.held[0]! : undefined;
    if (feeds.length > 1 || runner.mayHaveEarlyBars || (heldCount > 0 && held === undefined))
      return super.calm(block, start, end, moment);
    const { time } = block;
    const until = Math.min(end, this.#endOfRun(block, start));
    const { count, above, below } = simulation.broker.open;
    const { high, low, close } = feed;
    const rule = this.#rules[feed.index]!;
    const opens = moment.opening.length > 0 ? 1 : 0;
    const acts = rule.bars!.flagsFor(held?.quantity ?? 0, count > 0 && held === undefined);
    /** Distance from an index in the block to the index of the bar that closes at that moment. */
    const offset = feed.closed + 1 - start;
    let place = start;
    while (place < until) {
      let next = firstSetFlag(acts, place + offset, until + offset) - offset;
      let reached = false;
      if (count > 0) {
        const last = Math.min(until, next + 1);
        let free = place;
        while (free < last && high[free + offset]! < above && low[free + offset]! > below) free++;
        reached = free < last;
        next = Math.min(next, free);
      }
      if (next > place) {
        const bars = next - place;
        feed.closed += bars;
        feed.opened += opens * bars;
        simulation.time = time[next - 1]!;
        records.recordBars(close, feed.closed, bars, cash, held);
        place = next;
      }
      if (reached || place === until) break;
      feed.closed++;
      simulation.time = time[place]!;
      rule.decide();
      if (runner.queue.count > 0) {
        this.decided = true;
        break;
      }
      records.recordBars(close, feed.closed, 1, cash, held);
      feed.opened += opens;
      place++;
    }
    return place;
  }

  /**
   * Returns the end of the sequence of moments of equal shape around an index. Cached, since orders may interrupt a
   * sequence often.
   */
  #endOfRun(block: MomentBlock, start: number): number {
    if (block !== this.#block || start < this.#from || start >= this.#until) {
      const { shape, length } = block;
      let place = start + 1;
      while (place < length && shape[place] === shape[start]) place++;
      this.#block = block;
      this.#from = start;
      this.#until = place;
    }
    return this.#until;
  }
}

/** Returns the index of the first set flag at or after `from`, or `end` if none is set before it. */
function firstSetFlag({ flags, words }: Flags, from: number, end: number): number {
  let place = from;
  for (; place < end && place % 4 !== 0; place++) if (flags[place] !== 0) return place;
  while (place + 4 <= end && words[place >> 2] === 0) place += 4;
  while (place < end && flags[place] === 0) place++;
  return place;
}
