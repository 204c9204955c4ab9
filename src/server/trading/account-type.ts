import type { AccountKind } from "../../broker/models/account.ts";
import type { RunSettings } from "../../engine/run-settings.ts";

/** The kinds of accounts that the service has names for. */
export type AccountType = "cash" | "margin";

/** What an account by some settings is told as: kinds without a name are told as cash. */
export function accountTypeOf({ account }: RunSettings): AccountType {
  return account === "margin" ? "margin" : "cash";
}

/** The kind of an account that is asked for by its type: where that is the type of the settings, theirs, which the service may have no name for. */
export function accountKindOf(type: AccountType, settings: RunSettings): AccountKind {
  return type === accountTypeOf(settings) ? settings.account : type;
}
