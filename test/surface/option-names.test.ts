import {
  adjust,
  adjustedClose,
  backtest,
  Bars,
  defineIndicator,
  defineStrategy,
  forwardFactors,
  marketOf,
  param,
  prepareData,
  resample,
  resolveSettings,
  ta,
} from "hindcast";
import { runRemote } from "hindcast/client";
import { barsFromDataFrame } from "hindcast/dataframe";
import {
  equityCsv,
  equityLine,
  reportHtml,
  reportPayload,
  researchHtml,
  resultJson,
  summaryTable,
  tradesCsv,
  tradesTable,
} from "hindcast/report";
import {
  checkLookahead,
  checkWarmUp,
  crossValidate,
  monteCarlo,
  optimize,
  queue,
  queueWorker,
  sweep,
  walkForward,
  workers,
} from "hindcast/research";
import { openDuckDb, readBars, syntheticMarket, writeRecording } from "hindcast/data";
import { describe, expect, test } from "vitest";
import { walkMarket } from "../research/walk.ts";

const data = walkMarket(40);
const strategy = defineStrategy({ name: "named", params: { every: param.integer({ default: 1, min: 1 }) } });
/** Turns off type checks of an argument, since plain JavaScript has none. */
const untyped = (options: unknown) => options as never;

const [{ bars }] = data.series as [(typeof data.series)[0]];

const { time } = bars;

const market = syntheticMarket({ from: "2023-12-28", symbols: ["AAPL"], minutes: [] });

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
  queueWorker: (options) => queueWorker(data, options),
  resample: (options) => resample(bars, "1wk", options),
  adjust: (options) => adjust(bars, [], 0, options),
  adjustedClose: (options) => adjustedClose(bars, [], 0, options),
  forwardFactors: (options) => forwardFactors(bars, [], options),
  runRemote: (options) => runRemote(strategy, {} as never, options),
  barsFromDataFrame: (options) => barsFromDataFrame([], options),
  openDuckDb: (options) => openDuckDb({ database: "bars.duckdb" }, options),
  writeRecording: (options) => writeRecording("nowhere", market, options),
  defineIndicator: (options) => defineIndicator(options),
  readBars: (options) => readBars("data/sp500-2000.csv", options),
};

describe.each(Object.entries(calls))("the function %s", (name, call) => {
  test("throws for an unknown option and lists the options that exist", async () => {
    await expect(async () => call(untyped({ perams: 1 }))).rejects.toMatchObject({
      code: "SETTING_INVALID",
      message: expect.stringMatching(
        new RegExp(`^${name} has no option "perams"(?: \\(did you mean params\\?\\))?; it has \\w+(, \\w+)*$`, "u"),
      ),
    });
  });

  test("throws if its options are not an object", async () => {
    await expect(async () => call(untyped(5))).rejects.toMatchObject({
      code: "SETTING_INVALID",
      message: `options of ${name} must be an object, was 5`,
    });
  });
});

describe("misplaced options", () => {
  const experiments = [
    "sweep",
    "optimize",
    "walkForward",
    "crossValidate",
    "checkLookahead",
    "checkWarmUp",
    "runRemote",
  ];

  test.each(experiments)(
    "throw in %s if they are settings of a run, with the hint to write them inside the option settings",
    async (name) => {
      await expect(async () => calls[name]!(untyped({ cash: 5000 }))).rejects.toMatchObject({
        code: "SETTING_INVALID",
        message: `${name} takes settings in the option settings: write settings: { cash: 5000 }`,
      });
    },
  );

  test.each(["backtest", "prepareData"])(
    "throw in %s if settings are inside an option settings, with the hint to write them next to the other options",
    (name) => {
      const options = { settings: { cash: 5000, fillAt: "same-close" } };
      expect(() => calls[name]!(untyped(options))).toThrow(
        `${name} takes settings next to its other options: write { cash: 5000, fillAt: "same-close" } without settings: { … }`,
      );
    },
  );

  test("throw in backtest if they are strategy parameters, with the hint to write them inside params", () => {
    expect(() => backtest(strategy, data, untyped({ every: 2 }))).toThrow(
      "every is a parameter of named: write params: { every: 2 }",
    );
  });

  test("throw in backtest and resolveSettings if they are misspelled settings, with the correct spelling", () => {
    expect(() => backtest(strategy, data, untyped({ filAt: "next-close" }))).toThrow(
      'backtest has no option "filAt" (did you mean fillAt?); it has params, symbols, ',
    );
    expect(() => resolveSettings(untyped({ filAt: "next-close" }))).toThrow(
      'there is no setting "filAt" (did you mean fillAt?); there are conventions, cash, ',
    );
  });
});

