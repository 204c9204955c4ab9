import { describe, expect, test } from "vitest";
import type { PerformanceFacts } from "../../../src/metrics/performance-facts.ts";
import { metricPresets, summaryIn, type MetricPresetName } from "../../../src/metrics/presets/summary-in.ts";
import { DAY, performanceOf, tradesOf } from "../performance-of.ts";

/*
 * Equity over nine days: first unchanged, then with the returns of empyrical's tests, 1, 10, -4, 2, 3, 2, 1 and -10 percent. The
 * expected numbers below were computed in plain Python by the rules of each engine, each metric separately.
 */
const EQUITY = [1000, 1010, 1111, 1066.56, 1087.8912, 1120.527936, 1142.93849472, 1154.3678796672, 1038.93109170048];
const PRICES = [100, 102, 101, 104, 103, 107, 108, 106, 104];
const facts: Partial<PerformanceFacts> = {
  buyAndHold: Float64Array.from(PRICES, (price) => price * 10),
  riskFreeRate: 0.02,
  warmupRecords: 2,
  intervalMs: DAY,
  trades: tradesOf([50, -20, 30]),
};
const run = performanceOf(EQUITY, facts);

function expectClose(values: Readonly<Record<string, number>>, expected: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(expected)) {
    const difference = Math.abs(values[name]! - value);
    expect(difference, `${name} was ${values[name]}`).toBeLessThanOrEqual(1e-10 * Math.abs(value));
  }
}

const EXPECTED: Readonly<Record<MetricPresetName, Readonly<Record<string, number>>>> = {
  "backtesting.py": {
    "total-return": 0.03893109170048001,
    cagr: 4.718583999588356,
    "annual-return": 2.330292797300367,
    volatility: 3.7721212108431343,
    sharpe: 0.6124651537334816,
    sortino: 3.8219302119890424,
    calmar: 23.302927973003676,
    "max-drawdown": -0.1,
    beta: 0.23328843680448136,
    alpha: 0.016667500927525634,
    "buy-and-hold-return": 0.0297029702970297,
    // The three trades return 5, -2 and 3 percent.
    "profit-factor": 4,
    expectancy: 0.02,
    "average-trade": Math.cbrt(1.05 * 0.98 * 1.03) - 1,
    "win-rate": 2 / 3,
    sqn: (Math.sqrt(3) * 20) / Math.sqrt(1300),
    kelly: 2 / 3 - 1 / 3 / 2,
    // The trades are open on six bars: 0, 10 and 11, and 20 to 22.
    exposure: 6 / 9,
  },
  backtrader: {
    "total-return": 0.03893109170048001,
    "annual-return": 1.913592537319423,
    "max-drawdown": -0.1,
    trades: 3,
    "win-rate": 2 / 3,
    expectancy: 20,
    "profit-factor": 4,
    "payoff-ratio": 2,
    sqn: 1.176696810829104,
  },
  vectorbt: {
    "annual-return": 3.706354044661887,
    volatility: 1.0293269106017242,
    sharpe: 1.9505734836020916,
    sortino: 2.956420378758535,
    calmar: 37.06354044661887,
    omega: 1.3532056293979684,
    "value-at-risk": -0.076,
    "conditional-value-at-risk": -0.1,
    "tail-ratio": 0.9473684210526321,
    beta: 0.18574138757069011,
    alpha: 4.463570082077084,
    "information-ratio": 0.01756887695784573,
    "up-capture": 0.0006617388871942285,
    "down-capture": -5.0640013470620175,
    skewness: -0.4188388186570738,
    kurtosis: 2.05523552247299,
    "win-rate": 2 / 3,
    "profit-factor": 4,
  },
  empyrical: {
    "annual-return": 1.9135925373194231,
    volatility: 0.8552777326693363,
    sharpe: 1.6135109652545274,
    sortino: 2.4565184222025955,
    calmar: 19.135925373194233,
    "max-drawdown": -0.1,
    omega: 1.3514431239388807,
    "value-at-risk": -0.076,
    "conditional-value-at-risk": -0.1,
    beta: 0.18574138757069011,
    alpha: 2.21353048542208,
    "information-ratio": 0.01756887695784573,
    "up-capture": 0.005068504161904286,
    "down-capture": -2.5285945077877527,
  },
  zipline: { "annual-return": 1.9135925373194231, sharpe: 1.6135109652545274, "max-drawdown": -0.1 },
  quantstats: {
    "annual-return": 1.9135925373194231,
    sharpe: 1.6137408258160257,
    "value-at-risk": -0.08306493538959947,
    "conditional-value-at-risk": -0.1,
    "win-rate": 0.75,
    "profit-factor": 1.3571428571428583,
    "payoff-ratio": 0.45238095238095277,
    kelly: 0.19736842105263208,
    skewness: -0.4188388186570738,
  },
  lean: {
    "annual-return": 3.8071218505748305,
    // The run lasts nine days less eight hours.
    cagr: 3.9952482822007847,
    volatility: 0.9136465399704641,
    sharpe: 4.145062324317737,
    sortino: 5.623060494768383,
    "max-drawdown": -0.1,
    beta: 0.17894032896229728,
    alpha: 3.3191694037277624,
    "tracking-error": 0.9575559005803755,
    "information-ratio": 1.2239396112483543,
    treynor: 21.164160547468185,
    "value-at-risk": -0.08841843556165416,
    "probabilistic-sharpe": 0.5454359275381726,
    "win-rate": 2 / 3,
    // The average win is (50 / 1000 + 30 / 1030) / 2, and the loss 20 / 1050.
    "payoff-ratio": 2.0770631067961163,
    expectancy: 1.0513754045307442,
  },
};

