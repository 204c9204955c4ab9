import type { MetricPresetName } from "../../metrics/presets/summary-in.ts";
import type { RunSettings } from "../run-settings.ts";

/** The habits of another engine: what its runs are set to where the user says nothing, and whose formulas its metrics have. */
export interface Convention {
  /** The engine, and the version whose habits these are. */
  readonly title: string;
  readonly settings: Partial<RunSettings>;
  /** Undefined where the engine counts no metrics of its own. */
  readonly metrics: MetricPresetName | undefined;
}
