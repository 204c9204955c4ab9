import { SeededRandom } from "../../primitives/random.ts";
import type { Axis } from "../space/axis.ts";
import { SOBOL_DIMENSIONS, SobolSequence } from "../space/sobol.ts";

/** A point as a share from 0 to 1 on each axis. */
export type Shares = Float64Array;

/**
 * A search that is asked for points and told what they came to. It hears of a whole generation at once, in the order of trials, so that what it
 * asks for does not depend on which of them ended first.
 */
export interface Searcher {
  ask(): Shares;
  /** Values are the higher the better; NaN where there is none. */
  tell(points: readonly Shares[], values: readonly number[]): void;
}

/** Makes a searcher for a space; `generation` is the number of points between two tellings. */
export type SearchMethod = (axes: readonly Axis[], generation: number, seed: number) => Searcher;

/** Where a search begins: points spread evenly, or at random where there are too many axes for that. */
export function firstPoints(axes: readonly Axis[], seed: number): () => Shares {
  if (axes.length <= SOBOL_DIMENSIONS) {
    const sequence = new SobolSequence(axes.length, seed);
    return () => sequence.next();
  }
  const random = new SeededRandom(seed);
  return () => Float64Array.from(axes, () => random.next());
}

/** A draw from the standard normal distribution, after Box and Muller. */
export function gaussian(random: SeededRandom): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  return radius * Math.cos(2 * Math.PI * random.next());
}

/** A share near another: reflected at 0 and 1, so that no value is favoured for lying at an end. */
export function shareNear(share: number, width: number, random: SeededRandom): number {
  const moved = Math.abs((share + width * gaussian(random)) % 2);
  const inside = moved > 1 ? 2 - moved : moved;
  return Math.min(inside, 1 - Number.EPSILON);
}
