const ROOT_2_PI = Math.sqrt(2 * Math.PI);
/** Where the series gives way to the continued fraction of the tail. */
const FAR = 4;
const TERMS = 60;

/**
 * How likely a standard normal draw is to lie at or below `x`.
 *
 * By the series x + x³/3 + x⁵/15 + … near the middle and the continued fraction of the tail far from it.
 */
export function normalBelow(x: number): number {
  if (x !== x) return NaN;
  if (x > FAR) return 1 - normalBelow(-x);
  const density = Math.exp((-x * x) / 2) / ROOT_2_PI;
  if (x < -FAR) {
    let fraction = -x;
    for (let k = TERMS; k > 0; k--) fraction = -x + k / fraction;
    return density / fraction;
  }
  let term = x;
  let total = x;
  for (let k = 3; Math.abs(term) > 1e-18; k += 2) total += term *= (x * x) / k;
  return 0.5 + density * total;
}

/** The value that a standard normal draw stays below with probability `p`; found by halving, since it is asked for once a run. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) return NaN;
  if (p > 0.5) return -normalQuantile(1 - p);
  let low = -40;
  let high = 0;
  for (let middle = low / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (normalBelow(middle) < p) low = middle;
    else high = middle;
  }
  return high;
}
