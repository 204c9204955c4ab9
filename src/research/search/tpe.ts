import { SeededRandom } from "../../primitives/random.ts";
import type { Axis } from "../space/axis.ts";
import { firstPoints, type Searcher, shareNear, type Shares } from "./searcher.ts";

/** Points before the first guess. */
const STARTUP = 16;
/** Of the points so far this share counts as good, but no more than so many. */
const GOOD_SHARE = 0.15;
const MOST_GOOD = 25;
/** Draws of which the most promising is taken. */
const CANDIDATES = 24;
/** Weight of the belief that any value may be good, in points. */
const PRIOR = 1;

/**
 * The tree-structured Parzen estimator: points are split into the good and the rest, each half becomes a density on every axis, and of some draws
 * from the good one that is taken which is much denser there than among the rest. Frugal: made for some hundred trials of slow runs.
 *
 * Source: J. Bergstra, R. Bardenet, Y. Bengio and B. Kégl, "Algorithms for Hyper-Parameter Optimization", NeurIPS, 2011.
 */
export function tpe(axes: readonly Axis[], _generation: number, seed: number): Searcher {
  const first = firstPoints(axes, seed);
  const random = new SeededRandom(seed ^ 0x5bd1_e995);
  const told: { readonly point: Shares; readonly value: number }[] = [];
  /** Asked for and not told yet: kept away from, as if they had failed. */
  let pending: Shares[] = [];

  const guess = (): Shares => {
    const count = Math.max(2, Math.min(MOST_GOOD, Math.ceil(GOOD_SHARE * told.length)));
    const good = told.slice(0, count).map(({ point }) => point);
    const rest = [...told.slice(count).map(({ point }) => point), ...pending];
    return Float64Array.from(axes, (axis, i) => {
      const goods = densityOf(axis, good, i);
      const rests = densityOf(axis, rest, i);
      let best = 0;
      let bestScore = -Infinity;
      for (let c = 0; c < CANDIDATES; c++) {
        const share = goods.draw(random);
        const score = Math.log(goods.at(share)) - Math.log(rests.at(share));
        if (score > bestScore) [best, bestScore] = [share, score];
      }
      return best;
    });
  };

  return {
    ask() {
      const point = told.length < STARTUP ? first() : guess();
      pending.push(point);
      return point;
    },
    tell(points, values) {
      pending = [];
      points.forEach((point, i) => told.push({ point, value: Number.isNaN(values[i]) ? -Infinity : values[i]! }));
      // From the best to the worst; equal ones in the order of trials.
      told.sort((a, b) => (a.value === b.value ? 0 : b.value - a.value));
    },
  };
}

interface Density {
  at(share: number): number;
  draw(random: SeededRandom): number;
}

function densityOf(axis: Axis, points: readonly Shares[], place: number): Density {
  const shares = points.map((point) => point[place]!);
  return axis.ordered ? bells(shares) : counts(shares, axis.count);
}

/** A bell around each point, narrower the more there are, over an even ground. */
function bells(shares: readonly number[]): Density {
  const width = Math.max(0.03, 0.5 / (1 + shares.length) ** 0.6);
  const total = shares.length + PRIOR;
  return {
    at(share) {
      let density = PRIOR;
      for (const centre of shares) {
        // What a bell has beyond an end comes back, as draws do.
        for (const mirrored of [centre, -centre, 2 - centre]) {
          const z = (share - mirrored) / width;
          density += Math.exp(-0.5 * z * z) / (width * Math.sqrt(2 * Math.PI));
        }
      }
      return density / total;
    },
    draw(random) {
      const pick = Math.floor(random.next() * total);
      return pick < shares.length ? shareNear(shares[pick]!, width, random) : random.next();
    },
  };
}

/** How often each word was there. */
function counts(shares: readonly number[], words: number): Density {
  const times = new Float64Array(words).fill(PRIOR / words);
  for (const share of shares) times[Math.floor(share * words)]!++;
  const total = shares.length + PRIOR;
  return {
    at: (share) => (times[Math.floor(share * words)]! / total) * words,
    draw(random) {
      let left = random.next() * total;
      const word = times.findIndex((count) => (left -= count) < 0);
      return ((word < 0 ? words - 1 : word) + 0.5) / words;
    },
  };
}
