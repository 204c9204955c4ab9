/** Many runs and what judges them: sweeps, searches, walk-forward, resampling, and checks of a strategy's honesty. */
export { between } from "./space/between.ts";
export type { Between } from "./space/between.ts";
export { range } from "./space/range.ts";
export type { ParamChoice } from "./space/axis.ts";
export type { Constraint, SpaceDefinition, TrialParams } from "./space/param-space.ts";
export type { Sampling } from "./space/sampling.ts";
export { sweep } from "./sweep/sweep.ts";
export type { ExperimentOptions, SweepOptions, TrialProgress } from "./sweep/sweep-options.ts";
export type { Objective, ObjectiveOption } from "./sweep/objective.ts";
export type { RankedTrial, TrialsResult } from "./sweep/trials-result.ts";
export type { Overfitting } from "./overfitting/overfitting.ts";
export type { BacktestOverfitting } from "./overfitting/pbo.ts";
export { inline } from "./executors/inline.ts";
export type { Executor, Experiment, MapOptions } from "./executors/executor.ts";
export type { ChunkResult, StrategySource, TrialChunk, TrialJob, TrialSpec } from "./trials/trial-job.ts";
export { workers } from "./executors/workers.ts";
export type { WorkersOptions } from "./executors/workers.ts";
