/** Round values between two ends, about `count` of them. */
export function ticks(low: number, high: number, count: number): number[] {
  if (!(high > low)) return [low];
  const rough = (high - low) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= rough)!;
  const values: number[] = [];
  for (let i = Math.ceil(low / step); i * step <= high; i++) values.push(i * step);
  return values;
}

/** Round values of a logarithmic axis: 1, 2 and 5 of each power of ten. */
export function logarithmicTicks(low: number, high: number): number[] {
  const values: number[] = [];
  for (let power = 10 ** Math.floor(Math.log10(low)); power <= high; power *= 10) {
    for (const each of [1, 2, 5]) if (each * power >= low && each * power <= high) values.push(each * power);
  }
  return values.length > 1 ? values : ticks(low, high, 4);
}
