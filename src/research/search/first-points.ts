import type { Axis } from "../space/axis.ts";
import { SOBOL_DIMENSIONS, SobolSequence } from "../space/sobol.ts";
import { SeededRandom } from "../../primitives/random.ts";
import type { Shares } from "./searcher.ts";

/** Where a search begins: points spread evenly, or at random where there are too many axes for that. */
export function firstPoints(axes: readonly Axis[], seed: number): () => Shares {
  if (axes.length <= SOBOL_DIMENSIONS) {
    const sequence = new SobolSequence(axes.length, seed);
    return () => sequence.next();
  }
  const random = new SeededRandom(seed);
  return () => Float64Array.from(axes, () => random.next());
}
