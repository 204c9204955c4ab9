import { backtest, defineStrategy, param } from "hindcast";
import { sweep } from "hindcast/research";
import { beforeAll, describe, expect, test } from "vitest";
import type { MarketData } from "../../../src/market/market-data.ts";
import type { ComparePayload } from "../../../src/report/research/compare-payload.ts";
import { comparedRun } from "../../../src/report/research/compared-run.ts";
import { comparePayload } from "../../../src/report/research/compare-payload.ts";
import { researchHtml, type ResearchPayload } from "../../../src/report/html.ts";
import type { MonteCarloPayload } from "../../../src/report/research/monte-carlo-payload.ts";
import { sweepPayload, type SweepPayload } from "../../../src/report/research/sweep-payload.ts";
import type { WalkForwardPayload } from "../../../src/report/research/walk-forward-payload.ts";
import { smaCross } from "../../../strategies/sma-cross.ts";
import {
  comparedPayload,
  drawnPayload,
  savedRun,
  searchedPayload,
  sweptPayload,
  walkedPayload,
} from "../../support/research-payloads.ts";
import { barsOf, marketOfBars, sampleRecording } from "../fixture.ts";
import { unpacked } from "../unpacked.ts";

let data: MarketData;
let swept: SweepPayload;
let searched: SweepPayload;
let walked: WalkForwardPayload;
let drawn: MonteCarloPayload;
let compared: ComparePayload;

beforeAll(async () => {
  data = await sampleRecording();
  [swept, searched, walked] = await Promise.all([sweptPayload(data), searchedPayload(data), walkedPayload(data)]);
  drawn = drawnPayload(data);
  compared = comparedPayload(data);
}, 60_000);

test("the data of research pages contain only numbers that JSON can represent, and no negative zero", () => {
  const shuffled = drawnPayload(data, "trade-shuffle");
  for (const payload of [swept, searched, walked, drawn, shuffled, compared] as ResearchPayload[]) {
    // The comparison fails at NaN, which JSON writes as null, and at -0, which JSON writes as 0.
    expect(JSON.parse(JSON.stringify(payload)), payload.what).toEqual(payload);
  }
});

test("a research page loads nothing from the network and escapes HTML in texts of users", () => {
  const html = researchHtml({ ...swept, title: "</script><script>alert(1)</script>" });
  expect(html).toContain("default-src 'none'");
  expect(html).toContain("<title>&#60;/script&#62;");
  expect(html.match(/<script/g)).toHaveLength(2);
});

