import { AccountRules } from "../../broker/models/account.ts";
import type { AccountKind } from "../../broker/models/account.ts";
import type { RunSettings } from "../../engine/run-settings.ts";
import type { SimulationPlan } from "../../simulation/simulation-plan.ts";
import type { Calendar } from "../../time/calendar.ts";

/** Where the accounts of a session trade. */
export interface TradingPlace {
  /** Settings of every account, but for its cash and type. */
  readonly settings: RunSettings;
  /** The recording's main calendar. */
  readonly calendar: Calendar;
  readonly currency: string;
  readonly accountType: AccountType;
  /** Orders are taken as a run takes them from a strategy: what is refused is a rejected order; and numbers are shown as they are. */
  readonly asRun: boolean;
  /** What an account is a simulation of. */
  plan(cash: number, type: AccountType): SimulationPlan;
}

/** The kinds of accounts that the service has names for. */
export type AccountType = "cash" | "margin";

/** What an account by some settings is told as: kinds without a name are told as cash. */
export function accountTypeOf(settings: RunSettings): AccountType {
  return new AccountRules(settings).hasMargin() ? "margin" : "cash";
}

/** The kind of an account that is asked for by its type: where that is the type of the settings, theirs, which the service may have no name for. */
export function accountKindOf(type: AccountType, settings: RunSettings): AccountKind {
  return type === accountTypeOf(settings) ? new AccountRules(settings).kind : type;
}
