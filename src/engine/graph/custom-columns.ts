import type { NodeIndicator, NodeSource } from "../../indicators/node.ts";
import type { Column } from "../../primitives/column.ts";
import { formatValue } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { formatInstant } from "../../time/instant.ts";

type Application = Extract<NodeSource, { kind: "indicator" }>;

/** Bars that all truncations of a probe may have together: this share of the bars there are, or so many where that is more. */
const PROBED_SHARE = 0.015;
const PROBED_BARS = 48;
/** The later truncations end so many bars after the first. */
const LATER_TRUNCATIONS = [1, 4, 16];
/** Differences below this share of the largest value are rounding: of sums that a user centers or scales by all that came. */
const ROUNDING = 1e-9;

/**
 * The outputs of a custom indicator. It gets copies of its inputs, and what it fills is copied, so that nothing which it keeps or writes to is the
 * market's or a later run's. `probed`: it is computed again on a few truncations of its inputs, and must give the same values.
 *
 * The first truncation ends with the bar of the first value, where every look-ahead shows that is in each value; those after it end some bars later. All
 * of them together have few bars, since a run must not take longer for them. What shows at later bars alone is found by `checkLookahead`.
 *
 * Throws LOOKAHEAD_FOUND for an indicator that gives a bar another value without the bars after it, and STRATEGY_INVALID for one that gives other
 * values for the same bars. `time`: starts of the bars.
 */
export function customColumns(
  { indicator, params }: Application,
  inputs: readonly Column[],
  { time, symbol, probed }: { readonly time: Column; readonly symbol: string; readonly probed: boolean },
): readonly Column[] {
  const given = Object.freeze({ ...params });
  const compute = (length: number): readonly Column[] =>
    indicator.batch(
      inputs.map((input) => input.slice(0, length)),
      given,
    );
  const whole = compute(time.length).map((output) => output.slice());
  if (!probed) return whole;
  for (const length of truncations(whole)) {
    const part = computeOrSkip(compute, length);
    const found = part && firstDifference(whole, part, length);
    if (found === undefined) continue;
    if (firstDifference(whole, compute(time.length), time.length) !== undefined) throw unrepeatable(indicator, symbol);
    throw looksAhead(indicator, symbol, { ...found, length, time });
  }
  return whole;
}

/** Lengths of the truncations, from short to long. */
function truncations(whole: readonly Column[]): readonly number[] {
  const { length } = whole[0]!;
  const firsts = whole.map(firstValue).filter((first) => first < length);
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

/** The bar of the first value, the length where there is none. */
function firstValue(column: Column): number {
  let first = 0;
  while (first < column.length && column[first] !== column[first]) first++;
  return first;
}

/** An indicator that throws for want of bars tells nothing. */
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

function firstDifference(whole: readonly Column[], part: readonly Column[], length: number): Difference | undefined {
  for (let output = 0; output < whole.length; output++) {
    const [left, right] = [whole[output]!, part[output]!];
    let largest = 0;
    for (let bar = 0; bar < length; bar++) {
      const was = left[bar]!;
      const became = right[bar]!;
      // Most bars of a long truncation are those before the first value.
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
    `${what} looks ahead: of ${symbol} its value at bar ${bar} (${at}) is ${formatValue(was)}, and ${formatValue(became)} without the bars after bar ${length - 1} (${last}); batch must compute a bar from that bar and earlier ones`,
    { indicator: name, output: outputs[output], symbol, bar, time: time[bar], lastBar: length - 1, was, became },
  );
}

function unrepeatable({ name }: NodeIndicator, symbol: string): HindcastError {
  return new HindcastError(
    "STRATEGY_INVALID",
    `indicator ${name} must give the same values for the same bars, gave others of ${symbol} when it was asked again; batch must keep nothing from one call to the next, and draw no random numbers`,
    { indicator: name, symbol },
  );
}