describe("metrics of one account", () => {
  test.each(Object.entries(EXPECTED))("equal the expected values with the preset of %s", (engine, expected) => {
    expectClose(summaryIn(engine as MetricPresetName, run), expected);
  });

  test("depend on the number of sessions per year with the presets of backtesting.py and LEAN, but not with that of empyrical", () => {
    const weekends = performanceOf(EQUITY, { ...facts, periodsPerYear: 365 });
    expect(summaryIn("empyrical", weekends)["annual-return"]).toBe(summaryIn("empyrical", run)["annual-return"]);
    const factor = Math.sqrt(365 / 252);
    expectClose(summaryIn("lean", weekends), { volatility: summaryIn("lean", run)["volatility"]! * factor });
    // The geometric mean covers eight returns, since the first of the nine days has no return.
    expectClose(summaryIn("backtesting.py", weekends), { "annual-return": 1.03893109170048 ** (365 / 8) - 1 });
  });
});

test.each(["empyrical", "vectorbt"] as const)(
  "the %s preset computes exact capture ratios even if nearly everything is lost",
  (engine) => {
    // After 800 returns of -5 percent, the benchmark has 1.5e-18 of its value left. The account loses 2.5 percent each time.
    const fallen = (by: number) => Array.from({ length: 801 }, (_, i) => 1000 * by ** i);
    const falling = performanceOf(fallen(0.975), { buyAndHold: Float64Array.from(fallen(0.95)), intervalMs: DAY });
    const days = engine === "empyrical" ? 252 : 365;
    const expected = (0.975 ** days - 1) / (0.95 ** days - 1);
    expect(summaryIn(engine, falling)["down-capture"]! / expected - 1).toBeCloseTo(0, 11);
  },
);

test("the presets of empyrical and zipline include the benchmark's first return", () => {
  // The account returns 0, 1 and 0 percent. The benchmark, which opens at 1000, returns 2, 0 and -1 percent.
  const three = performanceOf([1000, 1010, 1010], { buyAndHold: Float64Array.of(1020, 1020, 1009.8), intervalMs: DAY });
  // By hand: beta is the covariance -(0.01 / 3)^2 divided by the variance 0.0005 / 3 - (0.01 / 3)^2.
  expectClose(summaryIn("zipline", three), { beta: -1 / 14, alpha: (1 + 0.05 / 14) ** 252 - 1 });
  expectClose(summaryIn("empyrical", three), { beta: -1 / 14, alpha: (1 + 0.05 / 14) ** 252 - 1 });
  // quantstats computes returns from prices, so that the benchmark has no first return: it returns 0, 0 and -1 percent.
  expectClose(summaryIn("quantstats", three), { beta: 0.5 });
});

