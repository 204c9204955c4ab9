import { indicators } from "../../indicators/catalog.ts";
import type { OutputSpecs } from "../../indicators/spec.ts";
import type { ParamSpecs } from "../../primitives/param.ts";
import type { Listing } from "./listing.ts";
import { paramText } from "./param-text.ts";

/** Every indicator, with the index of its first value where the inputs have no gap at the start and parameters have their defaults. */
export function listIndicators(): Listing {
  const all = Object.values(indicators).map((indicator) => ({
    spec: indicator.spec,
    firstValue: firstValues(indicator.warmup()),
  }));
  all.sort((a, b) => (a.spec.name < b.spec.name ? -1 : 1));
  return {
    columns: [
      { heading: "name" },
      { heading: "title", wraps: true },
      { heading: "inputs", wraps: true },
      { heading: "parameters", wraps: true },
      { heading: "first value", align: "right" },
    ],
    rows: all.map(({ spec, firstValue }) => [
      spec.name,
      spec.title,
      spec.inputs.join(" "),
      paramText(spec.params as ParamSpecs),
      [...new Set(Object.values(firstValue))].join(", "),
    ]),
    json: all.map(({ spec, firstValue }) => ({
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
        firstValue: firstValue[name],
        scale,
        range: range ?? null,
        undefinedWhen: undefinedWhen?.description ?? null,
      })),
    })),
    failures: [],
  };
}

/** By output; an indicator of one output says a number alone. */
function firstValues(warmup: unknown): Readonly<Record<string, number>> {
  return typeof warmup === "number" ? { value: warmup } : (warmup as Readonly<Record<string, number>>);
}
