import { defineStrategy, param } from "hindcast";
import { between, optimize, range, sweep, workers } from "hindcast/research";
import { describe, expect, test } from "vitest";
import { smaCross } from "../../strategies/sma-cross.ts";
import { betweenAxis, listAxis } from "../../src/research/space/axis.ts";
import { genetic } from "../../src/research/search/genetic.ts";
import type { SearchMethod } from "../../src/research/search/searcher.ts";
import { tpe } from "../../src/research/search/tpe.ts";
import { walkMarket } from "./walk.ts";

const data = walkMarket(300);

/** Returns the best value that a search finds for a function whose maximum is 0, at x = 0.7, y = 0.2 and word = "c". */
function bestOfBowl(method: SearchMethod, trials: number, seed: number): number {
  const axes = [
    betweenAxis("x", between(0, 1)),
    betweenAxis("y", between(0, 1)),
    listAxis("word", ["a", "b", "c", "d"]),
  ];
  const searcher = method(axes, 16, seed);
  let best = -Infinity;
  for (let done = 0; done < trials; done += 16) {
    const points = Array.from({ length: 16 }, () => searcher.ask());
    const values = points.map(
      ([x, y, word]) => -((x! - 0.7) ** 2) - (y! - 0.2) ** 2 - (axes[2]!.atShare(word!) === "c" ? 0 : 0.2),
    );
    best = Math.max(best, ...values);
    searcher.tell(points, values);
  }
  return best;
}

const random: SearchMethod = (axes, _, seed) => {
  let state = seed;
  const next = () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
  return { ask: () => Float64Array.from(axes, next), tell: () => undefined };
};

test.each([
  ["tpe", tpe],
  ["genetic", genetic],
])("the search method %s finds a better maximum than random search", (_, method) => {
  const seeds = [1, 2, 3, 4, 5];
  const mean = (of: SearchMethod) => seeds.reduce((sum, seed) => sum + bestOfBowl(of, 160, seed), 0) / seeds.length;
  expect(mean(method)).toBeGreaterThan(mean(random) / 4);
});

describe("optimize", () => {
  const params = { fast: range(2, 20), slow: range(21, 80) };

  test("gives the same table for the same seed, another table for another seed, and no trial twice", async () => {
    const [a, b, c] = await Promise.all(
      [1, 1, 2].map((seed) => optimize(smaCross, data, { params, trials: 48, generation: 8, seed })),
    );
    expect(a!.checksum).toBe(b!.checksum);
    expect(c!.checksum).not.toBe(a!.checksum);
    expect(new Set(a!.top(48).map((trial) => JSON.stringify(trial.params))).size).toBe(48);
  });

  test("gives the same table whatever the order in which trials end", async () => {
    const executor = workers({ threads: 2 });
    const inOrder = await optimize(smaCross, data, { params, trials: 32, generation: 8, method: "genetic" });
    const backwards = await optimize(smaCross, data, {
      params,
      trials: 32,
      generation: 8,
      method: "genetic",
      executor: {
        ...executor,
        open: async () => undefined,
        async *map(chunks) {
          const { TrialRunner } = await import("../../src/research/trials/trial-runner.ts");
          for (const { job, trials } of [...chunks].toReversed()) {
            const reversed = trials.toReversed();
            yield { trials: reversed, rows: new TrialRunner(smaCross, data, job).rows(reversed) };
          }
        },
      },
    });
    expect(backwards.checksum).toBe(inOrder.checksum);
  });

  test("ends early when all combinations of a small space were tried", async () => {
    const small = { fast: [5, 10, 30], slow: [20, 40] };
    const result = await optimize(smaCross, data, { params: small, trials: 100 });
    expect(result.length).toBe(5);
    expect(result.best.params).toEqual((await sweep(smaCross, data, { params: small })).best.params);
  });

  test("minimizes an objective with the direction lowest", async () => {
    const sized = defineStrategy({
      name: "sized",
      params: { share: param.number({ default: 0.5, min: 0.01, max: 1 }) },
      onBar({ position, orders, params: { share } }) {
        if (position.flat) orders.buy({ percent: share });
      },
    });
    const result = await optimize(sized, data, {
      params: { share: between(0.01, 1) },
      trials: 48,
      objective: { metric: "volatility", direction: "lowest" },
    });
    // Volatility is lowest if the strategy buys the smallest share.
    expect(result.best.params["share"]).toBeLessThan(0.05);
  });
});
