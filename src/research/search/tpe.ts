import { SeededRandom } from "../../primitives/random.ts";
import type { Axis } from "../space/axis.ts";
import { firstPoints, type Searcher, shareNear, type Shares } from "./searcher.ts";

/** Number of evenly spread points that are tried before the model proposes points. */
const STARTUP_TRIALS = 16;
/** Share of the points that count as good. */
const GOOD_SHARE = 0.15;
const MAX_GOOD = 25;
/** Number of draws from which the most promising point is chosen. */
const CANDIDATES = 24;
/** Weight of the uniform prior distribution, as a number of points. */
const PRIOR = 1;

/**
 * The tree-structured Parzen estimator. Points are split into the good ones and the rest, and each group becomes a density on every axis.
 * Of several draws from the good density, the one with the largest ratio of both densities is chosen. It suits a few hundred trials of slow
 * runs.
 *
 * Source: J. Bergstra, R. Bardenet, Y. Bengio and B. Kégl, "Algorithms for Hyper-Parameter Optimization", NeurIPS, 2011.
 */
export function tpe(axes: readonly Axis[], _generation: number, seed: number): Searcher {
  const first = firstPoints(axes, seed);
  const random = new SeededRandom(seed ^ 0x5bd1_e995);
  const results: { readonly point: Shares; readonly value: number }[] = [];
  /** Points that have no results yet. They count as bad, so that the search stays away from them. */
  let pending: Shares[] = [];

  const guess = (): Shares => {
    const count = Math.max(2, Math.min(MAX_GOOD, Math.ceil(GOOD_SHARE * results.length)));
    const good = results.slice(0, count).map(({ point }) => point);
    const rest = [...results.slice(count).map(({ point }) => point), ...pending];
    return Float64Array.from(axes, (axis, i) => {
      const goodDensity = densityOf(axis, good, i);
      const restDensity = densityOf(axis, rest, i);
      let best = 0;
      let bestScore = -Infinity;
      for (let c = 0; c < CANDIDATES; c++) {
        const share = goodDensity.draw(random);
        const score = Math.log(goodDensity.at(share)) - Math.log(restDensity.at(share));
        if (score > bestScore) [best, bestScore] = [share, score];
      }
      return best;
    });
  };

  return {
    ask() {
      const point = results.length < STARTUP_TRIALS ? first() : guess();
      pending.push(point);
      return point;
    },
    tell(points, values) {
      pending = [];
      points.forEach((point, i) => results.push({ point, value: Number.isNaN(values[i]) ? -Infinity : values[i]! }));
      // Results are sorted from best to worst, and equal results in the order of trials.
      results.sort((a, b) => (a.value === b.value ? 0 : b.value - a.value));
    },
  };
}

interface Density {
  at(share: number): number;
  draw(random: SeededRandom): number;
}

function densityOf(axis: Axis, points: readonly Shares[], place: number): Density {
  const shares = points.map((point) => point[place]!);
  return axis.ordered ? numberDensity(shares) : choiceDensity(shares, axis.count);
}

/** Returns the density of numbers: a Gaussian around each point, the narrower the more points, plus a uniform prior. */
function numberDensity(shares: readonly number[]): Density {
  const width = Math.max(0.03, 0.5 / (1 + shares.length) ** 0.6);
  const total = shares.length + PRIOR;
  return {
    at(share) {
      let density = PRIOR;
      for (const center of shares) {
        // The part of a Gaussian beyond 0 or 1 is reflected, as in draws.
        for (const mirrored of [center, -center, 2 - center]) {
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

/** Returns the density of choices, which is how often each choice occurred. */
function choiceDensity(shares: readonly number[], words: number): Density {
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
