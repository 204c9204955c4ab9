import { type GivenSettings, resolveSettings } from "../../engine/run-settings.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import { ENGINE_VERSION } from "../../engine/version.ts";
import { mapped } from "../../primitives/mapped.ts";
import type { ParamSpecs } from "../../primitives/param.ts";
import { digestOf } from "../../primitives/sha256.ts";
import type { TrialJob } from "./trial-job.ts";

/** A job with its digest. Throws what wrong settings throw. */
export function makeJob(
  strategy: AnyStrategy,
  job: Omit<TrialJob, "id" | "strategy" | "settings"> & { readonly settings?: GivenSettings | undefined },
): TrialJob {
  const settings = resolveSettings(job.settings);
  const { symbols, metrics, parts, data } = job;
  const code = job.source?.sourceHash ?? codeOf(strategy);
  const id = digestOf({
    strategy: strategy.name,
    code,
    settings,
    symbols,
    metrics,
    parts,
    data,
    engine: ENGINE_VERSION,
  });
  return Object.freeze({ ...job, id, strategy: strategy.name, settings });
}

/** What stands for the source of a strategy whose file nobody named: the text of its functions, and the defaults of what is not tried. */
function codeOf(strategy: AnyStrategy): readonly unknown[] {
  const functions = Object.values(strategy).filter((member) => typeof member === "function");
  return [...functions.map(String), mapped((strategy.params ?? {}) as ParamSpecs, (spec) => spec.default)];
}
