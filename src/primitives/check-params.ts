import { checkOptions } from "./check-options.ts";
import { parameterError } from "./check.ts";
import type { ParamSpecs } from "./param.ts";

/** Fields that parameters of every kind have. */
const COMMON_MEMBERS = { kind: true, check: true, default: true, description: true } as const;

/** For each kind of parameter, its additional fields, under the field that identifies the kind. */
const KIND_MEMBERS = {
  min: { min: true, max: true },
  choices: { choices: true },
} as const;

/**
 * Checks declared parameters. A misspelled bound would otherwise be ignored, and a default outside its bounds would only fail in runs.
 * Throws `SETTING_INVALID` and `PARAMETER_OUT_OF_RANGE`.
 */
export function checkParams(owner: string, specs: ParamSpecs): void {
  if (typeof specs !== "object" || specs === null || Array.isArray(specs))
    throw parameterError(`params of ${owner}`, "an object of parameters by name", specs);
  for (const [name, spec] of Object.entries(specs)) {
    const what = `parameter ${name} of ${owner}`;
    if (typeof spec?.check !== "function")
      throw parameterError(what, "made by param, such as param.integer({ default: 14 })", spec);
    const kindMembers = Object.entries(KIND_MEMBERS).filter(([mark]) => mark in spec);
    checkOptions<object>(what, spec, Object.assign({ ...COMMON_MEMBERS }, ...kindMembers.map(([, names]) => names)));
    if ("min" in spec && !(spec.min <= spec.max))
      throw parameterError(`max of ${what}`, `at least ${spec.min}`, spec.max);
    spec.check(`default of ${what}`, spec.default);
  }
}
