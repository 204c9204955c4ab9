import { toColumn, type Numbers } from "../primitives/column.ts";

/** Up capture and down capture of an account; plain numbers. */
export interface Captures {
  readonly up: number;
  readonly down: number;
}

/** Number of returns that are multiplied before the logarithm is taken, so that the product cannot overflow. */
const BLOCK = 64;

/**
 * Returns up and down capture: geometric mean return of the account divided by that of the benchmark. Up capture covers sessions in which the
 * benchmark rose, down capture those in which it fell.
 *
 * Formula: (Π(1 + r)^(1/n) − 1) / (Π(1 + b)^(1/n) − 1) with r and b the returns of account and benchmark, over the n sessions with b above 0
 * (up) or below 0 (down). NaN if there is no such session.
 *
 * @example
 * captures(Float64Array.of(0.02, -0.5, 0.02), Float64Array.of(0.01, -0.1, 0.01)).up; // 2
 */
export function captures(returns: Numbers, benchmark: Numbers): Captures {
  const accountReturns = toColumn("returns", returns);
  const benchmarkReturns = toColumn("benchmark", benchmark);
  const n = accountReturns.length;
  let [ownUp, otherUp, ownDown, otherDown] = [0, 0, 0, 0];
  let rises = 0;
  let falls = 0;
  for (let from = 0; from < n; from += BLOCK) {
    const to = Math.min(from + BLOCK, n);
    let [a, b, c, d] = [1, 1, 1, 1];
    for (let i = from; i < to; i++) {
      const own = 1 + accountReturns[i]!;
      const move = benchmarkReturns[i]!;
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