describe("the page of a sweep", () => {
  test("has the trials from best to worst, with each parameter as an index into its tried values", () => {
    expect(swept.axes).toMatchObject([
      { name: "fast", ordered: true, choices: [5, 10, 15, 20] },
      { name: "slow", ordered: true, choices: [30, 40, 50, 60] },
    ]);
    expect(unpacked(swept.ranks)).toEqual(Array.from({ length: 16 }, (_, rank) => rank));
    const sharpe = unpacked(swept.metrics.find(({ name }) => name === "sharpe")!.values);
    expect(sharpe).toEqual(sharpe.toSorted((a, b) => b - a));
    const best = swept.axes.map(({ name, choices, places }) => ({ label: name, text: String(choices[places[0]!]) }));
    expect(swept.params).toEqual(best);
    const pairs = swept.axes[0]!.places.map((place, i) => `${place} ${swept.axes[1]!.places[i]}`);
    expect(new Set(pairs).size).toBe(16);
  });

  test("has the seed of each trial, which reproduces trials of a strategy with random numbers", async () => {
    const drawing = defineStrategy({
      name: "drawing",
      params: { chance: param.number({ default: 0.1 }) },
      onBar({ position, orders, params, random }) {
        if (random() > params.chance) return;
        if (position.flat) orders.buy({ percent: 1 });
        else orders.close();
      },
    });
    const trials = await sweep(drawing, data, { params: { chance: [0.05, 0.1, 0.15] }, seed: 11 });
    const { axes, seeds, metrics } = sweepPayload(trials);
    const returns = unpacked(metrics.find(({ name }) => name === "total-return")!.values);
    expect(new Set(returns).size).toBe(3);
    for (const [rank, seed] of unpacked(seeds).entries()) {
      const chance = axes[0]!.choices[axes[0]!.places[rank]!] as number;
      const single = backtest(drawing, data, { params: { chance }, seed });
      expect(single.summary["total-return"]).toBeCloseTo(returns[rank]!, 3);
    }
  });

  test("lists a metric only once if all trials have the same value", () => {
    // Buy and hold is the same in all trials, and slippage is 0 in all.
    expect(swept.alike.map(({ label }) => label)).toEqual(["Buy and hold return", "Slippage paid"]);
    expect(swept.metrics.map(({ name }) => name)).not.toContain("slippage-paid");
  });

  test("shows the estimate of overfitting and the limits of the estimate", () => {
    expect(swept.panel.verdict).toMatch(/^The best of 16 trials is /);
    expect(swept.panel.rows.map(({ label }) => label).slice(0, 2)).toEqual([
      "Deflated Sharpe ratio",
      "Probability of overfitting (PBO)",
    ]);
    expect(swept.limits).toHaveLength(2);
  });

  test("warns for each parameter whose best value is the first or last value tried", () => {
    const edges = swept.axes.filter(({ choices, places }) => places[0] === 0 || places[0] === choices.length - 1);
    const warned = swept.warnings.filter((text) => text.startsWith("The best trial has "));
    expect(edges.length).toBeGreaterThan(0);
    expect(warned).toHaveLength(edges.length);
    expect(warned[0]).toContain(`The best trial has ${edges[0]!.name} at the edge of the tried range`);
  });

  test("says that overfitting cannot be estimated if no trial traded", async () => {
    const flat = marketOfBars({ FLAT: barsOf(Array.from({ length: 40 }, () => [10, 10, 10, 10] as const)) });
    const nothing = sweepPayload(await sweep(smaCross, flat, { params: { fast: [3, 4, 5], slow: [8, 9, 10] } }));
    expect(nothing.panel).toEqual({
      holds: false,
      verdict: "No trial has a Sharpe ratio, so overfitting cannot be estimated.",
      rows: [],
    });
    expect(nothing.warnings[0]).toBe("9 of 9 trials have no sharpe and are ranked last.");
    expect(JSON.parse(JSON.stringify(nothing))).toEqual(nothing);
  });

  test("has the trials of a parameter search ranked by the objective of the search", () => {
    expect(searched).toMatchObject({ what: "parameter search", objective: "max-drawdown", lowest: false, trials: 30 });
    expect(searched.facts.at(-1)).toBe("30 trials by highest max-drawdown");
    const falls = unpacked(searched.metrics.find(({ name }) => name === "max-drawdown")!.values);
    expect(falls).toEqual(falls.toSorted((a, b) => b - a));
    expect(searched.axes[0]!.choices).toEqual([10]);
  });
});

describe("the page of a walk-forward", () => {
  test("has the windows with their chosen parameters, and one equity curve of all tests", () => {
    // Three years have 754 sessions. Tests start at the 253rd and have 126 sessions each, the last one 124.
    expect(walked.windows).toHaveLength(4);
    expect(walked.windows[0]).toMatchObject({ trainFrom: "2010-01-04", trainTo: "2010-12-31", testTo: "2011-07-01" });
    expect(walked.windows[1]!.trainTo).toBe("2011-07-01");
    expect(walked.windows.every(({ params, trials }) => params.length === 2 && trials === 4)).toBe(true);
    const [held, tested] = walked.curves.lines;
    expect([held!.name, tested!.name]).toEqual(["buy & hold", "out of sample"]);
    expect(new Date(1000 * unpacked(tested!.time)[0]!).toISOString().slice(0, 10)).toBe("2011-01-03");
    expect(unpacked(tested!.equity)).toHaveLength(502);
    expect(walked.warnings).toContain("4 tests are few: a single test can decide the result.");
    const open = walked.windows.reduce((sum, { openTrades }) => sum + openTrades, 0);
    expect(open).toBeGreaterThan(1);
    expect(walked.warnings).toContain(
      `${open} trades still open at the end of a test: valued at the last price, and not counted among closed trades.`,
    );
  });
});

