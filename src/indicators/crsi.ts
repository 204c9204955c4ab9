import { MISSING, type Column } from "../primitives/column.ts";
import { changeWithoutNoise as moveBetween } from "../primitives/noise.ts";
import * as param from "../primitives/param-kinds.ts";
import { PercentRank, percentRanks, type RankTies } from "../primitives/percent-rank.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { convergenceSteps, wilderFactor } from "../primitives/smoothing.ts";
import { defineIndicator } from "./define.ts";
import { rsi } from "./rsi.ts";
import { Stream } from "./stream.ts";

/** Local copy of the import. V8 inlines a local constant, but looks up an import on every call. */
const moveOf = moveBetween;

/**
 * Connors RSI: the mean of three measures of a short-term extreme. They are the RSI of the price, the RSI of the length of the current
 * streak, and the percent rank of the last change. Below 10 traders buy for a bounce, above 90 they sell.
 *
 * `(rsi(x, rsi) + rsi(streak, streak) + rank) / 3`
 *
 * The streak counts consecutive bars that rose (1, 2, 3 …) or fell (-1, -2, -3 …). An unchanged bar makes it 0; the first streak begins at
 * the second bar. The rank is the percent rank of the last percent change among the `rank` changes before it.
 *
 * - `rsi`: default 3. `streak`: default 2. `rank`: default 100.
 * - `ties`: whether changes equal to the last one count in the rank. `"atMost"`, the default, counts them; `"below"`, the author's
 *   wording, does not.
 * - First value at index `max(rsi, streak + 1, rank + 1)`.
 * - No value while the window of the rank contains a change from a price of zero.
 * - There is no value while the window of the rank contains a missing value. Both averages and the streak continue after a missing
 *   value. The streaks before and after it are not compared, so the average of the streak continues one bar later.
 * - Time per bar grows with `rank`.
 *
 * Larry Connors and Cesar Alvarez, An Introduction to ConnorsRSI (2012).
 *
 * @example
 * // The last bar has an RSI of 83.3333, 62.5 for the streaks 1, 2, -1, 1, and a rank of 100.
 * crsi(Float64Array.of(10, 11, 13, 11.5, 14.5), 2, 2, 3); // NaN, NaN, NaN, NaN, 81.9444
 */
export const crsi = defineIndicator({
  name: "crsi",
  title: "Connors RSI",
  category: "momentum",
  inputs: ["source"],
  params: {
    rsi: param.integer({ default: 3, description: "number of price changes in the average of the price's RSI" }),
    streak: param.integer({ default: 2, description: "number of changes in the average of the streak's RSI" }),
    rank: param.integer({ default: 100, description: "number of earlier changes to compare the last change with" }),
    ties: param.choice(["atMost", "below"], {
      default: "atMost",
      description: "count smaller and equal changes, or only smaller ones",
    }),
  },
  outputs: {
    value: {
      title: "CRSI",
      scale: { source: 0 },
      range: [0, 100],
      undefinedWhen: { description: "a value in the window of the rank is zero", holds: changeFromZero },
    },
  },
  memory: "recursive",
  cost: "period",
  warmup: firstOf,
  // Values are stable once the window of the rank has been replaced, and the first streak has ended and faded from its average.
  stableAfter: (params) =>
    firstOf(params) +
    Math.max(params.rank + 1, STREAK + convergenceSteps(wilderFactor(Math.max(params.rsi, params.streak)))),
  batch([source], params, [out]) {
    const { length } = source;
    const column = borrowColumn(length);
    const other = borrowColumn(length);
    rsi.spec.batch([source], { period: params.rsi }, [out]);
    streaks(source, column);
    rsi.spec.batch([column], { period: params.streak }, [other]);
    for (let i = 0; i < length; i++) out[i] += other[i];
    changes(source, column);
    percentRanks(column, params.rank, params.ties, 1, other);
    for (let i = 0; i < length; i++) out[i] = (out[i] + other[i]) / 3;
    returnColumn(column);
    returnColumn(other);
  },
  stream: (params) => new CrsiStream(params),
});

/** Assumed length of the longest streak, in bars. */
const STREAK = 40;

interface CrsiParams {
  readonly rsi: number;
  readonly streak: number;
  readonly rank: number;
  readonly ties: RankTies;
}

function firstOf(params: CrsiParams): number {
  return Math.max(params.rsi, params.streak + 1, params.rank + 1);
}

/** Returns the streak after one more change. A missing change leaves the streak unchanged. */
function continued(streak: number, change: number): number {
  if (change > 0) return streak > 0 ? streak + 1 : 1;
  if (change < 0) return streak < 0 ? streak - 1 : -1;
  return change === 0 ? 0 : streak;
}

function percentChange(value: number, reference: number): number {
  return moveOf(value, reference) / (reference === 0 ? MISSING[0] : reference);
}

function streaks(source: Column, out: Column): void {
  let streak = 0;
  let last = MISSING[0];
  for (let i = 0; i < source.length; i++) {
    const change = moveOf(source[i], last);
    const nanIfMissing = change - change;
    last = source[i];
    streak = continued(streak, change + nanIfMissing);
    out[i] = streak + nanIfMissing;
  }
}

function changes(source: Column, out: Column): void {
  let last = MISSING[0];
  for (let i = 0; i < source.length; i++) {
    out[i] = percentChange(source[i], last);
    last = source[i];
  }
}

class CrsiStream extends Stream<number> {
  declare readonly price: Stream<number>;
  declare readonly streaks: Stream<number>;
  declare readonly rank: PercentRank;
  streak = 0;
  last = NaN;

  constructor(params: CrsiParams) {
    super();
    this.price = rsi.spec.stream({ period: params.rsi });
    this.streaks = rsi.spec.stream({ period: params.streak });
    this.rank = new PercentRank(params.rank, params.ties, 1);
  }

  update(source: number): number {
    const change = moveOf(source, this.last);
    const nanIfMissing = change - change;
    this.streak = continued(this.streak, change + nanIfMissing);
    const rank = this.rank.update(percentChange(source, this.last));
    this.last = source;
    return (this.price.update(source) + this.streaks.update(this.streak + nanIfMissing) + rank) / 3;
  }

  override peek(source: number): number {
    const change = moveOf(source, this.last);
    const nanIfMissing = change - change;
    const streak = continued(this.streak, change + nanIfMissing);
    const rank = this.rank.peek(percentChange(source, this.last));
    return (this.price.peek(source) + this.streaks.peek(streak + nanIfMissing) + rank) / 3;
  }
}

function changeFromZero(
  [source]: readonly Column[],
  params: Readonly<Record<string, unknown>>,
  index: number,
): boolean {
  return source.subarray(index - (params["rank"] as number) - 1, index).includes(0);
}
