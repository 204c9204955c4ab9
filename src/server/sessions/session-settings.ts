import { checkCoin } from "../../simulation/simulation-plan.ts";
import { resolveSettings, type RunSettings } from "../../engine/run-settings.ts";
import { decimalsOf } from "../../market/currency-decimals.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { ApiError, invalidParameters } from "../errors/api-error.ts";
import { ALL_HOURS, type AccountSettings } from "../trading/exchange.ts";
import { whyUntradable } from "../trading/tradable-series.ts";

/** Settings of a run that a session has from elsewhere, and from where. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  from: "must be given next to settings, not in them",
  to: "must be given next to settings, not in them",
};

/**
 * How accounts of a session fill and count, as a request says it. What would leave a session in which nobody can trade is refused here: INVALID_PARAMETERS
 * with the name of the setting. What a run refuses besides, a session refuses as it is made.
 */
export function sessionSettings(
  market: RecordedMarket,
  given: Readonly<Record<string, unknown>>,
  symbols: readonly string[] = market.instruments.map(({ symbol }) => symbol),
): AccountSettings {
  for (const [setting, reason] of Object.entries(ELSEWHERE))
    if (Object.hasOwn(given, setting)) throw refused(given, setting, reason);
  const { hours } = given;
  if (hours !== undefined && hours !== ALL_HOURS.hours)
    throw refused(given, "hours", "must be extended or left out: an order says by extended_hours when it fills");
  try {
    checkCash(market, given, symbols);
  } catch (error) {
    if (!(error instanceof HindcastError) || error.code !== "CASH_OUT_OF_RANGE") throw error;
    const { details } = refused(given, "cash", "cash_out_of_range");
    throw new ApiError("INVALID_PARAMETERS", error.message, details);
  }
  return given as AccountSettings;
}

/** Throws CASH_OUT_OF_RANGE, and what else settings of a run are refused with. */
export function checkCash(
  { instruments }: RecordedMarket,
  given: AccountSettings,
  symbols: readonly string[] = instruments.map(({ symbol }) => symbol),
): void {
  const settings: RunSettings = resolveSettings(given);
  const chosen = new Set(symbols);
  const traded = instruments.filter(
    (instrument) => chosen.has(instrument.symbol) && whyUntradable(instrument, settings.currency) === undefined,
  );
  checkCoin(settings, decimalsOf(settings.currency, traded));
}

function refused(given: Readonly<Record<string, unknown>>, setting: string, reason: string): ApiError {
  return invalidParameters([{ in: "body", parameter: `settings.${setting}`, value: given[setting], reason }]);
}
