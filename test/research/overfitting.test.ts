import { describe, expect, test } from "vitest";
import { probabilisticSharpe, sharpe } from "../../src/metrics/ratios.ts";
import { overfittingOf, type Overfitting } from "../../src/research/overfitting/overfitting.ts";
import { mergeParts, type PartSums, probabilityOfOverfitting, sharpesOf } from "../../src/research/overfitting/pbo.ts";
import { normalReturns, performanceFrom } from "./returns-performance.ts";

const SESSIONS = 640;

/** For each trial and each of `parts` equal parts of its returns: the count, the sum and the sum of squares. */
function sumsOf(trials: readonly Float64Array[], parts = 16): PartSums {
  const values = trials.flatMap((returns) =>
    Array.from({ length: parts }, (_, part) => {
      const own = returns.subarray((part * returns.length) / parts, ((part + 1) * returns.length) / parts);
      return [own.length, own.reduce((sum, r) => sum + r, 0), own.reduce((sum, r) => sum + r * r, 0)];
    }).flat(),
  );
  return { trials: trials.length, parts, values: Float64Array.from(values) };
}

/** Overfitting figures of trials with random returns. The first trial has the mean return `edge`. */
function panel(seed: number, trials: number, edge = 0): Overfitting {
  const returns = Array.from({ length: trials }, (_, i) =>
    normalReturns(SESSIONS, 10_000 * seed + i, i === 0 ? edge : 0),
  );
  const sums = sumsOf(returns);
  const sharpes = sharpesOf(sums);
  const best = sharpes.indexOf(Math.max(...sharpes));
  return overfittingOf(sums, performanceFrom(returns[best]!), best);
}

describe("if the returns of all trials are random noise", () => {
  const panels = Array.from({ length: 24 }, (_, seed) => panel(seed + 1, 20));

  test("the best trial of one half of the data is below the median in the other half about half of the time", () => {
    const mean = panels.reduce((sum, { pbo }) => sum + pbo, 0) / panels.length;
    // A single experiment gives a probability from 0.1 to 0.9. The mean of 24 experiments has a standard deviation of about 0.04.
    expect(mean).toBeGreaterThan(0.38);
    expect(mean).toBeLessThan(0.62);
  });

  test("the deflated Sharpe ratio rejects most of the best trials, while the probabilistic Sharpe ratio accepts most", () => {
    expect(panels.filter(({ deflatedSharpe }) => deflatedSharpe > 0.95).length).toBeLessThanOrEqual(2);
    expect(panels.filter(({ probabilisticSharpe }) => probabilisticSharpe > 0.95).length).toBeGreaterThan(12);
  });

  test("the best Sharpe ratio is close to the expected maximum of trials without skill", () => {
    const ratio =
      panels.reduce((sum, { sharpe, expectedMaximum }) => sum + sharpe / expectedMaximum, 0) / panels.length;
    expect(ratio).toBeGreaterThan(0.85);
    expect(ratio).toBeLessThan(1.15);
  });
});

test("the probability of overfitting and the deflated Sharpe ratio recognize a real edge", () => {
  // The first trial has a daily Sharpe ratio of 0.25. The best of 100 trials without skill would have about 0.1.
  const { pbo, deflatedSharpe, trials, medianRank, lossShare } = panel(77, 100, 0.0025);
  expect(trials).toBe(100);
  expect(pbo).toBeLessThan(0.05);
  expect(medianRank).toBeGreaterThan(0.9);
  expect(lossShare).toBeLessThan(0.05);
  expect(deflatedSharpe).toBeGreaterThan(0.95);
});

describe("the probability of overfitting (PBO)", () => {
  // Each array describes a part with two sessions: count, sum and sum of squares of the returns.
  const up = [2, 0.03, 0.0005];
  const down = [2, -0.01, 0.0005];
  const flat = [2, 0.01, 0.0005];

  test("is 1 if the best trial of each half of the data is the worst in the other half", () => {
    const sums = { trials: 2, parts: 2, values: Float64Array.from([...up, ...down, ...down, ...up]) };
    expect(probabilityOfOverfitting(sums)).toEqual({ pbo: 1, combinations: 2, medianRank: 0.25, lossShare: 1 });
  });

  test("is 0 if one trial is the best in both halves of the data", () => {
    const sums = { trials: 2, parts: 2, values: Float64Array.from([...up, ...up, ...flat, ...down]) };
    expect(probabilityOfOverfitting(sums)).toEqual({ pbo: 0, combinations: 2, medianRank: 0.75, lossShare: 0 });
  });

  test("is one half if all trials have equal returns, since each is at the median", () => {
    const values = Float64Array.from([...up, ...down, ...up, ...down, ...up, ...down]);
    expect(probabilityOfOverfitting({ trials: 3, parts: 2, values })).toEqual({
      pbo: 0.5,
      combinations: 2,
      medianRank: 0.5,
      lossShare: 0.5,
    });
  });

  test("counts a trial without trades in one half of the data as a return of zero", () => {
    // The first trial is best in the first half; in the second half it is flat, which beats the loss of the second trial. Only the second
    // trial trades in the second half, and it is worse in the first.
    const values = Float64Array.from([...up, 2, 0, 0, ...flat, ...down]);
    expect(probabilityOfOverfitting({ trials: 2, parts: 2, values })).toEqual({
      pbo: 0.5,
      combinations: 2,
      medianRank: 0.5,
      lossShare: 0,
    });
  });

  test("is NaN for a single trial and for trials without trades", () => {
    expect(probabilityOfOverfitting({ trials: 1, parts: 2, values: Float64Array.from([...up, ...up]) }).pbo).toBeNaN();
    const idle = { trials: 2, parts: 2, values: Float64Array.from([2, 0, 0, 2, 0, 0, 2, 0, 0, 2, 0, 0]) };
    expect(probabilityOfOverfitting(idle).pbo).toBeNaN();
  });
});

test("figures of overfitting use returns above the risk-free rate, except the share of losses", () => {
  const trials = [1, 2, 3].map((seed) => normalReturns(SESSIONS, seed, 0.001));
  const sums = sumsOf(trials);
  const performance = performanceFrom(trials[0]!, { riskFreeRate: 0.1 });
  const panelOf = overfittingOf(sums, performance, 0);
  expect(panelOf.sharpe * Math.sqrt(252)).toBeCloseTo(performance.value(sharpe), 10);
  expect(panelOf.probabilisticSharpe).toBeCloseTo(performance.value(probabilisticSharpe), 10);
  const above = overfittingOf(
    sumsOf(trials.map((returns) => returns.map((value) => value - 0.1 / 252))),
    performanceFrom(trials[0]!.map((value) => value - 0.1 / 252)),
    0,
  );
  expect(panelOf.pbo).toBe(above.pbo);
  expect(panelOf.deflatedSharpe).toBeCloseTo(above.deflatedSharpe, 10);
  expect(panelOf.lossShare).toBeLessThan(above.lossShare);
});

test("Sharpe ratios stay the same when parts of the returns are merged", () => {
  const sums = sumsOf([normalReturns(160, 1), normalReturns(160, 2)]);
  const merged = mergeParts(sums, 2);
  expect(merged.parts).toBe(8);
  const [before, after] = [sharpesOf(sums), sharpesOf(merged)];
  for (const trial of [0, 1]) expect(after[trial]).toBeCloseTo(before[trial]!, 12);
});
