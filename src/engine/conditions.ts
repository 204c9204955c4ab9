import { GraphNode } from "../indicators/node.ts";
import { formatValue } from "../primitives/check.ts";
import type { ColumnMemory } from "../primitives/column-memory.ts";
import type { Column } from "../primitives/column.ts";
import { HindcastError } from "../primitives/errors.ts";
import { Cursor } from "./cursor.ts";
import { type Restatement, restatedAt } from "./graph/restatement.ts";

/** Columns of one symbol from which conditions are evaluated for all bars. */
export interface ConditionColumns {
  readonly length: number;
  readonly memory: ColumnMemory;
  column(node: GraphNode): Column;
  restatementOf(node: GraphNode): Restatement | undefined;
  /** Flags of the opposite crossing of the two nodes that were last compared. */
  crossed?: { readonly below: Operand; readonly above: Operand; readonly flags: Uint8Array } | undefined;
}

/** Operand of a condition: a node, whose values are compared, or a number. */
export type Operand = GraphNode | number;

/**
 * Condition that holds or does not hold at each bar, such as a crossing. The `signals` of a strategy consist of
 * conditions. They are evaluated for all bars at once or bar by bar, with equal results.
 */
export abstract class Condition {
  /** Returns a function that evaluates the condition at the last closed bar of one symbol. */
  abstract reader(cursor: (node: GraphNode) => Cursor): () => boolean;
  /** Returns one flag per bar: 1 if the condition holds, otherwise 0. */
  abstract flags(columns: ConditionColumns): Uint8Array;
}

/** Number of bars, and the memory in which their flags are stored. */
type FlagMemory = Pick<ConditionColumns, "length" | "memory">;

/** Returns a flag of 0 for each bar. The memory of the flags is a whole number of 4-byte words. */
export function emptyFlags({ length, memory }: FlagMemory): Uint8Array {
  return new Uint8Array(memory.zeros((length + 7) >> 3).buffer, 0, length);
}

/**
 * Returns flags that are set in both `a` and `b`, or in `a` but not in `b` if `turn` inverts `b`. Processes four bars
 * at a time.
 */
function bothFlags(columns: FlagMemory, a: Uint8Array, b: Uint8Array, turn: 0 | 0x0101_0101): Uint8Array {
  const flags = emptyFlags(columns);
  const [words, left, right] = [flags, a, b].map(({ buffer }) => new Int32Array(buffer)) as [
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  for (let i = 0; i < words.length; i++) words[i] = left[i]! & (right[i]! ^ turn);
  return flags;
}

const EVERY_BAR = 0x0101_0101;

/** Returns flags that are set in `a` but not in `b`. Without `b` returns `a` itself. */
export const flagsWithout = (columns: FlagMemory, a: Uint8Array, b: Uint8Array | undefined): Uint8Array =>
  b === undefined ? a : bothFlags(columns, a, b, EVERY_BAR);

/** Returns flags that are set in `a`, in `b` or in both. */
export function eitherFlags(
  columns: FlagMemory,
  a: Uint8Array | undefined,
  b: Uint8Array | undefined,
): Uint8Array | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const flags = emptyFlags(columns);
  for (let i = 0; i < flags.length; i++) flags[i] = a[i]! | b[i]!;
  return flags;
}

/** Returns flags that are set where the given ones are not. */
function invertedFlags(columns: FlagMemory, inverted: Uint8Array): Uint8Array {
  const flags = emptyFlags(columns);
  const [words, others] = [new Int32Array(flags.buffer), new Int32Array(inverted.buffer)];
  for (let i = 0; i < words.length; i++) words[i] = others[i]! ^ EVERY_BAR;
  return flags;
}

/** Comparisons of two numbers. The remaining comparisons swap the operands. */
const COMPARISONS = {
  above: {
    holds: (a: number, b: number) => a > b,
    fill(flags: Uint8Array, a: Column, b: Column): void {
      for (let i = 0; i < flags.length; i++) flags[i] = a[i]! > b[i]! ? 1 : 0;
    },
  },
  atLeast: {
    holds: (a: number, b: number) => a >= b,
    fill(flags: Uint8Array, a: Column, b: Column): void {
      for (let i = 0; i < flags.length; i++) flags[i] = a[i]! >= b[i]! ? 1 : 0;
    },
  },
} as const;

/** Comparison of two operands at each bar, in the price units of that bar. */
class Comparison extends Condition {
  readonly #comparison: (typeof COMPARISONS)[keyof typeof COMPARISONS];
  readonly #left: Operand;
  readonly #right: Operand;

  constructor(comparison: keyof typeof COMPARISONS, left: Operand, right: Operand) {
    super();
    this.#comparison = COMPARISONS[comparison];
    this.#left = left;
    this.#right = right;
  }