test("a commission that is a number is a fraction of the traded value: 0.002 is 0.2%", () => {
  const percent = { model: "percent", rate: 0.002 };
  expect(backtest(strategy, data, { commission: 0.002 }).settings.commission).toEqual(percent);
  expect(resolveSettings({ commission: 0.002 })).toEqual(resolveSettings({ commission: percent }));
  expect(() => resolveSettings({ commission: -1 })).toThrow("rate must be a finite number from 0 to 1, was -1");
});

test("sweep throws if no parameter has values to try", async () => {
  await expect(sweep(strategy, data, untyped({}))).rejects.toMatchObject({
    code: "PARAMETER_OUT_OF_RANGE",
    message: "params must be at least one parameter with its values, was undefined",
  });
});

test("monteCarlo throws for a backtest result, since it takes result.performance", () => {
  expect(() => monteCarlo(untyped(backtest(strategy, data)))).toThrow(
    "performance must be the performance of a run, such as result.performance, was",
  );
});

test("readBars throws if its option symbol is an empty text or a number", async () => {
  for (const symbol of ["", 5]) {
    await expect(readBars("data/sp500-2000.csv", untyped({ symbol }))).rejects.toMatchObject({
      code: "PARAMETER_OUT_OF_RANGE",
      details: { parameter: "symbol", was: symbol },
    });
  }
});

describe("a misspelled field", () => {
  const reading = (of: unknown) =>
    defineStrategy({ name: "reads", indicators: (sources) => ({ read: ta.sma(sources.bars(untyped(of)).close, 2) }) });

  test.each([{ symbl: "SPY" }, { intervall: "1wk" }])("throws in a strategy's indicators that call bars(%o)", (of) => {
    const [name] = Object.keys(of);
    expect(() => backtest(reading(of), data)).toThrow(
      new RegExp(`^bars has no option "${name}" \\(did you mean (symbol|interval)\\?\\); it has symbol, interval`),
    );
  });

  test("throws in a series and in an instrument", () => {
    const series = data.series.map((one) => ({ ...one, calender: undefined }));
    expect(() => backtest(strategy, { ...data, series })).toThrow(
      /^series \w+ has no option "calender" \(did you mean calendar\?\); it has instrument/,
    );
    const { symbol } = data.series[0]!.instrument;
    expect(() => marketOf({ [symbol]: bars }, { [symbol]: untyped({ calender: undefined }) })).toThrow(
      `instrument ${symbol} has no option "calender"`,
    );
  });

  test("throws in the field needs of a strategy", () => {
    expect(() => defineStrategy({ name: "needy", needs: untyped({ symbls: 2 }) })).toThrow(
      'needs of needy has no option "symbls" (did you mean symbols?); it has symbols, history, account',
    );
  });
});

describe("defineStrategy and defineIndicator", () => {
  const cases: readonly (readonly [what: string, declared: unknown, message: string])[] = [
    [
      "a misspelled bound",
      param.integer(untyped({ default: 1, maxx: 3 })),
      'parameter one of NAME has no option "maxx"',
    ],
    [
      "a default below its bound",
      param.integer({ default: 3, min: 5 }),
      "default of parameter one of NAME must be a whole",
    ],
    [
      "bounds in the wrong order",
      param.number({ default: 3, min: 5, max: 2 }),
      "max of parameter one of NAME must be at least 5, was 2",
    ],
    [
      "a default that is no choice",
      param.choice(["a"], { default: untyped("b") }),
      "default of parameter one of NAME must be one of a",
    ],
    [
      "a plain number",
      14,
      "parameter one of NAME must be made by param, such as param.integer({ default: 14 }), was 14",
    ],
  ];

  test.each(cases)("throw for an invalid parameter declaration: %s", (_, declared, message) => {
    const params = untyped({ one: declared });
    expect(() => defineStrategy({ name: "declared", params })).toThrow(message.replace("NAME", "declared"));
    expect(() => defineIndicator({ ...own, params })).toThrow(message.replace("NAME", "own"));
  });

  test("accept a valid parameter declaration of every kind", () => {
    const params = {
      whole: param.integer({ default: 3, min: 3, max: 3, description: "Bars." }),
      number: param.number({ default: -1 }),
      word: param.choice(["a", "b"], { default: "b" }),
      flag: param.boolean({ default: false }),
      text: param.text({ default: "" }),
    };
    expect(defineStrategy({ name: "declared", params }).params).toBe(params);
  });
});

