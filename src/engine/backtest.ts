import { type Phase, Simulation, type SimulationPosition, type SimulationState } from "../simulation/simulation.ts";
import { observerOf } from "./observers.ts";
import type { RunPlan } from "./run-plan.ts";
import { type RunnerState, StrategyRunner } from "./strategy-runner.ts";

/** Snapshot of a backtest, as plain data. */
export interface BacktestState {
  readonly simulation: SimulationState;
  readonly runner: RunnerState;
}

/** Backtest of one strategy over one simulation. It can pause after any phase of a moment and continue later. */
export class Backtest {
  readonly plan: RunPlan;
  readonly simulation: Simulation;
  readonly runner: StrategyRunner;

  /** Creates a backtest. `simulation` must be at its beginning and have an equal plan. */
  constructor(plan: RunPlan, simulation = new Simulation(plan)) {
    this.plan = plan;
    this.simulation = simulation;
    this.runner = new StrategyRunner(plan, this.simulation);
    this.runner.live?.warmUp();
    this.simulation.observer = observerOf(this.runner, this.simulation);
  }

  /** Current position in the sequence of moments and phases. */
  get position(): SimulationPosition {
    return this.simulation.position;
  }

  /**
   * Advances through `phase` of the last moment not later than `time`, or to the end. Returns whether any moments are
   * left.
   */
  advance(time?: number, phase?: Phase): boolean {
    return this.simulation.advance(time, phase);
  }

  /** Ends the run: closes positions and cancels orders as the settings say, then calls `onEnd`. */
  end(): void {
    this.simulation.finalize();
    this.runner.end();
  }

  /** Returns the current state as plain data that can be cloned and stored. */
  snapshot(): BacktestState {
    return { simulation: this.simulation.snapshot(), runner: this.runner.snapshot() };
  }

  /** Restores a snapshot of a backtest with the same plan. */
  restore(state: BacktestState): void {
    if (this.runner.live !== undefined)
      throw new Error("a run that is evaluated bar by bar must start at its beginning");
    this.simulation.restore(state.simulation);
    this.runner.restore(state.runner);
  }
}
