/** Pixels from the middle of a label to that of a number of the axis below which one would cut the other. */
const ROOM = 14;
/** Height of a label in pixels: where two would overlap, the chart moves the outer one on by so much. */
const LABEL = 16;

/** An axis with labels on it. */
export interface LabelledAxis {
  /** Pixels from the top at which a value lies; null where there is no scale yet. */
  readonly at: (value: number) => number | null;
  /** Height of the axis in pixels. */
  readonly height: () => number;
  /** Values that carry a label. */
  readonly labels: () => readonly number[];
  readonly write: (value: number) => string;
}

/** Writes the numbers of an axis but those that a label on it would cover in part. */
export function axisNumbers({ at, height, labels, write }: LabelledAxis): (values: readonly number[]) => string[] {
  return (values) => {
    const taken = spread(
      labels().flatMap((value) => at(value) ?? []),
      height(),
    );
    return values.map((value) => {
      const y = at(value);
      return y !== null && taken.some((label) => Math.abs(label - y) < ROOM) ? "" : write(value);
    });
  };
}

/** Where labels come to lie: from the middle of the axis outwards, each beyond the one before. */
function spread(labels: readonly number[], height: number): number[] {
  const middle = height / 2;
  const upper = labels.filter((y) => y <= middle).toSorted((a, b) => b - a);
  const lower = labels.filter((y) => y > middle).toSorted((a, b) => a - b);
  for (let i = 1; i < upper.length; i++) upper[i] = Math.min(upper[i]!, upper[i - 1]! - LABEL);
  for (let i = 0; i < lower.length; i++) {
    const before = lower[i - 1] ?? upper[0];
    if (before !== undefined) lower[i] = Math.max(lower[i]!, before + LABEL);
  }
  return [...upper, ...lower];
}
