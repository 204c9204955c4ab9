const ROOT_2_PI = Math.sqrt(2 * Math.PI);
const ROOT_2 = Math.SQRT2;
const ROOT_PI_OVER_2 = Math.sqrt(Math.PI / 2);
const ONE_OVER_ROOT_PI = 1 / Math.sqrt(Math.PI);
const CENTER_LIMIT = 0.46875 * ROOT_2;
const TAIL_LIMIT = 4 * ROOT_2;

/**
 * Distribution function N(x) of the standard normal distribution: probability of a value of at most `x`. Accurate to the last digits, also in
 * the lower tail, where `1 - N(-x)` would lose all digits.
 *
 * Source: W. J. Cody, "Rational Chebyshev Approximations for the Error Function", Mathematics of Computation, 1969.
 *
 * @example
 * normalCdf(-1.96); // 0.024997895148220428
 */
export function normalCdf(x: number): number {
  if (x < -CENTER_LIMIT) return normalPdf(x) * upperTailRatio(-x);
  if (x > CENTER_LIMIT) return 1 - normalPdf(x) * upperTailRatio(x);
  return 0.5 + 0.5 * middleErf(x / ROOT_2);
}

/**
 * Density of the standard normal distribution at `x`: exp(−x²/2)/√(2π).
 *
 * @example
 * normalPdf(0); // 0.3989422804014327
 */
export function normalPdf(x: number): number {
  return expHalfSquare(x) / ROOT_2_PI;
}

/**
 * Returns N(x) divided by the density at `x`. It is finite in the lower tail, where both are 0 as floating-point numbers, and infinite in the
 * far upper tail.
 *
 * @example
 * lowerTailRatio(-50); // 0.019992009580853568
 */
export function lowerTailRatio(x: number): number {
  return x < -CENTER_LIMIT ? upperTailRatio(-x) : normalCdf(x) / normalPdf(x);
}

/** Returns exp(−x²/2). Splits x, so that the square of its leading digits is exact. The rounding of x² would cost digits. */
function expHalfSquare(x: number): number {
  if (!(Math.abs(x) < 40)) return Number.isNaN(x) ? NaN : 0;
  const head = Math.trunc(x * 16) / 16;
  return Math.exp(-0.5 * head * head) * Math.exp(-0.5 * (x - head) * (x + head));
}

/** Returns the probability of values above `x` divided by the density at `x`, for x above `CENTER_LIMIT`. */
function upperTailRatio(x: number): number {
  const y = x / ROOT_2;
  return ROOT_PI_OVER_2 * (x <= TAIL_LIMIT ? erfcxMiddle(y) : erfcxTail(y));
}

/** Returns the error function erf(y) for |y| up to 0.46875. */
function middleErf(y: number): number {
  const z = y * y;
  const above =
    (((0.18577770618460315 * z + 3.1611237438705655) * z + 113.86415415105016) * z + 377.485237685302) * z +
    3209.3775891384694;
  const below = (((z + 23.601290952344122) * z + 244.02463793444417) * z + 1282.6165260773723) * z + 2844.236833439171;
  return (y * above) / below;
}

/** Returns exp(y²)·erfc(y) for y from 0.46875 to 4. */
function erfcxMiddle(y: number): number {
  let above = 2.1531153547440383e-8 * y + 0.5641884969886701;
  above = above * y + 8.883149794388377;
  above = above * y + 66.11919063714163;
  above = above * y + 298.6351381974001;
  above = above * y + 881.952221241769;
  above = above * y + 1712.0476126340707;
  above = above * y + 2051.0783778260716;
  above = above * y + 1230.3393547979972;
  let below = y + 15.744926110709835;
  below = below * y + 117.6939508913125;
  below = below * y + 537.1811018620099;
  below = below * y + 1621.3895745666903;
  below = below * y + 3290.7992357334597;
  below = below * y + 4362.619090143247;
  below = below * y + 3439.3676741437216;
  below = below * y + 1230.3393548037495;
  return above / below;
}

/** Returns exp(y²)·erfc(y) for y above 4. */
function erfcxTail(y: number): number {
  const z = 1 / (y * y);
  const above =
    ((((0.016315387137302097 * z + 0.30532663496123236) * z + 0.36034489994980445) * z + 0.12578172611122926) * z +
      0.016083785148742275) *
      z +
    0.0006587491615298378;
  const below =
    ((((z + 2.568520192289822) * z + 1.8729528499234673) * z + 0.5279051029514285) * z + 0.06051834131244132) * z +
    0.0023352049762686918;
  return (ONE_OVER_ROOT_PI - (z * above) / below) / y;
}
