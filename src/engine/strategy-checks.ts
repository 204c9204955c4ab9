import { AccountRules } from "../broker/models/account.ts";
import { HindcastError } from "../primitives/errors.ts";
import { type AnyParamValues, resolveParams } from "../primitives/param.ts";
import type { RunSettings } from "./run-settings.ts";
import type { AnyStrategy } from "./strategy.ts";

/**
 * Returns the parameters of a run, frozen. Throws `PARAMETER_UNKNOWN` and `PARAMETER_OUT_OF_RANGE`, the latter also for
 * parameters that the strategy's `constraint` rejects.
 */
export function resolveStrategyParams(
  strategy: AnyStrategy,
  input: Readonly<Record<string, unknown>> = {},
): AnyParamValues {
  const params = Object.freeze(resolveParams(strategy.name, strategy.params ?? {}, input));
  const verdict = strategy.constraint?.(params) ?? true;
  if (verdict !== true) {
    const mustHold = typeof verdict === "string" ? verdict : "the parameters must make sense together";
    const were = Object.entries(params).map(([name, value]) => `${name} ${value}`);
    throw new HindcastError("PARAMETER_OUT_OF_RANGE", `${strategy.name}: ${mustHold}, were ${were.join(", ")}`, {
      params,
    });
  }
  return params;
}

/**
 * Throws `STRATEGY_INVALID` if a run does not meet the needs of its strategy. `bars` has the number of bars of each
 * symbol.
 */
export function checkNeeds({ name, needs }: AnyStrategy, bars: readonly number[], settings: RunSettings): void {
  if (needs?.account !== undefined && !new AccountRules(settings).allowsShort()) {
    throw new HindcastError(
      "STRATEGY_INVALID",
      `${name} needs a margin account, because it sells short or buys on credit; the account is cash`,
      { needs },
    );
  }
  const symbols = bars.length;
  if (needs?.symbols !== undefined && symbols < needs.symbols) {
    throw new HindcastError(
      "STRATEGY_INVALID",
      `${name} needs at least ${needs.symbols} symbols, was given ${symbols}`,
      { needs },
    );
  }
  const shortest = Math.min(...bars);
  if (needs?.history !== undefined && shortest < needs.history) {
    throw new HindcastError("STRATEGY_INVALID", `${name} needs at least ${needs.history} bars, was given ${shortest}`, {
      needs,
    });
  }
}
