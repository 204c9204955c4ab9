import { existsSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backtest, defineStrategy, param, ta } from "hindcast";
import { heatmapOf, range, sweep, trialColumns, workers, type SweepOptions } from "hindcast/research";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { smaCross } from "../../strategies/sma-cross.ts";
import { ROOT } from "../house/source-files.ts";
import { metrics } from "../../src/metrics/catalog.ts";
import { ExperimentRunner, trialSeed } from "../../src/research/sweep/experiment-runner.ts";
import { walkMarket } from "./walk.ts";

const data = walkMarket(400);
const params = { fast: range(3, 12, 3), slow: range(15, 60, 15) };
// The strategy is a built file, since a thread that compiles the source takes four times as long to start.
const source = { file: join(ROOT, "dist/strategies/sma-cross.js"), export: "smaCross" };
const entry = join(ROOT, "dist/node/research/executors/pool-thread.cjs");
const threadsOf = (threads: number) => workers({ threads, entry, execArgv: [] });

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-sweep-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("the table of a sweep", () => {
  test("contains the results of the individual runs, ranked by the objective", async () => {
    const result = await sweep(smaCross, data, { params });
    expect(result.length).toBe(16);
    const byHand = range(3, 12, 3)
      .flatMap((fast) => range(15, 60, 15).map((slow) => backtest(smaCross, data, { params: { fast, slow } })))
      .toSorted((a, b) => b.summary["sharpe"]! - a.summary["sharpe"]!);
    expect(result.top(16).map((trial) => trial.params)).toEqual(byHand.map((run) => run.params));
    expect(result.at(16).metrics).toEqual(byHand[15]!.summary);
    expect(result.run(4).fillHash).toBe(byHand[3]!.fillHash);
    expect(result.column("max-drawdown")).toEqual(Float64Array.from(byHand, (run) => run.summary["max-drawdown"]!));
  });

  test("ranks an objective with the direction lowest from the lowest value, ties by trial number, missing values last", async () => {
    const rarelyTrading = defineStrategy({
      name: "now-and-then",
      params: { every: param.integer({ default: 1, min: 1 }), other: param.integer({ default: 1 }) },
      state: () => ({ bar: 0 }),
      onBar({ state, params: { every }, orders, position }) {
        if (++state.bar % every !== 0) return;
        if (position.flat) orders.buy({ percent: 0.5 });
        else orders.close();
      },
    });
    const byTrades = await sweep(rarelyTrading, data, {
      params: { every: [1000, 5, 50], other: [1, 2] },
      objective: { metric: "trades", direction: "lowest" },
    });
    // Every tenth or hundredth of the 400 bars closes a trade. An order submitted at the last bar never fills.
    const expected = [
      [0, 0],
      [1, 0],
      [4, 3],
      [5, 3],
      [2, 39],
      [3, 39],
    ];
    expect(byTrades.top(6).map(({ trial, value }) => [trial, value])).toEqual(expected);
    const byWins = await sweep(rarelyTrading, data, { params: { every: [1000, 5] }, objective: "win-rate" });
    expect(byWins.at(2)).toMatchObject({ params: { every: 1000 }, value: NaN });
  });

  test("has trials with seeds of their own, which depend only on the trial's number", async () => {
    const drawing = defineStrategy({
      name: "drawing",
      params: { number: param.integer({ default: 0, min: 0 }) },
      onBar({ random, orders, position }) {
        if (random() >= 0.1) return;
        if (position.flat) orders.buy({ percent: 1 });
        else orders.close();
      },
    });
    const result = await sweep(drawing, data, { params: { number: range(0, 5) }, seed: 9 });
    const fourth = result.top(6).find(({ trial }) => trial === 4)!;
    expect(fourth.seed).toBe(trialSeed(9, 4));
    const single = backtest(drawing, data, { params: { number: 4 }, seed: trialSeed(9, 4) });
    expect(fourth.metrics).toEqual(single.summary);
    expect(new Set(result.column("final-equity")).size).toBe(6);
  });

  test("does not depend on what earlier trials left in memory that is reused", async () => {
    const busy = defineStrategy({
      name: "busy",
      params: { every: param.integer({ default: 1, min: 1 }) },
      indicators: ({ close }, { every }) => ({ average: ta.sma(close, every) }),
      state: () => ({ bar: 0 }),
      onBar({ state, params: { every }, orders, position }) {
        if (++state.bar % every !== 0) return;
        orders.sell({ percent: 0.3, stop: 50, tag: "low" });
        if (position.flat) orders.buy({ percent: 0.5 });
        else orders.close();
      },
    });
    // Trials with thousands of orders run before and after trials with few, and all metrics are computed.
    const names = Object.keys(metrics);
    for (const intrabar of ["pessimistic", "band"] as const) {
      const settings = { intrabar, account: "margin" as const };
      const result = await sweep(busy, data, { params: { every: [1, 90, 2, 399, 3, 7] }, metrics: names, settings });
      for (const { params: trialParams, metrics: found } of result.top(6)) {
        const { performance } = backtest(busy, data, { params: trialParams, ...settings });
        expect(found).toEqual(Object.fromEntries(names.map((name) => [name, performance.value(metrics[name]!)])));
      }
    }
  });

  test("is exported as CSV with a row per trial", async () => {
    const result = await sweep(smaCross, data, { params: { fast: [3], slow: [15, 30] }, metrics: ["trades"] });
    const lines = [...result.csv()].join("").split("\n");
    expect(lines[0]).toBe("rank,trial,fast,slow,trades,sharpe");
    expect(lines).toHaveLength(4);
  });

  test("gives the best trial rank 1 in every output", async () => {
    const result = await sweep(smaCross, data, { params, metrics: ["trades"] });
    const ranks = range(1, 16);
    const [, ...lines] = [...result.csv()].join("").trim().split("\n");
    expect(lines.map((line) => Number(line.split(",")[0]))).toEqual(ranks);
    expect(result.top(16).map(({ rank }) => rank)).toEqual(ranks);
    expect([...trialColumns(result).get("rank")!]).toEqual(ranks);
    expect(result.best).toEqual(result.at(1));
    expect(result.run().fillHash).toBe(result.run(1).fillHash);
    expect(() => result.at(0)).toThrow("rank must be a whole number from 1 to 16, was 0");
    expect(() => result.run(17)).toThrow("rank must be a whole number from 1 to 16, was 17");
  });

  test("has no values and no overfitting figures if no trial traded", async () => {
    const idle = defineStrategy({
      name: "idle",
      params: { number: param.integer({ default: 0, min: 0 }) },
      onBar: () => undefined,
    });
    const result = await sweep(idle, data, { params: { number: range(0, 4) } });
    expect(result.top(5).map(({ trial, value }) => [trial, value])).toEqual(range(0, 4).map((trial) => [trial, NaN]));
    const { pbo, deflatedSharpe, variance, trials } = result.overfitting;
    expect({ pbo, deflatedSharpe, variance, trials }).toEqual({
      pbo: NaN,
      deflatedSharpe: NaN,
      variance: NaN,
      trials: 0,
    });
  });

  test("is not created if no combination satisfies the constraints, or if the objective has no direction", async () => {
    await expect(sweep(smaCross, data, { params, constraint: () => false })).rejects.toThrow(
      'params must be values with at least one combination that the constraint accepts, was {"fast":[3,6,9,12],"slow":[15,30,45,60]}',
    );
    const objective = { metric: "trades", direction: "up" as "highest" };
    await expect(sweep(smaCross, data, { params, objective })).rejects.toThrow(
      'objective direction must be highest or lowest, was "up"',
    );
    for (const none of ["deflated-sharpe", { metric: "deflated-sharpe", direction: "highest" }] as const)
      await expect(sweep(smaCross, data, { params, objective: none })).rejects.toThrow(
        'objective must be a metric of a single trial, such as probabilistic-sharpe, was "deflated-sharpe"',
      );
  });

  test("gives a heatmap over the values tried for two parameters", async () => {
    const result = await sweep(smaCross, data, { params: { fast: [3, 5], slow: [20, 30] } });
    expect([...heatmapOf(result, "fast", "slow", "trades").values].every((trades) => trades > 0)).toBe(true);
    expect(() => heatmapOf(result, "fast", "slwo")).toThrow(
      'heatmap axis must be one of the parameters that were tried (fast, slow), was "slwo"',
    );
    expect(() => heatmapOf(result, "fast", "slow", "nothing")).toThrow("heatmap metric must be one of ");
  });

  test("is not created if a strategy throws, and the error names the trial", async () => {
    const broken = defineStrategy({
      name: "broken",
      params: { at: param.integer({ default: 0, min: 0 }) },
      onBar: ({ params: { at } }) => {
        if (at === 2) throw new TypeError("no such thing");
      },
    });
    await expect(sweep(broken, data, { params: { at: [1, 2] } })).rejects.toThrow(
      /^no such thing \(broken, at .*\), in trial 1: at 2$/,
    );
  });

  test("is not created if a signal aborts the sweep", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(sweep(smaCross, data, { params, signal })).rejects.toThrow("enough");
  });
});

