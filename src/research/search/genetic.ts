import { SeededRandom } from "../../primitives/random.ts";
import type { Axis } from "../space/axis.ts";
import { firstPoints, type Searcher, shareNear, type Shares } from "./searcher.ts";

/** Number of random members of the population from which the best is taken as a parent. */
const TOURNAMENT = 3;
/** One of this many candidates is random, so that the search never gets stuck. */
const RANDOM_EVERY = 12;
/** Standard deviation of a mutation, as a share of the parameter's range. */
const MUTATION_WIDTH = 0.12;

interface Member {
  readonly point: Shares;
  readonly value: number;
}

/**
 * A genetic algorithm. A child takes each parameter from one of two good parents or from between them, sometimes mutated. The best of
 * parents and children survive. It suits rough objectives and parameters that are words, and needs about a thousand trials.
 */
export function genetic(axes: readonly Axis[], generation: number, seed: number): Searcher {
  const first = firstPoints(axes, seed);
  const random = new SeededRandom(seed ^ 0x27d4_eb2f);
  let population: Member[] = [];
  let requested = 0;

  const parent = (): Shares => {
    let best = Infinity;
    // The population is sorted from best to worst, so the lowest index is the best.
    for (let i = 0; i < TOURNAMENT; i++) best = Math.min(best, Math.floor(random.next() * population.length));
    return population[best]!.point;
  };

  const child = (): Shares => {
    const [parentA, parentB] = [parent(), parent()];
    return Float64Array.from(axes, ({ ordered }, i) => {
      const between = ordered && random.next() < 0.5;
      const share = between
        ? parentA[i]! + random.next() * (parentB[i]! - parentA[i]!)
        : (random.next() < 0.5 ? parentA : parentB)[i]!;
      if (random.next() * axes.length >= 1) return share;
      return ordered ? shareNear(share, MUTATION_WIDTH, random) : random.next();
    });
  };

  return {
    ask() {
      requested++;
      return population.length < 2 || requested % RANDOM_EVERY === 0 ? first() : child();
    },
    tell(points, values) {
      const evaluated = points.map((point, i) => ({ point, value: Number.isNaN(values[i]) ? -Infinity : values[i]! }));
      const all = [...population, ...evaluated];
      all.sort((a, b) => (a.value === b.value ? 0 : b.value - a.value));
      population = all.slice(0, Math.max(4, generation));
    },
  };
}
