import type { ModelChoices, ModelPart, PartChoices } from "../../broker/models/execution-model.ts";
import type { MetricPresetName } from "../../metrics/presets/summary-in.ts";

/** Settings for how an engine counts money and ratios. */
interface Counting {
  readonly moneyRounding: "currency" | "none";
  readonly riskFreeRate: number;
}

/** All settings in which engines differ. */
export interface EngineSettings extends ModelChoices, Counting {}

/**
 * Settings of an engine for each part of the execution model and for counting. Omitted settings have their defaults.
 */
export type ConventionParts = { readonly [Part in ModelPart]?: Partial<PartChoices[Part]> } & {
  readonly counting?: Partial<Counting>;
};

/** Conventions of an engine: its settings for each part of the execution model, and its metric formulas. */
export interface Convention<Name extends string = string> {
  /** Name of the engine in the setting `conventions`. */
  readonly name: Name;
  /** Name and version of the engine, for lists. */
  readonly title: string;
  readonly parts: ConventionParts;
  /** Metric formulas of the engine, or undefined for Hindcast's own. */
  readonly metrics: MetricPresetName | undefined;
}

/** Returns conventions unchanged, with the literal type of their name. */
export const convention = <const Name extends string>(rules: Convention<Name>): Convention<Name> =>
  Object.freeze(rules);

/** Returns the settings that the conventions of an engine choose. */
export function engineSettings({ parts }: Convention): Partial<EngineSettings> {
  return Object.assign({}, ...Object.values(parts)) as Partial<EngineSettings>;
}