test("a trial table stores one row of numbers per trial, below 1 KB, even for 100,000 trials", async () => {
  const experiment = new ExperimentRunner(smaCross, data, { params });
  const table = experiment.table();
  expect(8 * table.width).toBeLessThan(1024);
  const row = Float64Array.from({ length: table.width }, (_, i) => i);
  // All earlier rows exist after the last one is set, and contain only missing numbers.
  table.set(99_999, row);
  expect(table.length).toBe(100_000);
  expect(table.at(99_999, 5)).toBe(5);
  expect(table.at(50_000, 5)).toBeNaN();
});

describe("a sweep in worker threads", () => {
  test("gives the table of a sweep in the main thread byte for byte, with one, two and four threads", async () => {
    // 492 trials are distributed to threads in four chunks.
    const many = { fast: range(3, 14), slow: range(20, 60) };
    const expected = (await sweep(smaCross, data, { params: many })).checksum;
    for (const threads of [1, 2, 4]) {
      const executor = threadsOf(threads);
      const result = await sweep(smaCross, data, { params: many, executor, source });
      expect(result.checksum, `${threads} threads`).toBe(expected);
      await executor.close();
    }
  }, 120_000);

  test("repeats the trials of a thread that exits before it runs them", async () => {
    const marker = join(folder, "died");
    const file = join(folder, "dying.mjs");
    const text = `
      import { existsSync, writeFileSync } from "node:fs";
      import { defineStrategy, param } from ${JSON.stringify(join(ROOT, "dist/node/index.js"))};
      if (!existsSync(${JSON.stringify(marker)})) {
        writeFileSync(${JSON.stringify(marker)}, "");
        process.exit(1);
      }
      export const dying = defineStrategy({
        name: "dying",
        params: { number: param.integer({ default: 0, min: 0 }) },
        onStart() {},
        onBar({ params: { number }, orders }) { if (number % 2 === 0) orders.buy({ quantity: 1 }); },
      });`;
    writeFileSync(file, text);
    const harmless = defineStrategy({
      name: "dying",
      params: { number: param.integer({ default: 0, min: 0 }) },
      onStart() {},
      onBar({ params: { number }, orders }) {
        if (number % 2 === 0) orders.buy({ quantity: 1 });
      },
    });
    const executor = threadsOf(2);
    const options: SweepOptions = { params: { number: range(0, 7) }, executor, source: { file } };
    const result = await sweep(harmless, data, options);
    await executor.close();
    expect(existsSync(marker)).toBe(true);
    expect(result.checksum).toBe((await sweep(harmless, data, { params: { number: range(0, 7) } })).checksum);
  }, 120_000);

  test("is refused without the strategy's source file, or with a file that lacks the strategy", async () => {
    const executor = threadsOf(1);
    await expect(sweep(smaCross, data, { params, executor })).rejects.toThrow("sma-cross needs its source");
    const wrong = { file: join(ROOT, "dist/strategies/macd-trend.js") };
    await expect(sweep(smaCross, data, { params, executor, source: wrong })).rejects.toMatchObject({
      code: "STRATEGY_NOT_FOUND",
    });
    await executor.close();
  });
});
