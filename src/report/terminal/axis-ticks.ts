const FACTORS = [5, 2.5, 2, 1];

/**
 * Round values of an axis from `low` to `high`: multiples of the largest step of 1, 2, 2.5 or 5 times a power of ten that gives
 * at least `least` of them. Where the axis has no length it has one tick.
 */
export function axisTicks(low: number, high: number, least: number): number[] {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [low];
  for (let power = Math.ceil(Math.log10(span)); ; power--) {
    for (const factor of FACTORS) {
      const step = factor * 10 ** power;
      const first = Math.ceil(low / step);
      const count = Math.floor(high / step) - first + 1;
      if (count >= least) return Array.from({ length: count }, (_, i) => (first + i) * step);
    }
  }
}
