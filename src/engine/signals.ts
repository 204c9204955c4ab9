import { GraphNode } from "../indicators/node.ts";
import type { Size } from "../broker/sizing.ts";
import { shown } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { meantText, nearestNames } from "../primitives/nearest-names.ts";
import { Condition } from "./conditions.ts";

/** How far an exit is from the close at which the entry is decided: a share of that close, such as 0.05, or a node that is a distance in price. */
export type ExitDistance = number | GraphNode;

/** The size of an entry, as of any order; the stop of a size by risk is that of `stopLoss`. */
export type SignalSize =
  | Extract<Size, { quantity: number } | { percent: number } | { notional: number }>
  | { readonly risk: number };

/**
 * What a strategy with declared signals does, for each instrument. At each close of a bar, what holds then decides: an entry buys, or sells short, unless
 * the position is on that side already or its exit holds too; it closes a position on the other side first. Where both entries hold there is none. While an
 * order of the symbol is on its way nothing else is ordered, but an exit cancels an entry that waits.
 */
export interface Signals {
  /** Enters long. */
  readonly enter?: Condition;
  /** Closes a long position. */
  readonly exit?: Condition;
  /** Enters short, which takes a margin account. */
  readonly enterShort?: Condition;
  /** Closes a short position. */
  readonly exitShort?: Condition;
  /** Size of an entry; all of equity, `{ percent: 1 }`, when left out. */
  readonly size?: SignalSize;
  /** A stop behind each entry, or one that trails the best price; while its distance is missing nothing is entered. */
  readonly stopLoss?: ExitDistance | { readonly trail: ExitDistance };
  /** A limit that takes the profit of each entry. */
  readonly takeProfit?: ExitDistance;
}

/** The names of the conditions. */
export const CONDITIONS = ["enter", "exit", "enterShort", "exitShort"] as const;
const MEMBERS: readonly string[] = [...CONDITIONS, "size", "stopLoss", "takeProfit"];

/** Throws `STRATEGY_INVALID` for what are no signals. */
export function checkSignals(strategy: string, signals: unknown): asserts signals is Signals {
  const invalid = (message: string) => new HindcastError("STRATEGY_INVALID", `signals of ${strategy} ${message}`);
  if (typeof signals !== "object" || signals === null)
    throw invalid(
      `must return an object such as { enter: crossesAbove(ind.fast, ind.slow) }, returned ${shown(signals)}`,
    );
  for (const name of Object.keys(signals)) {
    if (!MEMBERS.includes(name))
      throw invalid(
        `have no ${JSON.stringify(name)}${meantText(nearestNames(name, MEMBERS))}; they have ${MEMBERS.join(", ")}`,
      );
  }
  const given = signals as Record<string, unknown>;
  for (const name of CONDITIONS) {
    if (given[name] !== undefined && !(given[name] instanceof Condition))
      throw invalid(`must have a condition as ${name}, such as isAbove(close, 100), had ${shown(given[name])}`);
  }
  if (given["enter"] === undefined && given["enterShort"] === undefined) throw invalid("must have enter or enterShort");
  const { stopLoss, takeProfit } = signals as Signals;
  const trail = isTrailing(stopLoss) ? stopLoss.trail : undefined;
  const distances = [
    { name: "stopLoss", distance: trail ?? stopLoss, below: 1, range: "above 0 and below 1" },
    { name: "takeProfit", distance: takeProfit, below: Infinity, range: "above 0" },
  ];
  for (const { name, distance, below, range } of distances) {
    if (distance === undefined || distance instanceof GraphNode) continue;
    // In a hook the number of an exit is its price.
    if (!((distance as number) > 0 && (distance as number) < below))
      throw invalid(
        `must have a share of the price ${range}, such as 0.05, or a node as ${name}, had ${shown(distance)}`,
      );
  }
  if (given["size"] !== undefined && (typeof given["size"] !== "object" || given["size"] === null))
    throw invalid(`must have a size such as { percent: 1 }, had ${shown(given["size"])}`);
  if ((given["size"] as Record<string, unknown> | undefined)?.["risk"] !== undefined && stopLoss === undefined)
    throw invalid("must have a stopLoss where the size is by risk");
}

export const isTrailing = (stopLoss: Signals["stopLoss"]): stopLoss is { readonly trail: ExitDistance } =>
  typeof stopLoss === "object" && !(stopLoss instanceof GraphNode) && stopLoss !== null && "trail" in stopLoss;