test("the presets of empyrical and vectorbt apply minimumReturn per session in the omega ratio", () => {
  const wanting = performanceOf(EQUITY, { ...facts, minimumReturn: 0.005 });
  expectClose(summaryIn("empyrical", wanting), { omega: 1.02760736196319 });
  expectClose(summaryIn("vectorbt", wanting), { omega: 1.0290456431535266 });
});

describe("the LEAN preset", () => {
  // The numbers of the days skip two weekends and a holiday.
  const days = [0, 1, 2, 5, 6, 7, 8, 9, 13];
  const time = Float64Array.from(days, (day) => (day + 1) * DAY);
  const expected = {
    "annual-return": 1.6310200676280466,
    // The run lasts fourteen days less eight hours.
    cagr: 1.7732397470564916,
    volatility: 0.699615278893721,
    sharpe: 2.3027228195694933,
    sortino: 2.3920179112228332,
    beta: 0.2021088805431918,
    alpha: 1.369601668685625,
    "tracking-error": 0.7314003427313512,
    "information-ratio": 0.5694874656885897,
    treynor: 7.971050372938772,
    "value-at-risk": -0.06864521021027876,
    "probabilistic-sharpe": 0.5305286712651728,
  };

  test("samples equity at every midnight, so that a day without a session has a return of 0", () => {
    expectClose(summaryIn("lean", performanceOf(EQUITY, { ...facts, time })), expected);
  });

  test("samples equity at every midnight of hourly sessions across a daylight-saving change", () => {
    const closes = Float64Array.from(days, (day) => day * DAY + (day < 6 ? 21 : 20) * 3_600_000);
    const hours = { startTime: 14.5 * 3_600_000, endTime: closes.at(-1)!, time: closes };
    expectClose(summaryIn("lean", performanceOf(EQUITY, { ...facts, ...hours })), expected);
  });

  test.each([
    // LEAN publishes this result of BasicTemplateDailyAlgorithm: 104,486.22 of 100,000 from 8 to 17 October 2013.
    [10, 104_486.22 / 100_000, 4.24375],
    // LEAN publishes this result of MarketImpactSlippageModelRegressionAlgorithm, whose last session is 11 October 2013.
    [5, 9_649_801.2 / 10_000_000, -0.93847],
  ])(
    "annualizes the return from the first midnight to 16:00 of the last session, over %d days",
    (count, growth, published) => {
      const equity = Array.from({ length: count }, (_, day) => (day < count - 1 ? 1000 : 1000 * growth));
      expect(summaryIn("lean", performanceOf(equity)).cagr).toBeCloseTo(published, 5);
      // The result is the same if sessions close before midnight.
      const hours = Float64Array.from(equity, (_, day) => (day + 2 / 3) * DAY);
      expect(summaryIn("lean", performanceOf(equity, { time: hours })).cagr).toBeCloseTo(published, 5);
      const always = summaryIn("lean", performanceOf(equity, { periodsPerYear: 365 })).cagr;
      expect(always).toBeCloseTo(growth ** (365 / count) - 1, 12);
    },
  );

  test("measures drawdowns from the initial cash as the first peak", () => {
    expect(summaryIn("lean", performanceOf([900, 950]))["max-drawdown"]).toBeCloseTo(-0.1, 12);
  });
});

