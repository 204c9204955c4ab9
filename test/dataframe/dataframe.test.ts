import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { backtest, Bars, defineStrategy, marketOf, param } from "hindcast";
import {
  barsFromDataFrame,
  columnsFromDataFrame,
  resultToDataFrames,
  toDataFrame,
  trialsToDataFrame,
  walkForwardToDataFrames,
} from "hindcast/dataframe";
import { bollinger, sma } from "hindcast/indicators";
import { sweep, walkForward } from "hindcast/research";
import { beforeAll, describe, expect, test } from "vitest";
import { loadDanfo, type Danfo } from "../../src/dataframe/danfo.ts";
import { ROOT } from "../house/source-files.ts";
import { arbitraryBars } from "../support/arbitrary-bars.ts";
import { barsFrom } from "../support/market.ts";
import { markdownBlocks } from "../surface/markdown-blocks.ts";
import { node } from "../cli/child-process.ts";
import { installedDanfo, userFolder, type DanfoFrame } from "./installed.ts";

let danfo: Danfo<DanfoFrame>;

beforeAll(() => {
  danfo = installedDanfo();
}, 180_000);

const bars = barsFrom(`
  10 12  9 11 100
  11 13 10 12 200
  12 14 11 13   0
`);

describe("bars and columns in a danfo.js data frame", () => {
  test("are read back bit for bit", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryBars, async (given) => {
        const frame = await toDataFrame(given, {}, danfo);
        expect(frame).toBeInstanceOf(danfo.DataFrame);
        expect(frame.shape[0]).toBe(given.length);
        const again = barsFromDataFrame(frame, { interval: given.interval });
        expect(again).toBeInstanceOf(Bars);
        expect(again).toEqual(given);
      }),
      { numRuns: 25 },
    );
  });

  test("may include indicators, with a column for each output", async () => {
    const average = sma(bars, 2);
    const bands = bollinger(bars, 2);
    const frame = await toDataFrame(bars, { average, bands }, danfo);
    expect(frame.columns.join(" ")).toBe(
      "time open high low close volume average bands.upper bands.middle bands.lower bands.percentB bands.bandwidth",
    );
    expect(frame.column("average").values).toEqual([NaN, 11.5, 12.5]);
    const again = columnsFromDataFrame(frame, ["average", "bands.upper"]);
    expect(again).toEqual({ average, "bands.upper": bands.upper });
  });

  test("keep any number, including minus zero, the largest, the smallest and NaN", async () => {
    const x = Float64Array.of(-0, Number.MAX_VALUE, Number.MIN_VALUE, 0.1 + 0.2, 2 ** 53 - 1, NaN);
    const frame = await toDataFrame({ x }, {}, danfo);
    expect(columnsFromDataFrame(frame)).toEqual({ x });
    expect(Object.is(frame.column("x").values[0], -0)).toBe(true);
  });

  test("are not stored as integers if only their first values are whole numbers", async () => {
    const x = Float64Array.from({ length: 200 }, (_, i) => (i < 150 ? i : i + 0.5));
    expect((await toDataFrame({ x }, {}, danfo)).dtypes).toEqual(["float32"]);
  });

  test("have names such as at.low if they come from nested records", async () => {
    const frame = await toDataFrame(
      [
        { id: 1, at: { low: 2, tag: "x" } },
        { id: 2, at: { high: 3 } },
      ],
      {},
      danfo,
    );
    expect(frame.columns).toEqual(["id", "at.low", "at.tag", "at.high"]);
    expect(frame.column("at.tag").values).toEqual(["x", null]);
    expect(frame.column("at.low").values).toEqual([2, NaN]);
    expect(frame.dtypes).toEqual(["float32", "float32", "string", "float32"]);
  });

  test("include lists, columns and class instances within records, but not objects without fields", async () => {
    class Point {
      x = 1;
    }
    const frame = await toDataFrame(
      [{ id: 1, inner: {}, at: new Point(), pair: [2], column: Float64Array.of(3) }],
      {},
      danfo,
    );
    expect(frame.columns).toEqual(["id", "at.x", "pair.0", "column.0"]);
  });

  test("keep their column names if they have no rows", async () => {
    const frame = await toDataFrame(bars.slice(0, 0), {}, danfo);
    expect(frame.columns).toEqual(["time", "open", "high", "low", "close", "volume"]);
    expect(frame.shape[0]).toBe(0);
    expect(barsFromDataFrame(frame, { interval: "1d" }).length).toBe(0);
  });

  test("lose all but seven digits in danfo's arithmetic, as the documentation says", async () => {
    const sum = (await toDataFrame({ x: [0.1] }, {}, danfo)).add(0.2).column("x").values[0];
    expect(sum).not.toBe(0.1 + 0.2);
    expect(sum).toBeCloseTo(0.3, 7);
  });

  test.each(["columns", "shape", "index", "max", "$data"])(
    "are refused if a column is named %s, which is a property or method of frames",
    async (name) => {
      await expect(toDataFrame({ [name]: [1, 2] }, {}, danfo)).rejects.toThrow(
        `a column must be a name that is not a property or method of data frames (rename the column), was "${name}"`,
      );
    },
  );

  test("keep their types if a column has an integer as its name, which JavaScript sorts first", async () => {
    const frame = await toDataFrame([{ tag: "x", pnl: 1.5 }], { 20: [3] }, danfo);
    expect(frame.columns).toEqual(["20", "tag", "pnl"]);
    expect(frame.dtypes).toEqual(["float32", "string", "float32"]);
  });

  test("are refused if two columns have the same name", async () => {
    await expect(toDataFrame(bars, { volume: [1, 2, 3] }, danfo)).rejects.toThrow(
      'a column must be given once (rename one of them), was "volume"',
    );
  });

  test("are refused if their lengths differ or a value cannot be stored in a cell", async () => {
    await expect(toDataFrame(bars, { short: [1, 2] }, danfo)).rejects.toThrow(
      "column short must be of the same length as time (3), was 2",
    );
    await expect(toDataFrame({ x: [{}] }, {}, danfo)).rejects.toThrow("column x, row 0 must be a number");
  });
});

