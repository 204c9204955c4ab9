import { SeededRandom } from "../../primitives/random.ts";
import type { Axis } from "../space/axis.ts";
import { SOBOL_DIMENSIONS, SobolSequence } from "../space/sobol.ts";

/** A combination of parameters, as a share from 0 to 1 of the range of each parameter. */
export type Shares = Float64Array;

/**
 * A search with an ask-and-tell interface. It receives a whole generation of results at once, in the order of trials, so that its proposals
 * do not depend on which trial ended first.
 */
export interface Searcher {
  ask(): Shares;
  /** Reports results of points. Higher values are better. A missing value is NaN. */
  tell(points: readonly Shares[], values: readonly number[]): void;
}

/** Creates a searcher. `generation` is the number of points between two calls of `tell`. */
export type SearchMethod = (axes: readonly Axis[], generation: number, seed: number) => Searcher;

/** Returns a function that gives the first points of a search: evenly spread, or random if there are too many parameters. */
export function firstPoints(axes: readonly Axis[], seed: number): () => Shares {
  if (axes.length <= SOBOL_DIMENSIONS) {
    const sequence = new SobolSequence(axes.length, seed);
    return () => sequence.next();
  }
  const random = new SeededRandom(seed);
  return () => Float64Array.from(axes, () => random.next());
}

/** Draws from the standard normal distribution by the Box-Muller transform. */
export function gaussian(random: SeededRandom): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  return radius * Math.cos(2 * Math.PI * random.next());
}

/** Draws a share near another one. Draws beyond 0 and 1 are reflected, so that the ends are not favored. */
export function shareNear(share: number, width: number, random: SeededRandom): number {
  const moved = Math.abs((share + width * gaussian(random)) % 2);
  const inside = moved > 1 ? 2 - moved : moved;
  return Math.min(inside, 1 - Number.EPSILON);
}
