import { checkCoin } from "../../simulation/simulation-plan.ts";
import { resolveSettings, type RunSettings } from "../../engine/run-settings.ts";
import { decimalsOf } from "../../market/currency-decimals.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { ApiError, invalidParameters } from "../errors/api-error.ts";
import { ALL_HOURS, type AccountSettings } from "../trading/exchange.ts";
import { whyUntradable } from "../trading/tradable-series.ts";

/** Settings of a run that a request states outside of `settings`. */
const GIVEN_OUTSIDE: Readonly<Record<string, string>> = {
  from: "must be a field of the body, not of settings",
  to: "must be a field of the body, not of settings",
};

/**
 * Checks the account settings of a request. Throws INVALID_PARAMETERS, with the name of the setting, for settings under which no account
 * could trade. Other settings are checked when the session is created.
 */
export function sessionSettings(
  market: RecordedMarket,
  sent: Readonly<Record<string, unknown>>,
  symbols: readonly string[] = market.instruments.map(({ symbol }) => symbol),
): AccountSettings {
  for (const [setting, reason] of Object.entries(GIVEN_OUTSIDE))
    if (Object.hasOwn(sent, setting)) throw refused(sent, setting, reason);
  const { hours } = sent;
  if (hours !== undefined && hours !== ALL_HOURS.hours)
    throw refused(sent, "hours", "must be extended or left out: each order chooses its hours with extended_hours");
  try {
    checkCash(market, sent, symbols);
  } catch (error) {
    if (!(error instanceof HindcastError) || error.code !== "CASH_OUT_OF_RANGE") throw error;
    const { details } = refused(sent, "cash", "cash_out_of_range");
    throw new ApiError("INVALID_PARAMETERS", error.message, details);
  }
  return sent as AccountSettings;
}

/** Throws CASH_OUT_OF_RANGE for initial cash that the currency cannot represent, and the errors of other invalid settings. */
export function checkCash(
  { instruments }: RecordedMarket,
  sent: AccountSettings,
  symbols: readonly string[] = instruments.map(({ symbol }) => symbol),
): void {
  const settings: RunSettings = resolveSettings(sent);
  const chosen = new Set(symbols);
  const traded = instruments.filter(
    (instrument) => chosen.has(instrument.symbol) && whyUntradable(instrument, settings.currency) === undefined,
  );
  checkCoin(settings, decimalsOf(settings.currency, traded));
}

function refused(sent: Readonly<Record<string, unknown>>, setting: string, reason: string): ApiError {
  return invalidParameters([{ in: "body", parameter: `settings.${setting}`, value: sent[setting], reason }]);
}
