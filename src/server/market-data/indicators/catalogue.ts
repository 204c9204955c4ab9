import type { AnyIndicator } from "../../../indicators/define.ts";
import { indicators } from "../../../indicators/catalog.ts";
import { anchorOf } from "../../../market/anchor.ts";
import type { Bars } from "../../../market/bars.ts";
import type { Column } from "../../../primitives/column.ts";
import { type ParamSpecs, resolveParams } from "../../../primitives/param.ts";
import { orNull, significant } from "../../numbers.ts";
import type { IndicatorMaker } from "./served-indicator.ts";

/** Names of the indicators that can be computed from the bars of one symbol. */
export const CATALOGUE_NAMES: readonly string[] = Object.values(indicators)
  .filter(({ spec }) => !(spec.inputs as readonly string[]).includes("other"))
  .map(({ spec }) => spec.name as string)
  .toSorted();

const KNOWN: ReadonlySet<string> = new Set(CATALOGUE_NAMES);

/**
 * An indicator of the catalogue: its outputs by name, null where it has no value, and its parameters. The period is that of the
 * request where it has one, the others are its own. Undefined for a name that there is not.
 */
export function catalogueIndicator(name: string): IndicatorMaker | undefined {
  if (!KNOWN.has(name)) return undefined;
  const indicator = indicators[name]!;
  const { spec } = indicator;
  return (period) => {
    const given = "period" in spec.params ? { period } : {};
    const params = resolveParams(name, spec.params as ParamSpecs, given);
    return {
      required: requiredBars(indicator, given),
      entry(bars) {
        const result: unknown = indicator(...inputsOf(spec.inputs as readonly string[], bars), given);
        const columns = result instanceof Float64Array ? { value: result } : (result as Record<string, Column>);
        const outputs = Object.entries(columns).map(([output, column]) => [
          snakeCase(output),
          orNull(column.at(-1)!, significant),
        ]);
        const named = Object.entries(params).map(([param, value]) => [snakeCase(param), value]);
        return { ...Object.fromEntries(outputs), params: Object.fromEntries(named) };
      },
    };
  };
}

function requiredBars(indicator: AnyIndicator, given: Readonly<Record<string, unknown>>): number {
  const first: unknown = indicator.warmup(given);
  const indices = typeof first === "number" ? [first] : Object.values(first as Record<string, number>);
  return Math.max(...indices) + 1;
}

/** A day is a session of its own, so that anchored indicators begin anew with each. */
function inputsOf(names: readonly string[], bars: Bars): Column[] {
  return names.map((name) => {
    if (name === "anchor") return anchorOf(bars, "session");
    return bars[(name === "source" ? "close" : name) as "open" | "high" | "low" | "close" | "volume"];
  });
}

/** `plusDi` as `plus_di`, as names of the API are written. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
