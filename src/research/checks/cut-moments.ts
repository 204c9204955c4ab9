import type { RunPlan } from "../../engine/run-plan.ts";
import type { SeededRandom } from "../../primitives/random.ts";

/**
 * So many moments after which the future is changed, or all where there are fewer: a third where the strategy gave an order, a third just before a gap,
 * where what was filled from behind shows, and the others at random.
 */
export function cutMoments(
  { data, start }: RunPlan,
  decisions: readonly number[],
  count: number,
  random: SeededRandom,
): readonly number[] {
  const closes = Array.from(data.closings.time).filter((time) => time > start);
  // After the last there is no future.
  closes.pop();
  const gaps = closes.filter((time, i) =>
    data.series.some(({ schedule, bars }) => isBeforeGap(schedule.closeTime, bars.volume, time, closes[i + 1])),
  );
  const last = closes.at(-1) ?? -Infinity;
  const decided = decisions.filter((time) => time <= last && time > start);
  const chosen = new Set<number>();
  for (const [from, share] of [
    [decided, Math.ceil(count / 3)],
    [gaps, Math.ceil((count - 1) / 3)],
    [closes, count],
  ] as const) {
    const left = from.filter((time) => !chosen.has(time));
    for (const time of draw(left, Math.min(share, count - chosen.size), random)) chosen.add(time);
  }
  return [...chosen].toSorted((a, b) => a - b);
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

/** So many of them, none twice; all where there are no more. */
function draw(from: readonly number[], count: number, random: SeededRandom): number[] {
  if (from.length <= count) return [...from];
  const all = [...from];
  for (let i = 0; i < count; i++) {
    const j = i + Math.floor(random.next() * (all.length - i));
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all.slice(0, count);
}
