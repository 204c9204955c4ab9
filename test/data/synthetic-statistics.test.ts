import { describe, expect, test } from "vitest";
import { Draws } from "../../src/data/synthetic/draws.ts";
import { syntheticMarket } from "../../src/data/synthetic/synthetic-market.ts";

// Known properties of returns on all markets: R. Cont, "Empirical Properties of Asset Returns: Stylized Facts and Statistical Issues",
// Quantitative Finance, 2001. The bounds are wide: they only separate such returns from those of a plain random walk.
const market = syntheticMarket({ symbols: ["BTCUSD", "ETHUSD", "EURUSD", "KO", "SPY"], minutes: [] });

const returnsOf = (symbol: string): number[] => {
  const { close } = market.series.find((series) => series.symbol === symbol)!.bars;
  return [...close.subarray(1)].map((price, i) => Math.log(price / close[i]!));
};
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const correlation = (a: readonly number[], b: readonly number[]): number => {
  const [aMean, bMean] = [mean(a), mean(b)];
  const moment = (x: readonly number[], xMean: number, y: readonly number[], yMean: number) =>
    mean(x.map((value, i) => (value - xMean) * (y[i]! - yMean)));
  return moment(a, aMean, b, bMean) / Math.sqrt(moment(a, aMean, a, aMean) * moment(b, bMean, b, bMean));
};
const kurtosis = (values: readonly number[]): number => {
  const center = mean(values);
  const square = mean(values.map((value) => (value - center) ** 2));
  return mean(values.map((value) => (value - center) ** 4)) / square ** 2;
};

describe.each(["SPY", "BTCUSD", "KO"])("synthetic daily returns of %s", (symbol) => {
  const returns = returnsOf(symbol);

  test("have fat tails", () => {
    // A normal distribution has a kurtosis of 3.
    expect(kurtosis(returns)).toBeGreaterThan(3.5);
  });

  test("are not autocorrelated, but their absolute values are", () => {
    // With 752 returns, two standard errors of a correlation are 0.073.
    expect(Math.abs(correlation(returns.slice(1), returns.slice(0, -1)))).toBeLessThan(0.1);
    const sizes = returns.map(Math.abs);
    const clustering = mean([1, 2, 3, 4, 5].map((lag) => correlation(sizes.slice(lag), sizes.slice(0, -lag))));
    expect(clustering).toBeGreaterThan(0.073);
  });
});

test("daily returns of stocks and of coins in a synthetic market are correlated", () => {
  expect(correlation(returnsOf("SPY"), returnsOf("KO"))).toBeGreaterThan(0.5);
  expect(correlation(returnsOf("BTCUSD"), returnsOf("ETHUSD"))).toBeGreaterThan(0.7);
});

test("one-minute returns of two synthetic stocks are correlated", () => {
  const minutes = syntheticMarket({ from: "2023-12-01", to: "2023-12-08", symbols: ["AAPL", "MSFT"] });
  const [apple, microsoft] = minutes.series
    .filter(({ bars }) => bars.interval === "1m")
    .map(({ bars }) => new Map(Array.from(bars.time, (time, i) => [time, bars.close[i]! / bars.open[i]! - 1])));
  const both = [...apple!.keys()].filter((time) => microsoft!.has(time));
  expect(both.length).toBeGreaterThan(2000);
  const of = (returns: ReadonlyMap<number, number>) => both.map((time) => returns.get(time)!);
  expect(correlation(of(apple!), of(microsoft!))).toBeGreaterThan(0.25);
});

test("the generator's normal random numbers depend on seed and purpose, with mean 0 and deviation 1", () => {
  const first = (...labels: string[]) => new Draws(1, ...labels).uniform();
  expect(first("AAPL")).toBe(first("AAPL"));
  expect(first("AAPL")).not.toBe(first("MSFT"));
  expect(first("a", "b")).not.toBe(first("ab"));
  expect(new Draws(2, "AAPL").uniform()).not.toBe(first("AAPL"));
  const draws = new Draws(1, "check");
  for (const draw of [() => draws.normal(), () => draws.fastNormal(), () => draws.fatTailed()]) {
    const values = Array.from({ length: 20_000 }, draw);
    // The bound is three standard errors of the mean.
    expect(Math.abs(mean(values))).toBeLessThan(0.022);
    expect(mean(values.map((value) => value * value))).toBeGreaterThan(0.93);
    expect(mean(values.map((value) => value * value))).toBeLessThan(1.07);
  }
});
