import type { AnyIndicator } from "../../indicators/define.ts";
import { INDICATOR_DIFFERENCES } from "../../indicators/differences.ts";
import type { OutputSpecs } from "../../indicators/spec.ts";

/** Returns an indicator as `--json` prints it. */
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

/** First values by output. An indicator with one output returns a plain number. */
function firstValues(warmup: unknown): Readonly<Record<string, number>> {
  return typeof warmup === "number" ? { value: warmup } : (warmup as Readonly<Record<string, number>>);
}

function differencesOf(name: string): readonly string[] {
  return (INDICATOR_DIFFERENCES as Readonly<Record<string, readonly string[]>>)[name] ?? [];
}
