import { SeededRandom } from "../../primitives/random.ts";
import type { Axis } from "../space/axis.ts";
import { SOBOL_DIMENSIONS, SobolSequence } from "../space/sobol.ts";

/** A point of the space, as a share from 0 to 1 on each axis. */
export type Shares = Float64Array;

/**
 * A search with an ask-and-tell interface. It receives a whole generation of results at once, in the order of trials, so that its proposals
 * do not depend on which trial ended first.
 */
export interface Searcher {
  ask(): Shares;
  /** Reports results. Higher values are better; NaN for a missing one. */
  tell(points: readonly Shares[], values: readonly number[]): void;
}

/** Creates a searcher for a space; `generation` is the number of points between two calls of `tell`. */
export type SearchMethod = (axes: readonly Axis[], generation: number, seed: number) => Searcher;

/** Returns the start points of a search: evenly spread, or random if there are too many axes. */
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

/** Draws a share near another one, reflected at 0 and 1, so that the ends of an axis are not favored. */
export function shareNear(share: number, width: number, random: SeededRandom): number {
  const moved = Math.abs((share + width * gaussian(random)) % 2);
  const inside = moved > 1 ? 2 - moved : moved;
  return Math.min(inside, 1 - Number.EPSILON);
}
