import { checkInteger, parameterError } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { groupThousands } from "../../primitives/words.ts";
import { SeededRandom } from "../../primitives/random.ts";
import type { ParamSpace, TrialParams } from "./param-space.ts";
import { SobolSequence } from "./sobol.ts";

/** Combinations to try: all (`grid`), a number of random ones, or a number of evenly spread ones (`sobol`). */
export type Sampling = "grid" | { readonly random: number } | { readonly sobol: number };

/** Maximum number of combinations of a grid, or of points of a sample. Larger tables would not fit into memory. */
export const MAX_POINTS = 1_000_000;
/** Number of draws in a row without a new point after which all points count as found. */
const MAX_MISSES = 10_000;

/**
 * Yields the points of a sampling in order, without those that a constraint excludes. Random and Sobol points of a space of lists are
 * distinct, so there may be fewer than requested. Throws PARAMETER_OUT_OF_RANGE for a grid of more than `MAX_POINTS`.
 */
export function samplesOf(space: ParamSpace, sampling: Sampling, seed: number): Iterable<TrialParams> {
  if (sampling === "grid") {
    if (space.size === Infinity)
      throw parameterError("sampling", "random or sobol if a parameter is a continuous range", sampling);
    if (space.size > MAX_POINTS) throw gridTooLargeError(space);
    return gridPoints(space);
  }
  checkSampling(sampling);
  if ("random" in sampling) {
    const random = new SeededRandom(seed);
    const shares = new Float64Array(space.axes.length);
    return drawPoints(space, checkInteger("random", sampling.random, 1, MAX_POINTS), () =>
      shares.map(() => random.next()),
    );
  }
  const sequence = new SobolSequence(space.axes.length, seed);
  return drawPoints(space, checkInteger("sobol", sampling.sobol, 1, MAX_POINTS), () => sequence.next());
}

/** Returns the number of points that a sampling will try. A sample may run out of distinct points earlier. */
export function sampleCount(space: ParamSpace, sampling: Sampling): number {
  if (sampling !== "grid") {
    checkSampling(sampling);
    return "random" in sampling ? sampling.random : sampling.sobol;
  }
  let count = 0;
  for (const _ of gridPoints(space)) count++;
  return count;
}

function gridTooLargeError({ axes, size }: ParamSpace): HindcastError {
  const [points, most] = [groupThousands(size), groupThousands(MAX_POINTS)];
  const counts = axes.map(({ name, count }) => `${name} ${groupThousands(count)}`).join(", ");
  return new HindcastError(
    "PARAMETER_OUT_OF_RANGE",
    `a full grid has at most ${most} points, this one has ${points} (values: ${counts}): try fewer values, draw some of the points with random:COUNT or sobol:COUNT, or search with optimize`,
    { parameter: "params", points: size, most: MAX_POINTS },
  );
}

function checkSampling(sampling: Exclude<Sampling, "grid">): void {
  const given = Object(sampling) === sampling ? Object.keys(sampling) : [];
  if (given.length !== 1 || (given[0] !== "random" && given[0] !== "sobol"))
    throw parameterError("sampling", "grid, { random: count } or { sobol: count }", sampling);
}

function* gridPoints(space: ParamSpace): Generator<TrialParams, void, undefined> {
  for (let number = 0; number < space.size; number++) {
    const params = space.at(number);
    if (space.accepts(params)) yield params;
  }
}

function* drawPoints(
  space: ParamSpace,
  count: number,
  draw: () => Float64Array,
): Generator<TrialParams, void, undefined> {
  for (const { params } of newPoints(space, count, draw, { maxMisses: MAX_MISSES })) yield params;
}

/**
 * Yields points that the constraints accept and that are not in `seen`, and adds them to `seen`. `draw` receives the number of draws in a
 * row without a new point. Stops after `maxMisses` of them.
 */
export function* newPoints(
  space: ParamSpace,
  count: number,
  draw: (misses: number) => Float64Array,
  { maxMisses, seen = new Set() }: { readonly maxMisses: number; readonly seen?: Set<string> },
): Generator<{ readonly shares: Float64Array; readonly params: TrialParams }, void, undefined> {
  for (let misses = 0, found = 0; found < count && misses < maxMisses;) {
    const shares = draw(misses);
    const params = space.atShares(shares);
    const key = space.encode(params).join();
    if (seen.has(key) || !space.accepts(params)) {
      misses++;
      continue;
    }
    misses = 0;
    found++;
    seen.add(key);
    yield { shares, params };
  }
}
