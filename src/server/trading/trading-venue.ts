import { AccountRules } from "../../broker/models/account.ts";
import type { AccountKind } from "../../broker/models/account.ts";
import type { RunSettings } from "../../engine/run-settings.ts";
import type { SimulationPlan } from "../../simulation/simulation-plan.ts";
import type { Calendar } from "../../time/calendar.ts";

/** The market in which the accounts of a session trade. */
export interface TradingVenue {
  /** Settings of every account, except cash and type. */
  readonly settings: RunSettings;
  /** Main calendar of the recording. */
  readonly calendar: Calendar;
  readonly currency: string;
  readonly accountType: AccountType;
  /** Whether orders are handled as in a backtest: failed checks reject orders, and numbers have all digits. */
  readonly asBacktest: boolean;
  /** Returns the simulation plan of an account. */
  plan(cash: number, type: AccountType): SimulationPlan;
}

/** Account types of the API. */
export type AccountType = "cash" | "margin";

/** Returns the account type that the API shows. Kinds without margin count as cash. */
export function accountTypeOf(settings: RunSettings): AccountType {
  return new AccountRules(settings).hasMargin() ? "margin" : "cash";
}

/** Returns the account kind for a type. If the settings have this type, their kind is used, which may have no name in the API. */
export function accountKindOf(type: AccountType, settings: RunSettings): AccountKind {
  return type === accountTypeOf(settings) ? new AccountRules(settings).kind : type;
}
