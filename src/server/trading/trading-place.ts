import type { RunPlan } from "../../engine/run-plan.ts";
import type { RunSettings } from "../../engine/run-settings.ts";
import type { Calendar } from "../../time/calendar.ts";
import type { AccountType } from "./account-type.ts";

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
  /** What an account is a run of. */
  plan(cash: number, type: AccountType): RunPlan;
}
