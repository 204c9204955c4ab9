import { AccountRules } from "../../broker/models/account.ts";
import type { AccountKind } from "../../broker/models/account.ts";
import type { RunSettings } from "../../engine/run-settings.ts";
import type { SimulationPlan } from "../../simulation/simulation-plan.ts";
import type { Calendar } from "../../time/calendar.ts";

/** The market in which the accounts of a session trade. */
export interface TradingVenue {
  /** Settings of all accounts, except cash and account type. */
  readonly settings: RunSettings;
  /** Main calendar of the recording. */
  readonly calendar: Calendar;
  readonly currency: string;
  readonly accountType: AccountType;
  /** Whether orders are handled as in a backtest: failed checks reject orders, and numbers have all digits. */
  readonly asBacktest: boolean;
  /** Returns the plan for simulating an account. */
  plan(cash: number, type: AccountType): SimulationPlan;
}

/** The account types that the API knows. */
export type AccountType = "cash" | "margin";

/** Returns the account type that responses show. Kinds of accounts without margin are shown as cash. */
export function accountTypeOf(settings: RunSettings): AccountType {
  return new AccountRules(settings).hasMargin() ? "margin" : "cash";
}

/**
 * Returns the kind of account for a type. If the kind in the settings is shown as this type, it is used, even if the API has no name for
 * it.
 */
export function accountKindOf(type: AccountType, settings: RunSettings): AccountKind {
  return type === accountTypeOf(settings) ? new AccountRules(settings).kind : type;
}
