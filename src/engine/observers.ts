import { equityOf } from "../broker/equity.ts";
import type { MomentBlock } from "../market/timeline.ts";
import type { Moment } from "../simulation/moment.ts";
import type { Observer, Simulation } from "../simulation/simulation.ts";
import type { Flags, SignalRule } from "./signal-rule.ts";
import type { StrategyRunner } from "./strategy-runner.ts";

/** Memory brings a column in lines of eight numbers. */
const LINE = 8;
/**
 * Orders are few and fill at opens, of which nothing else reads: each would wait for memory, a tenth of the time of a run. So one open of each line
 * is read in passing, and what was read is left here, or it would not be.
 */
const TOUCHED = new Float64Array(1);

/** What observes the simulation of a strategy: by its hooks, or by its declared signals. */
export function observerOf(runner: StrategyRunner, simulation: Simulation): Observer {
  return runner.rules === undefined
    ? new HookObserver(runner, simulation)
    : new SignalObserver(runner, simulation, runner.rules);
}

/** Calls the hooks of a strategy, at each bar of a calm stretch too. */
class HookObserver implements Observer {
  readonly runner: StrategyRunner;
  readonly simulation: Simulation;
  readonly takesCalm: boolean;
  /** Hooks of the moment at hand have been called, in a calm stretch. */
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
   * Moments of one shape at which no order rests, or what rests only waits for a price that the bar does not reach, and no hook asks for anything:
   * most of most runs. Of the phases they have the closes, the hooks with the record of equity, and the opens; what is held stays as it
   * is, so that it is looked up once.
   */
  calm({ time, shape }: MomentBlock, start: number, end: number, moment: Moment): number {
    const { simulation, runner } = this;
    const { portfolio, records, feeds, marks } = simulation;
    const { count, above, below } = simulation.broker.open;
    const { strategy, someEarly, contexts, queue } = runner;
    const { closing, opening } = moment;
    const { values } = records;
    const { cash, heldCount } = portfolio;
    const alike = shape[start]!;
    // One instrument alone, as in most runs, needs neither loops over instruments nor over what is held.
    const alone = feeds.length === 1 && !someEarly && strategy.onBar !== undefined;
    const feed = closing[0]!;
    const context = contexts[feed.index]!;
    const { open, high, low, close } = feed;
    const held = alone && heldCount === 1 && !feed.restated ? portfolio.held[0]! : undefined;
    const quantity = held === undefined ? 0 : held.quantity;
    const multiplier = held === undefined ? 0 : held.multiplier;
    const opens = opening.length > 0;
    // What nobody reads before the stretch is over is counted here.
    let { length } = records;
    let noted = cash === records.lastCash;
    let touched = 0;
    let place = start;
    for (; place < end && shape[place] === alike; place++) {
      const next = feed.closed + 1;
      if (count > 0 && (high[next]! >= above || low[next]! <= below)) break;
      simulation.time = time[place]!;
      if (alone) {
        feed.closed = next;
        strategy.onBar!(context);
      } else {
        for (let i = 0; i < closing.length; i++) closing[i]!.closed++;
        if (marks !== undefined) marks.moved(closing);
        for (let i = 0; i < closing.length; i++) {
          const one = closing[i]!;
          queue.by = one;
          if (!someEarly || !runner.isEarly(one)) runner.decide(one);
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
      // The same sum as `equityOf`: a bar that has closed is the last price.
      if (heldCount === 0) values[length++] = cash;
      else if (held === undefined) values[length++] = equityOf(portfolio, feeds);
      else values[length++] = cash + quantity * close[next]! * multiplier;
      if (alone) {
        if (opens) {
          const opened = feed.opened + 1;
          feed.opened = opened;
          if (opened % LINE === 0) touched += open[opened]!;
        }
      } else {
        for (let i = 0; i < opening.length; i++) opening[i]!.opened++;
        if (marks !== undefined) marks.moved(opening);
      }
    }
    if (heldCount > 0) records.inMarket += length - records.length;
    records.length = length;
    TOUCHED[0] = touched;
    return place;
  }
}

/** Goes by declared signals: in a calm stretch of one instrument straight to the next bar at which they say something. */
class SignalObserver extends HookObserver {
  readonly #rules: readonly SignalRule[];
  /** The moments of one shape that were counted last: their block, the first and the place behind the last. */
  #block: MomentBlock | undefined;
  #from = 0;
  #until = 0;

  constructor(runner: StrategyRunner, simulation: Simulation, rules: readonly SignalRule[]) {
    super(runner, simulation);
    this.#rules = rules;
  }

  override calm(block: MomentBlock, start: number, end: number, moment: Moment): number {
    const { simulation, runner } = this;
    const { portfolio, records, feeds } = simulation;
    const { heldCount, cash } = portfolio;
    const feed = moment.closing[0]!;
    const held = heldCount === 1 && !feed.restated ? portfolio.held[0]! : undefined;
    if (feeds.length > 1 || runner.someEarly || (heldCount > 0 && held === undefined))
      return super.calm(block, start, end, moment);
    const { time } = block;
    const until = Math.min(end, this.#alikeUntil(block, start));
    const { count, above, below } = simulation.broker.open;
    const { high, low, close } = feed;
    const rule = this.#rules[feed.index]!;
    const opens = moment.opening.length > 0 ? 1 : 0;
    const acts = rule.bars!.of(held?.quantity ?? 0, count > 0 && held === undefined);
    /** The bar that closes at a place of the block is so much further. */
    const ahead = feed.closed + 1 - start;
    let place = start;
    while (place < until) {
      let next = firstSet(acts, place + ahead, until + ahead) - ahead;
      let reached = false;
      if (count > 0) {
        const last = Math.min(until, next + 1);
        let free = place;
        while (free < last && high[free + ahead]! < above && low[free + ahead]! > below) free++;
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

  /** The place behind the moments of one shape that lie around a place. They are counted once, however often orders interrupt them. */
  #alikeUntil(block: MomentBlock, start: number): number {
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

/** The place of the first flag that is set, from one place up to another, which is the answer where none is. */
function firstSet({ flags, words }: Flags, from: number, end: number): number {
  let place = from;
  for (; place < end && place % 4 !== 0; place++) if (flags[place] !== 0) return place;
  while (place + 4 <= end && words[place >> 2] === 0) place += 4;
  while (place < end && flags[place] === 0) place++;
  return place;
}