describe("bars read from a data frame that another program created", () => {
  const rows = { open: [10, 11], high: [12, 13], low: [9, 10], close: [11, 12], volume: [100, 200] };

  test("may have times as text in a given time zone", () => {
    const frame = new danfo.DataFrame({ time: ["2024-01-02 09:30", "2024-01-02 09:31"], ...rows });
    const { time } = barsFromDataFrame(frame, { interval: "1m", zone: "America/New_York" });
    expect([...time]).toEqual([Date.UTC(2024, 0, 2, 14, 30), Date.UTC(2024, 0, 2, 14, 31)]);
  });

  test("need an interval", () => {
    const frame = new danfo.DataFrame({ time: [1, 2], ...rows });
    const unsaid = expect.objectContaining({ code: "INTERVAL_UNKNOWN" }) as Error;
    expect(() => barsFromDataFrame(frame, undefined as never)).toThrow(unsaid);
    expect(() => barsFromDataFrame(frame, {} as never)).toThrow(unsaid);
  });

  test("are refused if their times are not ascending, like bars from any source", () => {
    const frame = new danfo.DataFrame({ time: [2, 1], ...rows });
    expect(() => barsFromDataFrame(frame, { interval: "1d" })).toThrow(
      expect.objectContaining({ code: "BARS_INVALID" }),
    );
  });

  test("are refused if a column is missing or has text in place of a number", () => {
    const { close: _, ...rest } = rows;
    expect(() => barsFromDataFrame(new danfo.DataFrame({ time: [1, 2], ...rest }), { interval: "1d" })).toThrow(
      "the data frame must have a column close, has time, open, high, low, volume",
    );
    const frame = new danfo.DataFrame({ time: [1, 2], ...rows, close: ["11", "twelve"] });
    expect(() => barsFromDataFrame(frame, { interval: "1d" })).toThrow(
      'column close, row 0: must be a number, was "11"',
    );
  });
});

describe("the result of a run", () => {
  const data = marketOf({ ACME: bars });
  const buyer = defineStrategy({
    name: "buyer",
    onBar({ orders, position }) {
      if (position.quantity === 0) orders.buy({ quantity: 1 });
      else orders.close();
    },
  });
  const idler = defineStrategy({ name: "idler", onBar() {} });

  test("is converted to data frames of its equity, trades, fills and summary", async () => {
    const result = backtest(buyer, data);
    expect(result.trades.length).toBe(1);
    const { equity, trades, orders, fills, summary } = await resultToDataFrames(result, danfo);
    expect(columnsFromDataFrame(equity)).toEqual({
      date: result.equity.date,
      time: result.equity.time,
      equity: result.equity.equity,
      cash: result.equity.cash,
      buyAndHold: result.buyAndHold,
    });
    expect(trades.columns).toEqual(expect.arrayContaining(["symbol", "direction", "quantity", "entryTime", "tag"]));
    expect(trades.column("symbol").values).toEqual(["ACME"]);
    expect(trades.column("open").values).toEqual([false]);
    expect(trades.column("pnl").values).toEqual([result.trades[0]!.pnl]);
    expect(orders.column("status").values).toEqual(result.orders.map(({ status }) => status));
    expect(fills.column("price").values).toEqual(result.fills.map(({ price }) => price));
    expect(fills.column("place").values).toEqual(result.fills.map(({ at }) => at));
    expect(summary.column("metric").values).toEqual(Object.keys(result.summary));
    expect(summary.column("amount").values).toEqual(Object.values(result.summary));
  });

  test("has a data frame of trades without rows if there were no trades", async () => {
    const { trades } = await resultToDataFrames(backtest(idler, data), danfo);
    expect(trades.shape[0]).toBe(0);
    expect(trades.columns).toEqual((await resultToDataFrames(backtest(buyer, data), danfo)).trades.columns);
  });
});

