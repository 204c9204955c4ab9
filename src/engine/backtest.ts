import { type Phase, Simulation, type SimulationPosition, type SimulationState } from "../simulation/simulation.ts";
import { observerOf } from "./observers.ts";
import type { RunPlan } from "./run-plan.ts";
import { type RunnerState, StrategyRunner } from "./strategy-runner.ts";

/** A backtest that stands still, as plain data. */
export interface BacktestState {
  readonly simulation: SimulationState;
  readonly runner: RunnerState;
}

/** A strategy over a simulation of its own: it can stop after any phase of a moment and go on. */
export class Backtest {
  readonly plan: RunPlan;
  readonly simulation: Simulation;
  readonly runner: StrategyRunner;

  /** `simulation` is one of an alike plan that stands at its beginning. */
  constructor(plan: RunPlan, simulation = new Simulation(plan)) {
    this.plan = plan;
    this.simulation = simulation;
    this.runner = new StrategyRunner(plan, this.simulation);
    this.runner.live?.warmUp();
    this.simulation.observer = observerOf(this.runner, this.simulation);
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
