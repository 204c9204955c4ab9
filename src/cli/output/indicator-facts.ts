import type { AnyIndicator } from "../../indicators/define.ts";
import type { OutputSpecs } from "../../indicators/spec.ts";

/** What JSON says of an indicator. */
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

/** By output; an indicator of one output says a number alone. */
function firstValues(warmup: unknown): Readonly<Record<string, number>> {
  return typeof warmup === "number" ? { value: warmup } : (warmup as Readonly<Record<string, number>>);
}
