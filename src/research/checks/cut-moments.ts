import type { RunPlan } from "../../engine/run-plan.ts";
import type { SeededRandom } from "../../primitives/random.ts";

/**
 * Moments after which the future is changed: a third at random, a third where the strategy gave an order, and a third just before a gap, where
 * what was filled from behind shows. All of them when there are not so many.
 */
export function cutMoments(
  { data, start }: RunPlan,
  decisions: readonly number[],
  count: number,
  random: SeededRandom,
): readonly number[] {
  const closes = Array.from(data.closings.time).filter((time) => time > start);
  closes.pop();
  const gaps = closes.filter((time, i) =>
    data.series.some(({ schedule, bars }) => isBeforeGap(schedule.closeTime, bars.volume, time, closes[i + 1])),
  );
  const third = Math.ceil(count / 3);
  const last = closes.at(-1) ?? -Infinity;
  const chosen = [
    ...draw(
      decisions.filter((time) => time <= last && time > start),
      third,
      random,
    ),
    ...draw(gaps, third, random),
  ];
  chosen.push(...draw(closes, Math.max(third, count - chosen.length), random));
  return [...new Set(chosen)].toSorted((a, b) => a - b);
}

/** Whether a series has no bar, or no volume, where another moment follows. */
function isBeforeGap(closeTime: Float64Array, volume: Float64Array, now: number, next: number | undefined): boolean {
  if (next === undefined) return false;
  const i = firstAfter(closeTime, now);
  return i < closeTime.length && (closeTime[i]! > next || !(volume[i]! > 0));
}

function firstAfter(times: Float64Array, now: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! <= now) low = middle + 1;
    else high = middle;
  }
  return low;
}

function draw(from: readonly number[], count: number, random: SeededRandom): number[] {
  if (from.length <= count) return [...from];
  return Array.from({ length: count }, () => from[Math.floor(random.next() * from.length)]!);
}
