import type { ModelChoices, ModelPart, PartChoices } from "../../broker/models/execution-model.ts";
import type { MetricPresetName } from "../../metrics/presets/summary-in.ts";

/** How an engine counts money and ratios. */
interface Counting {
  readonly moneyRounding: "currency" | "none";
  readonly riskFreeRate: number;
}

/** Settings in which engines differ. */
export interface EngineSettings extends ModelChoices, Counting {}

/** Choices of an engine for each part of the execution model and for counting. Omitted choices are the defaults. */
export type ConventionParts = { readonly [Part in ModelPart]?: Partial<PartChoices[Part]> } & {
  readonly counting?: Partial<Counting>;
};

/** Rules of an engine: the parts of its execution model, and its metric formulas. */
export interface Convention<Name extends string = string> {
  /** Name in the setting `conventions`. */
  readonly name: Name;
  /** Engine and version. */
  readonly title: string;
  readonly parts: ConventionParts;
  /** Metric formulas of the engine; undefined for Hindcast's own. */
  readonly metrics: MetricPresetName | undefined;
}

/** Freezes the rules of an engine. Keeps the type of its name. */
export const convention = <const Name extends string>(rules: Convention<Name>): Convention<Name> =>
  Object.freeze(rules);

/** Returns the settings that an engine's parts choose. */
export function engineSettings({ parts }: Convention): Partial<EngineSettings> {
  return Object.assign({}, ...Object.values(parts)) as Partial<EngineSettings>;
}
