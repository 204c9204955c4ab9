import type { ParamColumn } from "../../../report/research/sweep-payload.ts";
import { choiceText, unitText } from "../page/unit-text.ts";
import type { TrialMetric } from "./trials.ts";

/** One upright axis of the lines: each trial at a height from 0 below to 1 above. */
export interface ParallelAxis {
  readonly title: string;
  readonly heights: Float64Array;
  readonly low: string;
  readonly high: string;
}

/** The axis of a parameter, by value where it is a number and has several, else by place. */
export function paramAxis({ name, ordered, choices, places }: ParamColumn): ParallelAxis {
  const [first, last] = [choices[0]!, choices.at(-1)!];
  const height = (place: number) => {
    if (choices.length === 1) return 0.5;
    if (!ordered) return place / (choices.length - 1);
    return ((choices[place] as number) - (first as number)) / ((last as number) - (first as number));
  };
  const byPlace = choices.map((_, place) => height(place));
  return {
    title: name,
    heights: Float64Array.from(places, (place) => byPlace[place]!),
    low: choiceText(first),
    high: choiceText(last),
  };
}

/** The axis of a metric; a few outliers lie at its ends. */
export function metricAxis(metric: TrialMetric): ParallelAxis {
  const { title, values } = metric;
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted();
  const low = sorted[Math.floor(0.005 * sorted.length)] ?? NaN;
  const high = sorted[Math.ceil(0.995 * (sorted.length - 1))] ?? NaN;
  return {
    title,
    heights: values.map((value) => {
      if (Number.isNaN(value)) return NaN;
      return high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0.5;
    }),
    low: unitText(metric, low),
    high: unitText(metric, high),
  };
}