describe("the page of a Monte Carlo analysis", () => {
  test("has a fan of equity curves from the starting cash to the percentiles of final equity", () => {
    expect(drawn.bands.map(({ share }) => share)).toEqual(
      [0.025, 0.25, 0.5, 0.75, 0.975].map((at) => expect.closeTo(at, 12)),
    );
    const ends = drawn.bands.map(({ equity }) => unpacked(equity));
    for (const line of ends) expect(line[0]).toBe(100_000);
    const finals = ends.map((line) => line.at(-1)!);
    expect(finals).toEqual(finals.toSorted((a, b) => a - b));
    const [equity] = drawn.distributions;
    // The fan is computed from all 300 histories, so its last points equal the percentiles of final equity.
    expect(finals[0]).toBeCloseTo(equity!.low!, 0);
    expect(finals[2]).toBeCloseTo(equity!.median!, 0);
    expect(finals[4]).toBeCloseTo(equity!.high!, 0);
    expect(unpacked(drawn.actual).at(-1)).toBeCloseTo(equity!.actual!, 0);
  });

  test("counts every resampled history once in each histogram", () => {
    for (const { bars } of drawn.distributions) {
      expect(bars.counts.reduce((sum, count) => sum + count, bars.below + bars.above)).toBe(300);
      expect(bars.counts).toHaveLength(48);
    }
  });

  test("shows a single final equity for shuffled trades and explains why", () => {
    const shuffled = drawnPayload(data, "trade-shuffle");
    expect(shuffled.step).toBe("trade");
    expect(shuffled.distributions[0]!.bars).toMatchObject({ width: 0, counts: [300] });
    expect(shuffled.intervals.map(({ title }) => title)).toEqual(["Final equity", "Total return", "Max drawdown"]);
    expect(shuffled.limits[0]).toContain("the same in every order");
  });
});

describe("the page of a comparison of runs", () => {
  test("has the parameters in which the runs differ, and the run with the best value of each metric", () => {
    expect(compared.differences).toEqual([{ label: "fast", texts: ["10", "5"] }]);
    const of = (name: string) => compared.metrics.find((metric) => metric.name === name)!;
    const falls = of("max-drawdown").texts.map(Number.parseFloat);
    expect(of("max-drawdown").best).toBe(falls[0]! > falls[1]! ? 0 : 1);
    expect(of("buy-and-hold-return").best).toBeNull();
    expect(of("exposure").best).toBeNull();
  });

  test("has no differences if a run is compared with itself", () => {
    const run = savedRun("out/slow", data, 10);
    expect(comparePayload([run, { ...run, name: "out/again" }]).differences).toEqual([]);
  });

  test("shows buy and hold only if all runs have the same buy-and-hold curve", () => {
    expect(compared.curves.lines.map(({ name }) => name)).toEqual(["out/slow", "out/fast", "buy & hold"]);
    expect(comparedPayload(data, 50_000).curves.lines.map(({ name }) => name)).toEqual(["out/slow", "out/fast"]);
  });

  test("warns of runs with different symbols or periods, and of runs with identical fills", () => {
    const run = savedRun("a", data, 10);
    expect(comparePayload([run, { ...run, name: "b" }]).warnings).toEqual(["All runs have identical fills."]);
    expect(comparePayload([run, { ...run, symbols: ["X"], to: run.to + 1, fillHash: "" }]).warnings).toEqual([
      "The runs traded different symbols.",
      "The runs cover different periods: their metrics are not comparable.",
    ]);
  });

  test("lists the findings about each run with the name of the run", () => {
    const found = { code: "few-trades", severity: "caution", text: "Few." } as const;
    const run = savedRun("a", data, 10);
    expect(run.findings).toEqual([]);
    expect(comparePayload([run, { ...run, name: "b", findings: [found] }]).doubts).toEqual([
      { ...found, text: "b: Few." },
    ]);
  });

  test("leaves out a saved result without an equity curve", () => {
    expect(comparedRun("x", { strategy: "s", summary: {} })).toBeUndefined();
    expect(comparedRun("x", { ...savedRun("x", data, 10), equity: [] })).toBeUndefined();
  });
});
