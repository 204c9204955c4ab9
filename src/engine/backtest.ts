import { equityOf } from "../broker/equity.ts";
import type { MomentBlock } from "../market/timeline.ts";
import type { Moment } from "../simulation/moment.ts";
import {
  type Observer,
  type Phase,
  Simulation,
  type SimulationPosition,
  type SimulationState,
} from "../simulation/simulation.ts";
import type { RunPlan } from "./run-plan.ts";
import { type RunnerState, StrategyRunner } from "./strategy-runner.ts";

/** Memory brings a column in lines of eight numbers. */
const LINE = 8;
/**
 * Orders are few and fill at opens, of which nothing else reads: each would wait for memory, a tenth of the time of a run. So one open of each line
 * is read in passing, and what was read is left here, or it would not be.
 */
const TOUCHED = new Float64Array(1);

/** A backtest that stands still, as plain data. */
export interface BacktestState {
  readonly simulation: SimulationState;
  readonly runner: RunnerState;
}

/** A strategy over a simulation of its own: it can stop after any phase of a moment and go on. */
export class Backtest implements Observer {
  readonly plan: RunPlan;
  readonly simulation: Simulation;
  readonly runner: StrategyRunner;
  readonly takesCalm: boolean;
  /** Hooks of the moment at hand have been called, in the loop below. */
  decided = false;

  constructor(plan: RunPlan) {
    this.plan = plan;
    this.simulation = new Simulation(plan);
    this.runner = new StrategyRunner(plan, this.simulation);
    this.runner.live?.warmUp();
    this.takesCalm = this.runner.onlyBars;
    this.simulation.observer = this;
  }

  /** Where it stands. */
  get position(): SimulationPosition {
    return this.simulation.position;
  }

  /** Goes on until after the given phase of the last moment that is not later than `time`, or to the end. Returns whether anything is left. */
  advance(time?: number, phase?: Phase): boolean {
    return this.simulation.advance(time, phase);
  }

  /** The run is over: what is left is closed or canceled as the settings say, and the last hook is called. */
  end(): void {
    this.simulation.finalize();
    this.runner.end();
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
    const alone = feeds.length === 1 && !someEarly;
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
          if (!someEarly || !runner.isEarly(one)) strategy.onBar!(contexts[one.index]!);
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

  /** Everything that it has become so far, as plain data that can be cloned and stored. */
  snapshot(): BacktestState {
    return { simulation: this.simulation.snapshot(), runner: this.runner.snapshot() };
  }

  /** Goes on from the state of a backtest with the same plan. */
  restore(state: BacktestState): void {
    if (this.runner.live !== undefined) throw new Error("a run that is evaluated bar by bar starts from its beginning");
    this.simulation.restore(state.simulation);
    this.runner.restore(state.runner);
  }
}
