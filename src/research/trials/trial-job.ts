import { type GivenSettings, resolveSettings, type RunSettings, unusualSettings } from "../../engine/run-settings.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import type { SettingName } from "../../engine/settings.ts";
import { ENGINE_VERSION } from "../../engine/version.ts";
import { mapValues } from "../../primitives/mapped.ts";
import type { AnyParamValues, ParamSpecs } from "../../primitives/param.ts";
import { digestOf } from "../../primitives/sha256.ts";

/** Where a strategy's code is, for those who cannot be handed the strategy itself. */
export interface StrategySource {
  /** Path of the module. */
  readonly file: string;
  /** Its export; the strategy of the right name when left out. */
  readonly export?: string;
  /** SHA-256 of the file. */
  readonly sourceHash?: string;
}

/** What all trials of an experiment have in common. */
export interface TrialJob {
  /** Digest of everything below; two jobs with one id give the same rows. */
  readonly id: string;
  readonly strategy: string;
  readonly source?: StrategySource | undefined;
  /** Checksum of the data. */
  readonly data: string;
  readonly symbols: readonly string[];
  readonly settings: GivenSettings;
  /** Names of the metrics of a row, in its order. */
  readonly metrics: readonly string[];
  /** Into how many equal parts the sessions are cut for sums of returns, or the last sessions of the parts, exclusive. */
  readonly parts: number | readonly number[];
}

/** One run of a strategy. */
export interface TrialSpec {
  /** Number in the experiment, from 0. */
  readonly trial: number;
  readonly seed: number;
  readonly params: AnyParamValues;
}

/** Trials that are handed out together. */
export interface TrialChunk {
  readonly job: TrialJob;
  readonly trials: readonly TrialSpec[];
  /** Asks for a new instance of the strategy's module, where nothing is left of trials before. */
  readonly fresh?: true;
}

/** How trials ran again: in a new instance of the strategy's module, or with the strategy as it is where that cannot be loaded again. */
export type Confirmation = "fresh-module" | "same-process";

/** The rows of a chunk, one after the other. */
export interface ChunkResult {
  readonly trials: readonly TrialSpec[];
  readonly rows: Float64Array;
  /** How a chunk ran that asked for a new instance. */
  readonly how?: Confirmation | undefined;
  /** What ended the chunk after these trials. */
  readonly failure?: Error | undefined;
}

/** A job with its digest. Throws what wrong settings throw. */
export function makeJob(
  strategy: AnyStrategy,
  job: Omit<TrialJob, "id" | "strategy" | "settings"> & { readonly settings?: GivenSettings | undefined },
): TrialJob {
  const settings = resolveSettings(job.settings);
  const whole = { ...job, strategy: strategy.name, settings };
  return Object.freeze({ ...whole, id: idOf(strategy, whole, unusualSettings(settings)) });
}

/** Settings that came after the first journals. */
const ADDED: readonly SettingName[] = ["admission", "liquidity", "marginCalls", "fills", "barsEnd"];

/** The digest that a job had when it covered every setting; undefined where one that came later is not as the conventions have it. */
export function earlierIdOf(strategy: AnyStrategy, job: TrialJob): string | undefined {
  const settings = resolveSettings(job.settings);
  if (ADDED.some((name) => Object.hasOwn(unusualSettings(settings), name))) return undefined;
  const named = Object.entries(settings).filter(([name]) => !ADDED.includes(name as SettingName));
  return idOf(strategy, job, Object.fromEntries(named));
}

function idOf(strategy: AnyStrategy, job: Omit<TrialJob, "id">, settings: Partial<RunSettings>): string {
  const { symbols, metrics, parts, data, source } = job;
  const code = source?.sourceHash ?? codeOf(strategy);
  const engine = ENGINE_VERSION;
  return digestOf({ strategy: strategy.name, code, settings, symbols, metrics, parts, data, engine });
}

/** What stands for the source of a strategy whose file nobody named: the text of its functions, and the defaults of what is not tried. */
function codeOf(strategy: AnyStrategy): readonly unknown[] {
  const functions = Object.values(strategy).filter((member) => typeof member === "function");
  return [...functions.map(String), mapValues((strategy.params ?? {}) as ParamSpecs, (spec) => spec.default)];
}
