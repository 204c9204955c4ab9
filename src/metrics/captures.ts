import { toColumn, type Numbers } from "../primitives/column.ts";

/** How much of the benchmark's rises and falls the account shared; plain numbers. */
export interface Captures {
  readonly up: number;
  readonly down: number;
}

/** Sessions multiplied before the product is turned into its logarithm, so that no product leaves what a number can hold. */
const BLOCK = 64;

/**
 * Geometric mean return of the account over that of the benchmark, over the sessions in which the benchmark rose and over those in which it fell.
 *
 * Formula: (Π(1 + r)^(1/n) − 1) / (Π(1 + b)^(1/n) − 1) over the n sessions in which b, the benchmark's return, is above 0, and below, with r the
 * account's. NaN where there is no such session.
 *
 * @example
 * captures(Float64Array.of(0.02, -0.5, 0.02), Float64Array.of(0.01, -0.1, 0.01)).up; // 2
 */
export function captures(returns: Numbers, benchmark: Numbers): Captures {
  const owns = toColumn("returns", returns);
  const moves = toColumn("benchmark", benchmark);
  const n = owns.length;
  let [ownUp, otherUp, ownDown, otherDown] = [0, 0, 0, 0];
  let rises = 0;
  let falls = 0;
  for (let from = 0; from < n; from += BLOCK) {
    const to = Math.min(from + BLOCK, n);
    let [a, b, c, d] = [1, 1, 1, 1];
    for (let i = from; i < to; i++) {
      const own = 1 + owns[i]!;
      const move = moves[i]!;
      const up = move > 0;
      const down = move < 0;
      a *= up ? own : 1;
      b *= up ? 1 + move : 1;
      c *= down ? own : 1;
      d *= down ? 1 + move : 1;
      rises += up ? 1 : 0;
      falls += down ? 1 : 0;
    }
    ownUp += Math.log(a);
    otherUp += Math.log(b);
    ownDown += Math.log(c);
    otherDown += Math.log(d);
  }
  return { up: ratio(ownUp / rises, otherUp / rises), down: ratio(ownDown / falls, otherDown / falls) };
}

function ratio(own: number, other: number): number {
  return other !== 0 ? Math.expm1(own) / Math.expm1(other) : NaN;
}
