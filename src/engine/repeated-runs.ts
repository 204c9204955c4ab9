import type { Performance } from "../metrics/performance.ts";
import { ReusableMemory } from "../primitives/column-memory.ts";
import type { Simulation, SimulationState } from "../simulation/simulation.ts";
import { Backtest } from "./backtest.ts";
import { BacktestResult } from "./backtest-result.ts";
import type { PreparedRun } from "./prepared-run.ts";
import { execute } from "./run.ts";
import { RunPlan, type RunOptions } from "./run-plan.ts";
import type { AnyStrategy } from "./strategy.ts";

/**
 * Runs a strategy again and again over prepared data, with other parameters and seeds. Of each run, only what the
 * caller reads from its performance is kept. All runs share one simulation, which is restored to its beginning, and
 * memory for columns.
 */
export class RepeatedRuns {
  readonly #strategy: AnyStrategy;
  readonly #data: PreparedRun;
  readonly #options: Omit<RunOptions, "params">;
  readonly #memory = new ReusableMemory();
  #template: RunPlan | undefined;
  #simulation: Simulation | undefined;
  #beginning: SimulationState | undefined;

  constructor(strategy: AnyStrategy, data: PreparedRun, options: Omit<RunOptions, "params">) {
    this.#strategy = strategy;
    this.#data = data;
    this.#options = options;
  }

  /**
   * Runs with the given parameters and returns the result of `read`, which gets the performance of the run. That
   * performance is valid only until the next run.
   */
  run<T>(params: NonNullable<RunOptions["params"]>, seed: number, read: (performance: Performance) => T): T {
    const memory = this.#memory;
    memory.reclaim();
    const options = { ...this.#options, params };
    const plan = new RunPlan(this.#strategy, this.#data, options, { seed, memory, template: this.#template });
    this.#template ??= plan;
    if (this.#beginning !== undefined) this.#simulation!.restore(this.#beginning);
    const backtest = new Backtest(plan, this.#simulation);
    this.#simulation = backtest.simulation;
    this.#beginning ??= this.#simulation.snapshot();
    return read(new BacktestResult(execute(backtest)).performance);
  }
}
