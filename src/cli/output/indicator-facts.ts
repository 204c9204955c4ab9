import type { AnyIndicator } from "../../indicators/define.ts";
import { INDICATOR_DIFFERENCES } from "../../indicators/differences.ts";
import type { OutputSpecs } from "../../indicators/spec.ts";

/** Returns the fields of an indicator that `hindcast list indicators --json` prints. */
export function indicatorFacts(indicator: AnyIndicator) {
  const { spec } = indicator;
  const first = firstValues(indicator.warmup());
  return {
    name: spec.name,
    title: spec.title,
    category: spec.category,
    inputs: spec.inputs,
    params: spec.params,
    memory: spec.memory,
    compounds: spec.compounds === true,
    compat: spec.compat ?? {},
    differences: differencesOf(spec.name),
    outputs: Object.entries(spec.outputs as OutputSpecs).map(([name, { title, scale, range, undefinedWhen }]) => ({
      name,
      title,
      firstValue: first[name],
      scale,
      range: range ?? null,
      undefinedWhen: undefinedWhen?.description ?? null,
    })),
  };
}

/** Returns the index of the first value of each output. `warmup` is a number for an indicator with one output. */
function firstValues(warmup: unknown): Readonly<Record<string, number>> {
  return typeof warmup === "number" ? { value: warmup } : (warmup as Readonly<Record<string, number>>);
}

function differencesOf(name: string): readonly string[] {
  return (INDICATOR_DIFFERENCES as Readonly<Record<string, readonly string[]>>)[name] ?? [];
}
