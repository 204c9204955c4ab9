import { SeededRandom } from "../../primitives/random.ts";
import type { Axis } from "../space/axis.ts";
import { firstPoints, type Searcher, shareNear, type Shares } from "./searcher.ts";

/** Members of the population among which a parent is the best. */
const TOURNAMENT = 3;
/** One child in so many is a stranger, so that the population never closes. */
const STRANGERS = 12;
/** How far a mutation goes, as a share of the axis. */
const REACH = 0.12;

interface Member {
  readonly point: Shares;
  readonly value: number;
}

/**
 * A genetic algorithm: children take each parameter from one of two good parents or from between them, with a mutation now and then; the best of
 * parents and children live on. Sturdy where the objective is rough or parameters are words; wants a thousand trials rather than a hundred.
 */
export function genetic(axes: readonly Axis[], generation: number, seed: number): Searcher {
  const first = firstPoints(axes, seed);
  const random = new SeededRandom(seed ^ 0x27d4_eb2f);
  let population: Member[] = [];
  let asked = 0;

  const parent = (): Shares => {
    let best = Infinity;
    // The population is sorted: the lowest place is the best.
    for (let i = 0; i < TOURNAMENT; i++) best = Math.min(best, Math.floor(random.next() * population.length));
    return population[best]!.point;
  };

  const child = (): Shares => {
    const [mother, father] = [parent(), parent()];
    return Float64Array.from(axes, ({ ordered }, i) => {
      const between = ordered && random.next() < 0.5;
      const share = between
        ? mother[i]! + random.next() * (father[i]! - mother[i]!)
        : (random.next() < 0.5 ? mother : father)[i]!;
      if (random.next() * axes.length >= 1) return share;
      return ordered ? shareNear(share, REACH, random) : random.next();
    });
  };

  return {
    ask() {
      asked++;
      return population.length < 2 || asked % STRANGERS === 0 ? first() : child();
    },
    tell(points, values) {
      const told = points.map((point, i) => ({ point, value: Number.isNaN(values[i]) ? -Infinity : values[i]! }));
      const all = [...population, ...told];
      all.sort((a, b) => (a.value === b.value ? 0 : b.value - a.value));
      population = all.slice(0, Math.max(4, generation));
    },
  };
}
