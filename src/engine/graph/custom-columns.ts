import type { NodeIndicator, NodeSource } from "../../indicators/node.ts";
import type { Column } from "../../primitives/column.ts";
import { formatValue } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { formatInstant } from "../../time/instant.ts";

type Application = Extract<NodeSource, { kind: "indicator" }>;

/** Share of all bars that the truncations of a probe may have in total, though at least `PROBED_BARS`. */
const PROBED_SHARE = 0.015;
const PROBED_BARS = 48;
/** Numbers of bars by which later truncations are longer than the first one. */
const LATER_TRUNCATIONS = [1, 4, 16];
/**
 * Share of the largest value below which a difference counts as rounding, such as that of a sum scaled by all values.
 */
const ROUNDING = 1e-9;

/**
 * Returns the outputs of a custom indicator. Inputs and outputs are copied, so that the indicator cannot change the
 * market or a later run. With `probed` the indicator is also computed on a few truncations of its inputs and must
 * return the same values. The first truncation ends at the bar of the first value, where a look-ahead that affects
 * every value is visible. Later truncations end some bars later. They are few and short, so that a run hardly takes
 * longer. `checkLookahead` also finds look-ahead that only later bars show. Throws `LOOKAHEAD_FOUND` if a value changes
 * without the bars after it, and `STRATEGY_INVALID` if equal bars give different values. `time` has the start times of
 * the bars.
 */
export function customColumns(
  { indicator, params }: Application,
  inputs: readonly Column[],
  { time, symbol, probed }: { readonly time: Column; readonly symbol: string; readonly probed: boolean },
): readonly Column[] {
  const frozenParams = Object.freeze({ ...params });
  const compute = (length: number): readonly Column[] =>
    indicator.batch(
      inputs.map((input) => input.slice(0, length)),
      frozenParams,
    );
  const outputs = compute(time.length).map((output) => output.slice());
  if (!probed) return outputs;
  for (const length of truncations(outputs)) {
    const part = computeOrSkip(compute, length);
    const found = part && firstDifference(outputs, part, length);
    if (found === undefined) continue;
    if (firstDifference(outputs, compute(time.length), time.length) !== undefined)
      throw unrepeatable(indicator, symbol);
    throw looksAhead(indicator, symbol, { ...found, length, time });
  }
  return outputs;
}

/** Returns the lengths of the truncations for a probe, ascending. */
function truncations(outputs: readonly Column[]): readonly number[] {
  const { length } = outputs[0]!;
  const firsts = outputs.map(firstValue).filter((first) => first < length);
  if (firsts.length === 0) return [];
  const lengths = new Set(firsts.map((first) => first + 1));
  const begin = Math.max(...lengths);
  let left = Math.max(PROBED_BARS, Math.floor(PROBED_SHARE * length));
  for (const more of LATER_TRUNCATIONS) {
    if (begin + more >= length || begin + more > left) break;
    lengths.add(begin + more);
    left -= begin + more;
  }
  return [...lengths].filter((one) => one < length).toSorted((a, b) => a - b);
}

/** Returns the index of the first value of a column, or the column's length if it has none. */
function firstValue(column: Column): number {
  let first = 0;
  while (first < column.length && column[first] !== column[first]) first++;
  return first;
}

/** Computes an indicator on a truncation, or returns undefined if it throws, for example because it needs more bars. */
function computeOrSkip(compute: (length: number) => readonly Column[], length: number): readonly Column[] | undefined {
  try {
    return compute(length);
  } catch {
    return undefined;
  }
}

interface Difference {
  readonly output: number;
  readonly bar: number;
  readonly was: number;
  readonly became: number;
}

function firstDifference(outputs: readonly Column[], part: readonly Column[], length: number): Difference | undefined {
  for (let output = 0; output < outputs.length; output++) {
    const [left, right] = [outputs[output]!, part[output]!];
    let largest = 0;
    for (let bar = 0; bar < length; bar++) {
      const was = left[bar]!;
      const became = right[bar]!;
      // Most bars of a long truncation come before the indicator's first value.
      if (was !== was && became !== became) continue;
      if (Number.isFinite(was)) largest = Math.max(largest, Math.abs(was));
      if (was === became || Math.abs(was - became) <= ROUNDING * largest) continue;
      return { output, bar, was, became };
    }
  }
  return undefined;
}

function looksAhead(
  { name, outputs }: NodeIndicator,
  symbol: string,
  { output, bar, was, became, length, time }: Difference & { readonly length: number; readonly time: Column },
): HindcastError {
  const what = outputs.length === 1 ? `indicator ${name}` : `output ${outputs[output]!} of indicator ${name}`;
  const [at, last] = [formatInstant(time[bar]!), formatInstant(time[length - 1]!)];
  return new HindcastError(
    "LOOKAHEAD_FOUND",
    `${what} looks ahead: for ${symbol}, its value at bar ${bar} (${at}) is ${formatValue(was)}, but ${formatValue(became)} without the bars after bar ${length - 1} (${last}); batch must compute each bar from that bar and earlier ones`,
    { indicator: name, output: outputs[output], symbol, bar, time: time[bar], lastBar: length - 1, was, became },
  );
}

function unrepeatable({ name }: NodeIndicator, symbol: string): HindcastError {
  return new HindcastError(
    "STRATEGY_INVALID",
    `indicator ${name} must return the same values for the same bars, but returned others for ${symbol} when called again; batch must keep no state between calls and draw no random numbers`,
    { indicator: name, symbol },
  );
}
