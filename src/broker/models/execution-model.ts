import { FillTerms } from "../fill-terms.ts";
import { type AccountChoices, AccountRules } from "./account.ts";
import { type CostChoices, Costs } from "./costs.ts";
import { type ExitChoices, Exits } from "./exits.ts";
import { type FillChoices, FillRules } from "./fills.ts";
import { Liquidity, type LiquidityChoices } from "./liquidity.ts";
import { CustomFills } from "./custom-fills.ts";
import { type OrderChoices, OrderRules } from "./orders.ts";
import { type Sequence, type SequenceChoices, sequenceOf } from "./sequence.ts";
import { type SizingChoices, Sizing } from "./sizing.ts";
import { Slippage, type SlippageChoices } from "./slippage.ts";
import { Timing, type TimingChoices } from "./timing.ts";

/** Parts of the execution model, each with the settings that select its rules. */
export interface PartChoices {
  readonly timing: TimingChoices;
  readonly fills: FillChoices;
  readonly sequence: SequenceChoices;
  readonly exits: ExitChoices;
  readonly slippage: SlippageChoices;
  readonly liquidity: Omit<LiquidityChoices, keyof TimingChoices>;
  readonly sizing: SizingChoices;
  readonly account: AccountChoices;
  readonly costs: CostChoices;
  readonly orders: OrderChoices;
}

/** Name of a part of the execution model. */
export type ModelPart = keyof PartChoices;

type AllOf<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer All) => void ? All : never;

/** Settings of all parts. Each setting selects a rule of one part. */
export interface ModelChoices extends AllOf<PartChoices[ModelPart]> {}

/** Execution model: all rules in which backtesting engines differ, in one part per subject. */
export interface ExecutionModel {
  readonly timing: Timing;
  readonly fills: FillRules;
  /** Custom fill rules, which take precedence over the built-in rules. */
  readonly customFills: CustomFills | undefined;
  readonly sequence: Sequence;
  readonly exits: Exits;
  readonly slippage: Slippage;
  readonly liquidity: Liquidity;
  readonly sizing: Sizing;
  readonly account: AccountRules;
  readonly costs: Costs;
  readonly orders: OrderRules;
  /** Terms of the current fill. The broker sets them before it calls slippage and commission models. */
  readonly terms: FillTerms;
  /** Whether a slippage or commission model reads `terms`, which the broker then must set. */
  readonly usesTerms: boolean;
}

/**
 * Creates the execution model of a run. Each run needs its own, since slippage and commission models read the current
 * fill's terms from it.
 */
export function modelOf(choices: ModelChoices): ExecutionModel {
  const terms = new FillTerms();
  const slippage = new Slippage(choices, terms);
  const costs = new Costs(choices, terms);
  return {
    timing: new Timing(choices),
    fills: new FillRules(choices),
    customFills: choices.fills && new CustomFills(choices.fills),
    sequence: sequenceOf(choices),
    exits: new Exits(choices),
    slippage,
    liquidity: new Liquidity(choices),
    sizing: new Sizing(choices),
    account: new AccountRules(choices),
    costs,
    orders: new OrderRules(choices),
    terms,
    usesTerms: costs.usesTerms || slippage.usesTerms,
  };
}
