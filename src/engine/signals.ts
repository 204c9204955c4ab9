import { GraphNode } from "../indicators/node.ts";
import type { Size } from "../broker/sizing.ts";
import { formatValue } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { suggestionText, nearestNames } from "../primitives/nearest-names.ts";
import { Condition } from "./conditions.ts";

/**
 * Distance of an exit from the close at which the entry is submitted. A number is a fraction of that close, such as
 * 0.05. A node gives a distance in price.
 */
export type ExitDistance = number | GraphNode;

/** Size of an entry, as for any order. A size by risk uses the stop price that follows from `stopLoss`. */
export type SignalSize =
  | Extract<Size, { quantity: number } | { percent: number } | { notional: number }>
  | { readonly risk: number };

/**
 * Entry and exit conditions, evaluated for each symbol at each bar close. An entry first closes a position on the other
 * side. It does nothing if a position on its own side is open, if its exit condition holds too, or if both entries
 * hold. While an order of the symbol is open, only an exit acts: it cancels the entry.
 */
export interface Signals {
  /** Condition that enters a long position. */
  readonly enter?: Condition;
  /** Condition that closes a long position. */
  readonly exit?: Condition;
  /** Condition that enters a short position. The account must allow short sales. */
  readonly enterShort?: Condition;
  /** Condition that closes a short position. */
  readonly exitShort?: Condition;
  /** Size of an entry. The default is all of equity, `{ percent: 1 }`. */
  readonly size?: SignalSize;
  /**
   * Distance of the stop from the entry's close, or `{ trail }` for a trailing stop. While the distance is NaN, no
   * entry is submitted.
   */
  readonly stopLoss?: ExitDistance | { readonly trail: ExitDistance };
  /** Distance of the take-profit limit from the entry's close. While the distance is NaN, no entry is submitted. */
  readonly takeProfit?: ExitDistance;
}

/** Names of the conditions in signals. */
export const CONDITIONS = ["enter", "exit", "enterShort", "exitShort"] as const;
const MEMBERS: readonly string[] = [...CONDITIONS, "size", "stopLoss", "takeProfit"];

/** Checks the signals of a strategy. Throws `STRATEGY_INVALID`. */
export function checkSignals(strategy: string, signals: unknown): asserts signals is Signals {
  const invalid = (message: string) => new HindcastError("STRATEGY_INVALID", `signals of ${strategy} ${message}`);
  if (typeof signals !== "object" || signals === null)
    throw invalid(
      `must return an object such as { enter: crossesAbove(ind.fast, ind.slow) }, returned ${formatValue(signals)}`,
    );
  for (const name of Object.keys(signals)) {
    if (!MEMBERS.includes(name))
      throw invalid(
        `have no ${JSON.stringify(name)}${suggestionText(nearestNames(name, MEMBERS))}; they have ${MEMBERS.join(", ")}`,
      );
  }
  const members = signals as Record<string, unknown>;
  for (const name of CONDITIONS) {
    if (members[name] !== undefined && !(members[name] instanceof Condition))
      throw invalid(`must have a condition as ${name}, such as isAbove(close, 100), had ${formatValue(members[name])}`);
  }
  if (members["enter"] === undefined && members["enterShort"] === undefined)
    throw invalid("must have enter or enterShort");
  const { stopLoss, takeProfit } = signals as Signals;
  const trail = isTrailing(stopLoss) ? stopLoss.trail : undefined;
  const distances = [
    { name: "stopLoss", distance: trail ?? stopLoss, below: 1, range: "above 0 and below 1" },
    { name: "takeProfit", distance: takeProfit, below: Infinity, range: "above 0" },
  ];
  for (const { name, distance, below, range } of distances) {
    if (distance === undefined || distance instanceof GraphNode) continue;
    // A number is a share of the price here, but a price in an order of a hook.
    if (!((distance as number) > 0 && (distance as number) < below))
      throw invalid(
        `must have a share of the price ${range}, such as 0.05, or a node as ${name}, had ${formatValue(distance)}`,
      );
  }
  if (members["size"] !== undefined && (typeof members["size"] !== "object" || members["size"] === null))
    throw invalid(`must have a size such as { percent: 1 }, had ${formatValue(members["size"])}`);
  if ((members["size"] as Record<string, unknown> | undefined)?.["risk"] !== undefined && stopLoss === undefined)
    throw invalid("must have a stopLoss if the size is by risk");
}

export const isTrailing = (stopLoss: Signals["stopLoss"]): stopLoss is { readonly trail: ExitDistance } =>
  typeof stopLoss === "object" && !(stopLoss instanceof GraphNode) && stopLoss !== null && "trail" in stopLoss;
