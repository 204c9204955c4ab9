import type { RunSettings } from "../../engine/run-settings.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { RunInstrument } from "../../schemas/replay.ts";

/** Throws STRATEGY_INVALID for a strategy that needs what the run does not have, SETTING_INVALID for instruments in other currencies than that of cash. */
export function checkStreamable(
  { name, needs }: AnyStrategy,
  { account, currency }: RunSettings,
  instruments: readonly RunInstrument[],
): void {
  if (needs?.account === "margin" && account === "cash")
    throw unfit(`${name} needs a margin account, since it sells short or on credit, was given a cash one`);
  if (needs?.symbols !== undefined && instruments.length < needs.symbols)
    throw unfit(`${name} needs at least ${needs.symbols} symbols, was given ${instruments.length}`);
  const other = instruments.find((one) => one.currency !== currency);
  if (other !== undefined) {
    const message = `currency of ${other.symbol} must be that of cash, ${currency}, in a remote run, was ${other.currency}`;
    throw new HindcastError("SETTING_INVALID", message, { setting: "currency", value: currency });
  }
}

function unfit(message: string): HindcastError {
  return new HindcastError("STRATEGY_INVALID", message);
}