  reader(cursor: (node: GraphNode) => Cursor): () => boolean {
    const { holds } = this.#comparison;
    const left = valueOf(this.#left, cursor);
    const right = valueOf(this.#right, cursor);
    return () => holds(left(), right());
  }

  flags(columns: ConditionColumns): Uint8Array {
    const flags = emptyFlags(columns);
    this.#comparison.fill(flags, restatedColumn(this.#left, columns, 0), restatedColumn(this.#right, columns, 0));
    return flags;
  }
}

/** Sets the flags of crossings. The values of the previous bar are converted to the price units of the later bar. */
function fillCrossings(flags: Uint8Array, a: Column, b: Column, before: Column, beforeOther: Column): void {
  let wasBelow = 0;
  for (let i = 0; i < flags.length; i++) {
    flags[i] = a[i]! > b[i]! ? wasBelow : 0;
    wasBelow = before[i]! <= beforeOther[i]! ? 1 : 0;
  }
}

/**
 * Finds crossings in columns without splits: sets `flags` where `a` crosses above `b`, and `back` where `b` crosses
 * above `a`. Both must contain only 0 before the call.
 */
function fillBothCrossings(flags: Uint8Array, back: Uint8Array, a: Column, b: Column): void {
  const { length } = flags;
  // Previous state: ABOVE, BELOW or EQUAL, or 0 if a value was missing.
  let was = 0;
  for (let i = 0; i < length; i++) {
    const left = a[i]!;
    const right = b[i]!;
    if (left > right) {
      if (was > ABOVE) flags[i] = 1;
      was = ABOVE;
    } else if (left < right) {
      if (was === ABOVE || was === EQUAL) back[i] = 1;
      was = BELOW;
    } else was = left === right ? EQUAL : 0;
  }
}
const ABOVE = 1;
const BELOW = 2;
const EQUAL = 3;

/**
 * Crossing of the left operand from at or below the right one to above it. Two nodes are compared in split-adjusted
 * values, so that a split is not a crossing.
 */
class Crossing extends Condition {
  readonly #left: Operand;
  readonly #right: Operand;

  constructor(left: Operand, right: Operand) {
    super();
    this.#left = left;
    this.#right = right;
  }

  reader(cursor: (node: GraphNode) => Cursor): () => boolean {
    const left = this.#left;
    const right = this.#right;
    if (typeof left === "number") {
      const other = cursor(right as GraphNode);
      return () => other.value < left && other.ago(1) >= left;
    }
    const one = cursor(left);
    if (typeof right === "number") return () => one.value > right && one.ago(1) <= right;
    const other = cursor(right);
    return () => Cursor.crossed(one, other);
  }

  flags(columns: ConditionColumns): Uint8Array {
    const { crossed } = columns;
    if (crossed?.above === this.#left && crossed.below === this.#right) return crossed.flags;
    const flags = emptyFlags(columns);
    const asComputed = typeof this.#left !== "number" && typeof this.#right !== "number";
    const valuesOf = (operand: Operand, ago: 0 | 1) =>
      asComputed ? columns.column(operand as GraphNode) : restatedColumn(operand, columns, ago);
    const [a, b] = [valuesOf(this.#left, 0), valuesOf(this.#right, 0)];
    const isRestated =
      !asComputed && [this.#left, this.#right].some((one) => restatementOf(one, columns) !== undefined);
    if (isRestated) fillCrossings(flags, a, b, valuesOf(this.#left, 1), valuesOf(this.#right, 1));
    else {
      // A strategy that uses one crossing usually also uses the opposite one.
      const back = emptyFlags(columns);
      fillBothCrossings(flags, back, a, b);
      columns.crossed = { below: this.#left, above: this.#right, flags: back };
    }
    return flags;
  }
}

class AllConditions extends Condition {
  readonly #parts: readonly Condition[];

  constructor(parts: readonly Condition[]) {
    super();
    this.#parts = parts;
  }

  reader(cursor: (node: GraphNode) => Cursor): () => boolean {
    const parts = this.#parts.map((part) => part.reader(cursor));
    return () => parts.every((holds) => holds());
  }

  flags(columns: ConditionColumns): Uint8Array {
    return this.#parts.map((part) => part.flags(columns)).reduce((all, flags) => bothFlags(columns, all, flags, 0));
  }
}

class NegatedCondition extends Condition {
  readonly #condition: Condition;

  constructor(condition: Condition) {
    super();
    this.#condition = condition;
  }

  reader(cursor: (node: GraphNode) => Cursor): () => boolean {
    const holds = this.#condition.reader(cursor);
    return () => !holds();
  }

  flags(columns: ConditionColumns): Uint8Array {
    return invertedFlags(columns, this.#condition.flags(columns));
  }
}

function valueOf(operand: Operand, cursorOf: (node: GraphNode) => Cursor): () => number {
  if (typeof operand === "number") return () => operand;
  const cursor = cursorOf(operand);
  return () => cursor.value;
}

function restatementOf(operand: Operand, columns: ConditionColumns): Restatement | undefined {
  return typeof operand === "number" ? undefined : columns.restatementOf(operand);
}

/** Returns the value at each bar in the price units of that bar or, with `ago` 1, of the next bar. */
function restatedColumn(operand: Operand, columns: ConditionColumns, ago: 0 | 1): Column {
  if (typeof operand === "number") return new Float64Array(columns.length).fill(operand);
  const values = columns.column(operand);
  const today = restatementOf(operand, columns);
  if (today === undefined) return values;
  return values.map((_, at) => restatedAt(values, today, at, Math.min(at + ago, values.length - 1)));
}

/**
 * Condition that holds on the bar on which `a` goes from at or below `b` to above it. It does not hold while `a` or `b`
 * is missing. For `signals`; in hooks use `crossedAbove`. Throws `STRATEGY_INVALID` for an operand that is neither a
 * node nor a number.
 *
 * @example
 * signals: ({ ind }) => ({ enter: crossesAbove(ind.fast, ind.slow), exit: crossesBelow(ind.fast, ind.slow) })
 */
export function crossesAbove(a: Operand, b: Operand): Condition {
  checkOperands("crossesAbove", a, b);
  return new Crossing(a, b);
}

/**
 * Condition that holds on the bar on which `a` goes from at or above `b` to below it. It does not hold while `a` or `b`
 * is missing. For `signals`; in hooks use `crossedBelow`. Throws `STRATEGY_INVALID` for an operand that is neither a
 * node nor a number.
 *
 * @example
 * signals: ({ ind }) => ({ enter: crossesBelow(ind.rsi, 30), exit: crossesAbove(ind.rsi, 70) })
 */
export function crossesBelow(a: Operand, b: Operand): Condition {
  checkOperands("crossesBelow", a, b);
  return new Crossing(b, a);
}

/**
 * Condition that holds while `a` is above `b`. It does not hold while `a` or `b` is missing. For `signals`; in hooks
 * use `above`. Throws `STRATEGY_INVALID` for an operand that is neither a node nor a number.
 *
 * @example
 * signals: ({ ind, close }) => ({ enter: and(isAbove(close, ind.trend), isBelow(ind.rsi, 30)), exit: isAbove(ind.rsi, 50) })
 */
export function isAbove(a: Operand, b: Operand): Condition {
  checkOperands("isAbove", a, b);
  return new Comparison("above", a, b);
}

/**
 * Condition that holds while `a` is below `b`. It does not hold while `a` or `b` is missing. Otherwise like `isAbove`.
 */
export function isBelow(a: Operand, b: Operand): Condition {
  checkOperands("isBelow", a, b);
  return new Comparison("above", b, a);
}

/**
 * Condition that holds while `a` is equal to `b` or above it. It does not hold while `a` or `b` is missing. Otherwise
 * like `isAbove`.
 */
export function isAtLeast(a: Operand, b: Operand): Condition {
  checkOperands("isAtLeast", a, b);
  return new Comparison("atLeast", a, b);
}

/**
 * Condition that holds while `a` is equal to `b` or below it. It does not hold while `a` or `b` is missing. Otherwise
 * like `isAbove`.
 */
export function isAtMost(a: Operand, b: Operand): Condition {
  checkOperands("isAtMost", a, b);
  return new Comparison("atLeast", b, a);
}

/**
 * Condition that holds while all of the given conditions hold.
 *
 * @example
 * signals: ({ ind, close }) => ({ enter: and(crossesAbove(ind.fast, ind.slow), isAbove(close, ind.trend)) })
 */
export function and(...conditions: readonly Condition[]): Condition {
  checkConditions("and", conditions);
  return new AllConditions(conditions);
}

/**
 * Condition that holds while at least one of the given conditions holds.
 *
 * @example
 * signals: ({ ind, close }) => ({ exit: or(crossesBelow(ind.fast, ind.slow), isAbove(ind.rsi, 80)) })
 */
export function or(...conditions: readonly Condition[]): Condition {
  checkConditions("or", conditions);
  return new NegatedCondition(new AllConditions(conditions.map((one) => new NegatedCondition(one))));
}

/**
 * Condition that holds while the given condition does not hold, including bars at which an operand is missing.
 *
 * @example
 * signals: ({ ind }) => ({ enter: and(crossesAbove(ind.fast, ind.slow), not(isAbove(ind.rsi, 70))) })
 */
export function not(condition: Condition): Condition {
  checkConditions("not", [condition]);
  return new NegatedCondition(condition);
}

function checkOperands(name: string, a: unknown, b: unknown): void {
  const sides = [a, b];
  const wrong = sides.find((side) => !(side instanceof GraphNode) && !Number.isFinite(side));
  if (wrong !== undefined || sides.includes(undefined)) {
    const hint = wrong instanceof Cursor ? "; in hooks use above, below, crossedAbove or crossedBelow" : "";
    throw invalid(`${name} compares nodes of the graph and finite numbers, was given ${formatValue(wrong)}${hint}`);
  }
  if (!sides.some((side) => side instanceof GraphNode))
    throw invalid(`${name} must be given at least one node of the graph`);
}

function checkConditions(name: string, conditions: readonly unknown[]): void {
  if (conditions.length === 0) throw invalid(`${name} must be given at least one condition`);
  const wrong = conditions.findIndex((one) => !(one instanceof Condition));
  if (wrong >= 0)
    throw invalid(`${name} takes conditions, such as isAbove(close, 100), was given ${formatValue(conditions[wrong])}`);
}

function invalid(message: string): HindcastError {
  return new HindcastError("STRATEGY_INVALID", message);
}