describe("data frames of many runs", () => {
  const long = marketOf({
    ACME: barsFrom(Array.from({ length: 60 }, (_, i) => `${10 + (i % 7)} 18 9 ${10 + ((i * 3) % 8)} 100`).join("\n")),
  });
  const waiter = defineStrategy({
    name: "waiter",
    params: {
      every: param.integer({ default: 2, min: 1 }),
      pace: param.choice(["slow", "fast"], { default: "slow" }),
      whole: param.boolean({ default: true }),
    },
    state: () => ({ bar: 0 }),
    onBar({ state, params: { every, whole }, orders, position }) {
      if (++state.bar % every !== 0) return;
      if (position.quantity === 0) orders.buy({ percent: whole ? 1 : 0.5 });
      else orders.close();
    },
  });

  test("have a row per trial of a sweep, the best trial first", async () => {
    const result = await sweep(waiter, long, {
      params: { every: [2, 100], pace: ["slow", "fast"], whole: [true, false] },
    });
    const frame = await trialsToDataFrame(result, danfo);
    expect(frame.columns.slice(0, 5)).toEqual(["rank", "trial", "every", "pace", "whole"]);
    expect(frame.columns.slice(5)).toEqual(result.metrics);
    expect(frame.dtypes.slice(0, 5)).toEqual(["float32", "float32", "float32", "string", "boolean"]);
    const trials = result.top(8);
    expect(frame.column("rank").values).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(frame.column("trial").values).toEqual(trials.map(({ trial }) => trial));
    expect(frame.column("pace").values).toEqual(trials.map((trial) => trial.params["pace"]));
    expect(frame.column("whole").values).toEqual(trials.map((trial) => trial.params["whole"]));
    // Trials that never trade have the Sharpe ratio NaN.
    expect(frame.column("sharpe").values).toEqual(trials.map(({ value }) => value));
    expect(frame.column("sharpe").values.at(-1)).toBeNaN();
  });

  test("contain the windows, equity and summary of a walk-forward", async () => {
    const walked = await walkForward(waiter, long, { params: { every: [2, 3] }, train: 20, test: 10 });
    const { windows, equity, summary } = await walkForwardToDataFrames(walked, danfo);
    expect(windows.columns).toEqual([
      "trainFrom",
      "trainTo",
      "testTo",
      "trainFromDate",
      "trainToDate",
      "testToDate",
      "params.every",
      "trials",
      "trained",
      "tested",
      "openTrades",
    ]);
    expect(windows.column("tested").values).toEqual(walked.windows.map(({ tested }) => tested));
    expect(columnsFromDataFrame(equity)).toEqual({
      date: walked.performance.date,
      time: walked.performance.time,
      equity: walked.performance.equity,
      buyAndHold: walked.performance.buyAndHold,
    });
    expect(summary.column("amount").values).toEqual(Object.values(walked.summary));
  });
});

test("the error for a missing danfojs-node says how to install it", async () => {
  // danfojs-node is not a dependency of Hindcast, so it is missing here.
  await expect(toDataFrame(bars)).rejects.toMatchObject({
    code: "PACKAGE_MISSING",
    message: expect.stringMatching(/Run: npm install danfojs-node$/) as string,
  });
  expect(await loadDanfo(() => Promise.resolve({ default: danfo }))).toBe(danfo);
});

test("docs/how-to/data-frames.md installs danfojs-node in the way that the tests install it", () => {
  const blocks = markdownBlocks(readFileSync(join(ROOT, "docs/how-to/data-frames.md"), "utf8"));
  const recipe = (file: string) => readFileSync(join(ROOT, "test/dataframe/user", file), "utf8");
  const [own, vendor] = blocks
    .filter(({ language }) => language === "json")
    .map(({ text }) => JSON.parse(text) as object);
  const { dependencies, overrides } = JSON.parse(recipe("package.json")) as Record<string, object>;
  expect(own).toEqual({ dependencies, overrides });
  expect(vendor).toEqual(JSON.parse(recipe("vendor/tfjs-cpu/package.json")));
  expect(blocks.find(({ language }) => language === "javascript")!.text).toBe(recipe("vendor/tfjs-cpu/index.js"));
});

test(
  "the examples in docs/how-to/data-frames.md run for a user who installed hindcast and danfojs-node",
  { timeout: 120_000 },
  async () => {
    const folder = userFolder();
    const blocks = markdownBlocks(readFileSync(join(ROOT, "docs/how-to/data-frames.md"), "utf8")).filter(
      ({ language }) => language === "js",
    );
    // One process runs all examples in sequence, because danfojs-node takes seconds to load.
    const all = blocks.map(({ text }, number) => {
      writeFileSync(join(folder, `block-${number}.mjs`), text);
      return `await import("./block-${number}.mjs");`;
    });
    const { out, err } = await node(["--input-type=module", "--eval", all.join("\n")], folder);
    expect(out, err).toMatch(/bands\.bandwidth[^]*buyAndHold[^]*sharpe/);
  },
);
