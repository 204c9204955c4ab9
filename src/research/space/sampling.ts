import { checkInteger, parameterError } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { groupThousands } from "../../primitives/words.ts";
import { SeededRandom } from "../../primitives/random.ts";
import type { ParamSpace, TrialParams } from "./param-space.ts";
import { SobolSequence } from "./sobol.ts";

/** Which points of a space are tried: all, that many drawn at random, or that many spread evenly. */
export type Sampling = "grid" | { readonly random: number } | { readonly sobol: number };

/** Most points of a grid, those that a constraint refuses included, and most points that are drawn: a table of more rows fills the memory. */
export const MOST_POINTS = 1_000_000;
/** A draw that finds nothing new this often in a row has found all there is. */
const PATIENCE = 10_000;

/**
 * The points of a sampling in order, one at a time, without those that a constraint refuses. Random and Sobol points of a space of lists
 * are each tried once; when there are fewer than asked for, there are fewer. Throws PARAMETER_OUT_OF_RANGE for a grid of more than `MOST_POINTS`.
 */
export function samplesOf(space: ParamSpace, sampling: Sampling, seed: number): Iterable<TrialParams> {
  if (sampling === "grid") {
    if (space.size === Infinity)
      throw parameterError("sampling", "random or sobol where a parameter is between", sampling);
    if (space.size > MOST_POINTS) throw gridTooLarge(space);
    return gridOf(space);
  }
  checkSampling(sampling);
  if ("random" in sampling) {
    const random = new SeededRandom(seed);
    const shares = new Float64Array(space.axes.length);
    return drawn(space, checkInteger("random", sampling.random, 1, MOST_POINTS), () => shares.map(() => random.next()));
  }
  const sequence = new SobolSequence(space.axes.length, seed);
  return drawn(space, checkInteger("sobol", sampling.sobol, 1, MOST_POINTS), () => sequence.next());
}

/** Number of points that a sampling will try, as far as that can be said beforehand. */
export function sampleCount(space: ParamSpace, sampling: Sampling): number {
  if (sampling !== "grid") {
    checkSampling(sampling);
    return "random" in sampling ? sampling.random : sampling.sobol;
  }
  let count = 0;
  for (const _ of gridOf(space)) count++;
  return count;
}

function gridTooLarge({ axes, size }: ParamSpace): HindcastError {
  const [points, most] = [groupThousands(size), groupThousands(MOST_POINTS)];
  const counts = axes.map(({ name, count }) => `${name} ${groupThousands(count)}`).join(", ");
  return new HindcastError(
    "PARAMETER_OUT_OF_RANGE",
    `a full grid has at most ${most} points, this one has ${points} (values: ${counts}): try fewer values, draw some of the points with random:COUNT or sobol:COUNT, or search with optimize`,
    { parameter: "params", points: size, most: MOST_POINTS },
  );
}

function checkSampling(sampling: Exclude<Sampling, "grid">): void {
  const given = Object(sampling) === sampling ? Object.keys(sampling) : [];
  if (given.length !== 1 || (given[0] !== "random" && given[0] !== "sobol"))
    throw parameterError("sampling", "grid, { random: count } or { sobol: count }", sampling);
}

function* gridOf(space: ParamSpace): Generator<TrialParams, void, undefined> {
  for (let number = 0; number < space.size; number++) {
    const params = space.at(number);
    if (space.admits(params)) yield params;
  }
}

function* drawn(space: ParamSpace, count: number, draw: () => Float64Array): Generator<TrialParams, void, undefined> {
  for (const { params } of newPoints(space, count, draw, { patience: PATIENCE })) yield params;
}

/**
 * Points that are admitted and not `seen`, which then are, each with the shares that it was drawn by. `draw` is told how often in a row it found
 * nothing new; after `patience` times there seem to be no more.
 */
export function* newPoints(
  space: ParamSpace,
  count: number,
  draw: (misses: number) => Float64Array,
  { patience, seen = new Set() }: { readonly patience: number; readonly seen?: Set<string> },
): Generator<{ readonly shares: Float64Array; readonly params: TrialParams }, void, undefined> {
  for (let misses = 0, found = 0; found < count && misses < patience;) {
    const shares = draw(misses);
    const params = space.atShares(shares);
    const key = space.encode(params).join();
    if (seen.has(key) || !space.admits(params)) {
      misses++;
      continue;
    }
    misses = 0;
    found++;
    seen.add(key);
    yield { shares, params };
  }
}
