import {
  type SettingsInput,
  resolveSettings,
  type RunSettings,
  settingsBeyondConventions,
} from "../../engine/run-settings.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import type { SettingName } from "../../engine/settings.ts";
import { ENGINE_VERSION } from "../../engine/version.ts";
import { mapValues } from "../../primitives/record-helpers.ts";
import type { AnyParamValues, ParamSpecs } from "../../primitives/param.ts";
import { digestOf } from "../../primitives/sha256.ts";

/** The file of a strategy. Worker threads and other machines load the strategy from it. */
export interface StrategySource {
  /** Path of the strategy's file. */
  readonly file: string;
  /** Name of the strategy's export. By default the export is found by the strategy's name. */
  readonly export?: string;
  /** SHA-256 of the file's bytes. */
  readonly sourceHash?: string;
}

/** Everything that the trials of an experiment have in common. */
export interface TrialJob {
  /** Hash of the other fields. Jobs with equal ids give equal rows. */
  readonly id: string;
  readonly strategy: string;
  readonly source?: StrategySource | undefined;
  /** Checksum of the data. */
  readonly data: string;
  readonly symbols: readonly string[];
  readonly settings: SettingsInput;
  /** Names of the metrics, in the order in which a row has them. */
  readonly metrics: readonly string[];
  /** Parts of the sessions over which returns are summed: a number of equal parts, or the exclusive end of each part. */
  readonly parts: number | readonly number[];
}

/** Number, parameters and seed of a trial, which is one run of a strategy. */
export interface TrialSpec {
  /** Number of the trial, from 0. */
  readonly trial: number;
  readonly seed: number;
  readonly params: AnyParamValues;
}

/** Trials that are sent to a worker together. */
export interface TrialChunk {
  readonly job: TrialJob;
  readonly trials: readonly TrialSpec[];
  /** Requests a new instance of the strategy's module, without state of earlier trials. */
  readonly fresh?: true;
}

/**
 * How trials were repeated: in a new instance of the strategy's module, or with the same strategy object if the module cannot be reloaded.
 */
export type Confirmation = "fresh-module" | "same-process";

/** The rows of a chunk, in the order of its trials. */
export interface ChunkResult {
  readonly trials: readonly TrialSpec[];
  readonly rows: Float64Array;
  /** How the trials of a chunk with `fresh` ran. */
  readonly how?: Confirmation | undefined;
  /** The error of the trial after the rows of this result, which ended the chunk. */
  readonly failure?: Error | undefined;
}

/** Creates a job with its id. Throws an error for invalid settings. */
export function makeJob(
  strategy: AnyStrategy,
  job: Omit<TrialJob, "id" | "strategy" | "settings"> & { readonly settings?: SettingsInput | undefined },
): TrialJob {
  const settings = resolveSettings(job.settings);
  const completeJob = { ...job, strategy: strategy.name, settings };
  return Object.freeze({ ...completeJob, id: idOf(strategy, completeJob, settingsBeyondConventions(settings)) });
}

/** Settings that were added after the first version of journals. */
const SETTINGS_ADDED_LATER: readonly SettingName[] = ["admission", "liquidity", "marginCalls", "fills", "barsEnd"];

/**
 * Returns the id that earlier versions gave a job, when ids covered every setting. Undefined if a setting added later differs from its
 * convention's value.
 */
export function earlierJobId(strategy: AnyStrategy, job: TrialJob): string | undefined {
  const settings = resolveSettings(job.settings);
  if (SETTINGS_ADDED_LATER.some((name) => Object.hasOwn(settingsBeyondConventions(settings), name))) return undefined;
  const named = Object.entries(settings).filter(([name]) => !SETTINGS_ADDED_LATER.includes(name as SettingName));
  return idOf(strategy, job, Object.fromEntries(named));
}

function idOf(strategy: AnyStrategy, job: Omit<TrialJob, "id">, settings: Partial<RunSettings>): string {
  const { symbols, metrics, parts, data, source } = job;
  const code = source?.sourceHash ?? codeFacts(strategy);
  const engine = ENGINE_VERSION;
  return digestOf({ strategy: strategy.name, code, settings, symbols, metrics, parts, data, engine });
}

/** Returns values that identify a strategy without a source file: the text of its functions, and its parameters' defaults. */
function codeFacts(strategy: AnyStrategy): readonly unknown[] {
  const functions = Object.values(strategy).filter((member) => typeof member === "function");
  return [...functions.map(String), mapValues((strategy.params ?? {}) as ParamSpecs, (spec) => spec.default)];
}
