import type { ModelChoices, ModelPart, PartChoices } from "../../broker/models/execution-model.ts";
import type { MetricPresetName } from "../../metrics/presets/summary-in.ts";

/** How an engine counts money and ratios. */
interface Counting {
  readonly moneyRounding: "currency" | "none";
  readonly riskFreeRate: number;
}

/** The settings by which engines differ. */
export interface EngineSettings extends ModelChoices, Counting {}

/** What an engine chooses of each part of its execution model, and how it counts. What it leaves out is as by default. */
export type ConventionParts = { readonly [Part in ModelPart]?: Partial<PartChoices[Part]> } & {
  readonly counting?: Partial<Counting>;
};

/** The rules of an engine: the parts of its execution model, and whose formulas its metrics have. */
export interface Convention<Name extends string = string> {
  /** What the setting `conventions` calls it. */
  readonly name: Name;
  /** The engine, and the version whose rules these are. */
  readonly title: string;
  readonly parts: ConventionParts;
  /** Undefined where the engine counts no metrics of its own. */
  readonly metrics: MetricPresetName | undefined;
}

/** Rules of an engine under a name that settings can give. */
export const convention = <const Name extends string>(rules: Convention<Name>): Convention<Name> =>
  Object.freeze(rules);

/** The settings that an engine's parts choose. */
export function engineSettings({ parts }: Convention): Partial<EngineSettings> {
  return Object.assign({}, ...Object.values(parts)) as Partial<EngineSettings>;
}