describe("the LEAN preset, which counts each fill that reduces a position as a trade,", () => {
  test("subtracts twice the commission from the profit of a trade, and divides by the capital", () => {
    const closings = { profit: Float64Array.of(100, 30, -50), commission: Float64Array.of(1, 20, 5) };
    // The profits are 98, -10 and -60 on a capital of 1000, 1098 and 1088.
    const average = (10 / 1098 + 60 / 1088) / 2;
    const summary = summaryIn("lean", performanceOf(EQUITY, { ...facts, closings }));
    expectClose(summary, { "win-rate": 1 / 3, "payoff-ratio": 0.098 / average });
    expectClose(summary, { expectancy: 0.098 / average / 3 - 2 / 3 });
  });

  test("has no payoff ratio without losses, and a payoff ratio of 0 without wins", () => {
    const ratio = (profit: number) => summaryIn("lean", performanceOf(EQUITY, { trades: tradesOf([profit]) }));
    expect(ratio(10)["payoff-ratio"]).toBeNaN();
    expect(ratio(-10)["payoff-ratio"]).toBe(0);
    expect(ratio(-10)["expectancy"]).toBe(-1);
  });
});

describe("the vectorbt preset", () => {
  test.each([
    {
      prices: [1, 2, 3, 4, 5],
      expected: {
        sharpe: 29.052280196490333,
        volatility: 6.417884083645567,
        "value-at-risk": 0.2625,
        "conditional-value-at-risk": 0.25,
        "tail-ratio": 3.5238095238095237,
      },
    },
    {
      prices: [5, 4, 3, 2, 1],
      expected: {
        sharpe: -48.06592068111974,
        volatility: 2.5122615973129334,
        "value-at-risk": -0.475,
        "conditional-value-at-risk": -0.5,
        "tail-ratio": 0.43684210526315786,
      },
    },
    {
      prices: [1, 2, 3, 2, 1],
      expected: {
        sharpe: 4.232900240313306,
        volatility: 13.509256086106296,
        "value-at-risk": -0.475,
        "conditional-value-at-risk": -0.5,
        "tail-ratio": 1.947368421052631,
      },
    },
  ])("equals the figures in vectorbt's tests for the prices $prices", ({ prices, expected }) => {
    const [startEquity, ...equity] = prices;
    const summary = summaryIn("vectorbt", performanceOf(equity, { startEquity: startEquity!, riskFreeRate: 3.65 }));
    expectClose(summary, expected);
  });

  test("measures drawdowns from the first value of equity", () => {
    const fall = (prices: number[]) => summaryIn("vectorbt", performanceOf(prices))["max-drawdown"];
    expect(fall([1, 2, 3, 4, 5])).toBe(0);
    expect(fall([5, 4, 3, 2, 1])).toBe(-0.8);
    expect(fall([1, 2, 3, 2, 1])).toBeCloseTo(-0.6666666666666667, 15);
  });
});

describe("metric presets", () => {
  test("state formula and convention of every metric, and keep the names of metrics", () => {
    for (const preset of Object.values(metricPresets)) {
      for (const [name, metric] of Object.entries(preset)) {
        expect(metric.name).toBe(name);
        expect(metric.formula).toMatch(/^[ -~]{3,}$/);
        expect(metric.convention).toMatch(/^[ -~]+\.$/);
      }
    }
  });

  test("return a finite number or NaN for runs without trades or price changes", () => {
    for (const engine of Object.keys(metricPresets) as MetricPresetName[]) {
      for (const equity of [[], [1000], [1000, 1000, 1000], [500, 0, 0]]) {
        for (const [name, value] of Object.entries(summaryIn(engine, performanceOf(equity))))
          expect(Number.isFinite(value) || Number.isNaN(value), `${engine} ${name}`).toBe(true);
      }
      expect(summaryIn(engine, performanceOf([1000, 1000, 1000]))["sharpe"]).toBeNaN();
    }
  });

  test("throw for the name of an unknown engine", () => {
    const unknown = "excel" as MetricPresetName;
    expect(() => summaryIn(unknown, run)).toThrow(/^engine must be one of backtesting\.py, .*, was "excel"$/);
  });
});
