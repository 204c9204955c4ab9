import { backtest, defineStrategy, param, prepareData } from "hindcast";
import {
  checkLookahead,
  checkWarmUp,
  crossValidate,
  monteCarlo,
  optimize,
  queue,
  sweep,
  walkForward,
  workers,
} from "hindcast/research";
import { readCsv, readNdjson, readParquet } from "hindcast/tape";
import { describe, expect, test } from "vitest";
import { walkMarket } from "../research/walk.ts";

// A program without types has nobody else to tell it: a misspelt option would be the default without a word.

const data = walkMarket(40);
const strategy = defineStrategy({ name: "named", params: { every: param.integer({ default: 1, min: 1 }) } });
/** Options as plain JavaScript hands them over. */
const given = (options: unknown) => options as never;

const calls: Readonly<Record<string, (options: never) => unknown>> = {
  backtest: (options) => backtest(strategy, data, options),
  prepareData: (options) => prepareData(data, options),
  sweep: (options) => sweep(strategy, data, options),
  optimize: (options) => optimize(strategy, data, options),
  walkForward: (options) => walkForward(strategy, data, options),
  crossValidate: (options) => crossValidate(strategy, data, options),
  monteCarlo: (options) => monteCarlo(backtest(strategy, data).performance, options),
  checkLookahead: (options) => checkLookahead(strategy, data, options),
  checkWarmUp: (options) => checkWarmUp(strategy, data, options),
  workers: (options) => workers(options),
  queue: (options) => queue(options),
  readCsv: (options) => readCsv("data/sp500-2000.csv", options),
  readNdjson: (options) => readNdjson("bars.ndjson", options),
  readParquet: (options) => readParquet("bars.parquet", options),
};

describe.each(Object.entries(calls))("%s", (name, call) => {
  test("refuses an option that it does not have, and lists those that it has", async () => {
    await expect(async () => call(given({ perams: 1 }))).rejects.toMatchObject({
      code: "SETTING_INVALID",
      message: expect.stringMatching(new RegExp(`^${name} has no option "perams"; it has \\w+(, \\w+)*$`, "u")),
    });
  });

  test("refuses options that are no object", async () => {
    await expect(async () => call(given(5))).rejects.toMatchObject({
      code: "SETTING_INVALID",
      message: `options of ${name} must be an object, was 5`,
    });
  });
});

test("an experiment without parameters says what it needs", async () => {
  await expect(sweep(strategy, data, given({}))).rejects.toMatchObject({
    code: "PARAMETER_OUT_OF_RANGE",
    message: "params must be at least one parameter with its values, was undefined",
  });
});

test("histories are drawn from a performance, not from a result", () => {
  expect(() => monteCarlo(given(backtest(strategy, data)))).toThrow(
    "performance must be that of a run, such as result.performance, was",
  );
});

test("the symbol of a file is a text", async () => {
  for (const symbol of ["", 5]) {
    await expect(readCsv("data/sp500-2000.csv", given({ symbol }))).rejects.toMatchObject({
      code: "PARAMETER_OUT_OF_RANGE",
      details: { parameter: "symbol", was: symbol },
    });
  }
});
