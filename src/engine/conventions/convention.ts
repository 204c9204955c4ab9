import type { MetricPresetName } from "../../metrics/presets/summary-in.ts";
import type { ModelChoices } from "../../broker/models/execution-model.ts";

/** The settings by which engines differ. */
export interface Habits extends ModelChoices {
  readonly moneyRounding: "currency" | "none";
  readonly riskFreeRate: number;
}

/** The habits of another engine: what its runs are set to where the user says nothing, and whose formulas its metrics have. */
export interface Convention {
  /** The engine, and the version whose habits these are. */
  readonly title: string;
  readonly settings: Partial<Habits>;
  /** Undefined where the engine counts no metrics of its own. */
  readonly metrics: MetricPresetName | undefined;
}
