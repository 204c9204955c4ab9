import type { AccountChoices } from "../../broker/models/account.ts";
import type { CostChoices } from "../../broker/models/costs.ts";
import type { ModelChoices } from "../../broker/models/execution-model.ts";
import type { ExitChoices } from "../../broker/models/exits.ts";
import type { FillChoices } from "../../broker/models/fills.ts";
import type { LiquidityChoices } from "../../broker/models/liquidity.ts";
import type { OrderChoices } from "../../broker/models/orders.ts";
import type { SequenceChoices } from "../../broker/models/sequence.ts";
import type { SizingChoices } from "../../broker/models/sizing.ts";
import type { SlippageChoices } from "../../broker/models/slippage.ts";
import type { TimingChoices } from "../../broker/models/timing.ts";
import type { MetricPresetName } from "../../metrics/presets/summary-in.ts";

/** How an engine counts money and ratios. */
interface Counting {
  readonly moneyRounding: "currency" | "none";
  readonly riskFreeRate: number;
}

/** The settings by which engines differ. */
export interface Habits extends ModelChoices, Counting {}

/** The parts of an engine's execution model: what of each its conventions choose. What they leave out is as by default. */
export interface ConventionParts {
  readonly account?: Partial<AccountChoices>;
  readonly orders?: Partial<OrderChoices>;
  readonly timing?: Partial<TimingChoices>;
  readonly sizing?: Partial<SizingChoices>;
  readonly fills?: Partial<FillChoices>;
  readonly sequence?: Partial<SequenceChoices>;
  readonly exits?: Partial<ExitChoices>;
  readonly slippage?: Partial<SlippageChoices>;
  readonly liquidity?: Partial<Omit<LiquidityChoices, keyof TimingChoices>>;
  readonly costs?: Partial<CostChoices>;
  readonly counting?: Partial<Counting>;
}

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
export function habitsOf({ parts }: Convention): Partial<Habits> {
  return Object.assign({}, ...Object.values(parts)) as Partial<Habits>;
}