const own = {
  name: "own",
  title: "Own",
  category: "price",
  inputs: ["source"],
  params: {},
  outputs: { value: { title: "Own", scale: "none" } },
  memory: "window",
  warmup: () => 0,
  batch: () => undefined,
  stream: () => untyped(undefined),
} as const;

test.each([
  [{ warmpu: 1 }, 'defineIndicator has no option "warmpu" (did you mean warmup?); it has name, '],
  [{ title: undefined }, "title of own must be text, was undefined"],
  [
    { outputs: { value: { titel: "Own", scale: "none" } } },
    'output value of own has no option "titel" (did you mean title?)',
  ],
  [{ outputs: { value: { scale: "none" } } }, "title of output value of own must be text, was undefined"],
  [
    { outputs: { value: { title: "Own" } } },
    'scale of output value of own must be "none", or degrees such as { source: 1 }, was undefined',
  ],
  [
    { inputs: ["high", "low", "volume"], outputs: { value: { title: "Own", scale: { price: 1, volum: 0 } } } },
    'scale of output value of own has no option "volum" (did you mean volume?); it has price, volume',
  ],
  [
    { inputs: ["high", "volume"], outputs: { value: { title: "Own", scale: { price: 1 } } } },
    "volume in scale of output value of own must be a finite number, was undefined",
  ],
  [
    { outputs: { value: { title: "Own", scale: "none", range: [1, 0] } } },
    "range of output value of own must be the lowest and the highest value, such as [0, 100], was [1,0]",
  ],
  [{ compat: { talibb: {} } }, 'compat of own has no option "talibb" (did you mean talib?)'],
  [{ compat: { talib: { period: 2 } } }, 'own has no parameter "period"'],
  [{ cost: "time" }, 'cost of own must be one of period, was "time"'],
  [{ stableAfter: 5 }, "stableAfter of own must be a function, was 5"],
  [{ batch: undefined }, "batch of own must be a function, was undefined"],
  [{ inputs: ["source", "source"] }, "inputs of own must be a list of names"],
  [
    { category: "foo" },
    'category of own must be one of average, momentum, pattern, price, statistic, trend, volatility, volume, was "foo"',
  ],
  [{ memory: "win" }, 'memory of own must be one of window, recursive, was "win"'],
  [{ warmup: () => NaN }, "warmup of own must be a whole number of at least 0, was NaN"],
  [{ warmup: 5 }, "warmup of own must be a function, was 5"],
  [{ params: { period: 14 } }, "parameter period of own must be made by param"],
  [{ inputs: [] }, "inputs of own must be a list of names"],
])("defineIndicator throws for an otherwise valid definition with %o", (change, message) => {
  expect(() => defineIndicator(untyped({ ...own, ...change }))).toThrow(message);
});

describe("an argument that is the wrong object", () => {
  const cases: Readonly<Record<string, () => unknown>> = {
    "payload must be the payload of a report": () => reportHtml(untyped({})),
    "payload must be the payload of a research page": () => researchHtml(untyped({})),
    "columns of bars must be an object with time, open": () => new Bars("1d", untyped(undefined)),
    "volume must be a Float64Array or a list of numbers, was undefined": () =>
      new Bars("1d", untyped({ time, open: time, high: time, low: time, close: time, vol: time })),
  };

  test.each(Object.entries(cases))("throws an error that says what is expected: %s", (message, call) => {
    expect(call).toThrow(message);
  });

  test.each([
    resultJson,
    tradesTable,
    summaryTable,
    equityCsv,
    tradesCsv,
    (result: never) => reportPayload(result),
    (result: never) => equityLine(result, 80),
  ])("throws if it is passed as a result to %o", (call) => {
    const message = "result must be the result of a run, as backtest returns it, was";
    for (const none of [{}, undefined, 5]) expect(() => call(untyped(none))).toThrow(message);
  });

  test("throws in checkLookahead if it names a strategy file that does not exist", async () => {
    await expect(checkLookahead({ file: "nix.js" }, data)).rejects.toMatchObject({
      code: "STRATEGY_NOT_FOUND",
      message: "file not found: nix.js",
    });
  });
});
