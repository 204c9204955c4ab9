import { monteCarlo } from "hindcast/research";
import { expect, test } from "vitest";
import { SeededRandom } from "../../src/primitives/random.ts";
import { percentile } from "../../src/research/monte-carlo/percentiles.ts";
import { drawBlocks } from "../../src/research/monte-carlo/monte-carlo.ts";
import { normalReturns, performanceFrom } from "./returns-performance.ts";

test("90% bootstrap intervals contain the true Sharpe ratio in about 90% of samples", () => {
  const TRUE_RATIO = (0.001 / 0.01) * Math.sqrt(252);
  let covered = 0;
  const SAMPLES = 200;
  for (let sample = 0; sample < SAMPLES; sample++) {
    const performance = performanceFrom(normalReturns(250, 1000 + sample, 0.001));
    const { sharpe } = monteCarlo(performance, { runs: 200, confidence: 0.9, seed: sample, block: 2 });
    if (sharpe.low <= TRUE_RATIO && TRUE_RATIO <= sharpe.high) covered++;
  }
  // 180 of 200 intervals are expected, with a standard deviation of 4. A bootstrap of 250 sessions contains the ratio slightly less often.
  expect(covered).toBeGreaterThan(164);
  expect(covered).toBeLessThan(195);
});

test("bootstrap intervals of autocorrelated returns are wider with long blocks than with blocks of one session", () => {
  const noise = normalReturns(600, 5);
  // With an autocorrelation of 0.8, the variance of the mean is nine times that of independent returns.
  let before = 0;
  const streaky = performanceFrom(noise.map((value) => (before = 0.8 * before + value)));
  const width = (block: number) => {
    const { low, high } = monteCarlo(streaky, { block, runs: 500 }).totalReturn;
    return Math.log(1 + high) - Math.log(1 + low);
  };
  expect(width(30) / width(1)).toBeGreaterThan(1.8);
});

test("bootstrap blocks consist of consecutive sessions, wrap around at the end, and have the given mean length", () => {
  const draw = new Int32Array(20_000);
  drawBlocks(draw, 50, 10, new SeededRandom(3));
  const continued = draw.filter((place, i) => i > 0 && place === (draw[i - 1]! + 1) % 50).length;
  // With a mean length of 10, nine of ten draws continue a block, and one in fifty of the others does so by chance.
  expect(continued / draw.length).toBeGreaterThan(0.89);
  expect(continued / draw.length).toBeLessThan(0.915);
  expect(new Set(draw).size).toBe(50);
});

test("shuffled trades have the same total return as the run, but other drawdowns", () => {
  // Ten losses of 5 precede ten gains of 6, so equity falls by half and then rises.
  const pnl = Float64Array.from([...Array<number>(10).fill(-5), ...Array<number>(10).fill(6)]);
  const result = monteCarlo(performanceFrom(normalReturns(30, 1), { pnl }), { method: "trade-shuffle", runs: 400 });
  expect(result.actual.totalReturn).toBeCloseTo(0.1, 12);
  expect(result.totalReturn.low).toBeCloseTo(0.1, 9);
  expect(result.totalReturn.high).toBeCloseTo(0.1, 9);
  expect(result.actual.maxDrawdown).toBeCloseTo(-0.5, 12);
  expect(result.maxDrawdown.median).toBeGreaterThan(-0.45);
  expect(result.sharpe.median).toBeNaN();
});

test("a resampled history that lost everything keeps its equity, even if more losses follow", () => {
  // Each loss of 220% exceeds the account. Two such losses must not be multiplied, which would give a gain of 44%.
  const returns = Float64Array.of(0.1, -2.2, 0.1, 0.1, -2.2, 0.1, -2.2, 0.1);
  const lost = monteCarlo(performanceFrom(returns), { runs: 400, block: 1 });
  const end = 1.1 * (1 - 2.2) - 1;
  expect(lost.actual.totalReturn).toBeCloseTo(end, 12);
  expect(lost.actual.maxDrawdown).toBeCloseTo(-2.2, 12);
  for (const [run, total] of lost.totals.entries()) {
    // Some histories have no loss and eight gains.
    const ruined = lost.drawdowns[run]! < 0;
    expect(lost.drawdowns[run]).toBeCloseTo(ruined ? -2.2 : 0, 12);
    expect(total).toBeLessThan(ruined ? -1 : 1.1 ** 8);
  }
  expect(lost.ruinShare).toBe(lost.lossShare);
  expect(lost.fan.actual.at(-1)).toBeCloseTo(end + 1, 12);
});

test("Monte Carlo intervals are reproduced by their seed and differ with another seed", () => {
  const performance = performanceFrom(normalReturns(100, 1));
  const [a, b, c] = [1, 1, 2].map((seed) => monteCarlo(performance, { seed, runs: 50 }));
  expect(a).toEqual(b);
  expect(c!.sharpe).not.toEqual(a!.sharpe);
});

test("a percentile is interpolated between neighboring values", () => {
  expect(percentile(Float64Array.of(1, 2, 4, 8), 0.5)).toBe(3);
  expect(percentile(Float64Array.of(1, 2, 4, 8), 1)).toBe(8);
  expect(percentile(new Float64Array(0), 0.5)).toBeNaN();
});

test("a Monte Carlo shuffle of trades needs at least two closed trades", () => {
  expect(() => monteCarlo(performanceFrom(normalReturns(30, 1)), { method: "trade-shuffle" })).toThrow(
    "there must be at least two closed trades to draw from, there were 0",
  );
});

test("the fan of Monte Carlo histories starts at 1, ends at the interval of total return, and includes the run's curve", () => {
  const performance = performanceFrom(normalReturns(300, 4));
  const { fan, totalReturn, totals, actual } = monteCarlo(performance, { runs: 200, confidence: 0.9 });
  // The fan has 300 sessions in 120 steps.
  expect([fan.steps[0], fan.steps.at(-1), fan.steps.length]).toEqual([0, 300, 121]);
  expect(fan.histories).toBe(200);
  expect(fan.bands.map(({ share }) => Number(share.toFixed(9)))).toEqual([0.05, 0.25, 0.5, 0.75, 0.95]);
  for (const { worth } of fan.bands) expect(worth[0]).toBe(1);
  expect(fan.bands[0]!.worth.at(-1)).toBeCloseTo(1 + totalReturn.low, 9);
  expect(fan.bands[4]!.worth.at(-1)).toBeCloseTo(1 + totalReturn.high, 9);
  expect(fan.actual.at(-1)).toBeCloseTo(1 + actual.totalReturn, 9);
  expect(totals).toHaveLength(200);
  expect(percentile(totals.toSorted(), 0.5)).toBe(totalReturn.median);
});

test("the fan of a Monte Carlo analysis is computed from 4,000 histories at most", () => {
  const { fan, totals } = monteCarlo(performanceFrom(normalReturns(5, 1)), { runs: 5000, block: 1 });
  expect([fan.histories, totals.length, fan.steps.length]).toEqual([4000, 5000, 6]);
});
