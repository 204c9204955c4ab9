import * as fc from "fast-check";
import { defineStrategy, param, type AnyStrategy } from "hindcast";
import { checkLookahead, crossValidate, optimize, range, sweep, walkForward } from "hindcast/research";
import { describe, expect, test } from "vitest";
import { withoutReadings } from "../cli/answer.ts";
import { callInChild } from "../cli/child-process.ts";
import { sampledTrials } from "../../src/research/sweep/repeat-trial.ts";
import { samplePrices } from "../cli/sample-prices.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { walkMarket } from "./walk.ts";
import { property } from "../support/property.ts";

const data = walkMarket(300);
const params = { days: range(1, 10) };
const files = temporaryFiles();
const prices = files.write("prices.csv", samplePrices());

/** Runs the built command line in a child process. */
const answerTo = async (...args: string[]) => (await callInChild([args]))[0]!;

/** Source of a strategy that decides by the close two bars later, which it remembers from an earlier run. */
const REMEMBERING = `import { defineStrategy, param } from "hindcast";
import { seen } from "./memory.ts";
export const remembering = defineStrategy({
  name: "remembering",
  params: { days: param.integer({ default: 1 }) },
  onBar({ bar, position, orders }) {
    seen[bar.index] = bar.close;
    const next = seen[bar.index + 2];
    if (position.flat && next > bar.close) orders.buy({ percent: 1 });
    else if (!position.flat && next < bar.close) orders.close();
  },
});
`;
/** Source of a strategy whose indicator keeps the column of prices, so that `onBar` can read the price of the next bar. */
const KEEPING = `import { defineIndicator, defineStrategy, param } from "hindcast";
let kept;
const keep = defineIndicator({
  name: "keep", title: "Keep", category: "price", inputs: ["source"], params: {},
  outputs: { value: { title: "Value", scale: { source: 1 } } }, memory: "window", warmup: () => 0,
  batch([source], _, [out]) { kept = kept?.length >= source.length ? kept : source; out.set(source); },
  stream: () => undefined,
});
export const keeping = defineStrategy({
  name: "keeping",
  indicators: ({ close }) => ({ keep: keep(close) }),
  onBar({ bar, ind, position, orders }) {
    const next = kept[bar.index + 1];
    if (position.flat && next > ind.keep.value) orders.buy({ percent: 1 });
    else if (!position.flat && next < ind.keep.value) orders.close();
  },
});
`;
files.write("memory.ts", "export const seen: number[] = [];\n");
const remembering = files.write("remembering.ts", REMEMBERING);
const keeping = files.write("keeping.ts", KEEPING);

/** A strategy that keeps prices in a variable between its runs. */
function leaking(): AnyStrategy {
  const seen: number[] = [];
  return defineStrategy({
    name: "leaking",
    params: { days: param.integer({ default: 1 }) },
    onBar({ bar, position, orders }) {
      seen[bar.index] = bar.close;
      const next = seen[bar.index + 2]!;
      if (position.flat && next > bar.close) orders.buy({ percent: 1 });
      else if (!position.flat && next < bar.close) orders.close();
    },
  });
}
const honest = defineStrategy({
  name: "honest",
  params: { days: param.integer({ default: 1 }) },
  state: () => ({ closes: [] as number[] }),
  onBar({ bar, state, params: { days }, position, orders, random }) {
    state.closes.push(bar.close);
    if (position.flat && bar.close > state.closes.at(-1 - days)! && random() < 0.9) orders.buy({ percent: 1 });
    else if (bar.close < state.closes.at(-1 - days)!) orders.close();
  },
});

test("a sweep is refused if earlier trials change the results of later ones, even if the best trial is unaffected", async () => {
  const file = files.write(
    "tiring.ts",
    `import { defineStrategy, param } from "hindcast";
let runs = 0;
export const tiring = defineStrategy({
  name: "tiring",
  params: { days: param.integer({ default: 1, min: 1, max: 50 }) },
  onStart() { runs++; },
  onBar({ bar, params, position, orders }) {
    if (runs > 3) return;
    if (bar.index % (5 * params.days) === 0) position.flat ? orders.buy({ percent: 1 }) : orders.close();
  },
});
`,
  );
  const answer = await answerTo("sweep", file, "--data", prices, "--param", "days=1..6", "--threads", "1");
  expect(answer.code).not.toBe(0);
  expect(answer.err).toMatch(/tiring must give the same result each time: trial 5 \(days 6\)/);
}, 60_000);

test("a sweep is refused if earlier trials change only the results in the middle of the sweep", async () => {
  const file = files.write(
    "tiring-between.ts",
    `import { defineStrategy, param } from "hindcast";
import { counter } from "./counter.ts";
export const tiring = defineStrategy({
  name: "tiring",
  params: { days: param.integer({ default: 1, min: 1, max: 60 }) },
  onStart() { counter.runs++; },
  onBar({ bar, params, position, orders }) {
    if ((counter.runs > 4 && counter.runs < 56) || bar.index % (5 * params.days) !== 0) return;
    position.flat ? orders.buy({ percent: 1 }) : orders.close();
  },
});
`,
  );
  files.write("counter.ts", "export const counter = { runs: 0 };\n");
  const answer = await answerTo("sweep", file, "--data", prices, "--param", "days=1..60", "--threads", "1");
  expect(answer.code).not.toBe(0);
  expect(answer.err).toMatch(
    /tiring must give the same result each time: trial [2-5]\d \(days \d\d\) had [\w-]+ \S+, and \S+ when it ran in a new instance of its module/,
  );

  let runs = 0;
  const here = defineStrategy({
    name: "here",
    params: { days: param.integer({ default: 1 }) },
    onStart: () => void runs++,
    onBar({ bar, params: { days }, position, orders }) {
      if ((runs > 4 && runs < 56) || bar.index % (5 * days) !== 0) return;
      if (position.flat) orders.buy({ percent: 1 });
      else orders.close();
    },
  });
  await expect(sweep(here, data, { params: { days: range(1, 60) } })).rejects.toMatchObject({
    code: "TRIAL_UNREPEATABLE",
    details: { trial: expect.toSatisfy((trial: number) => trial >= 4 && trial < 55) as number },
  });
}, 60_000);

property([
  fc.integer({ min: 1, max: 5000 }),
  fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  fc.double({ min: 0, max: 1, noNaN: true }),
])(
  "a sweep repeats a twentieth of its trials, at most sixteen, spread evenly over the sweep",
  (length, seed, place) => {
    const sample = sampledTrials(length, seed);
    expect(sample).toEqual(sampledTrials(length, seed));
    expect(sample).toEqual([...new Set(sample)].toSorted((a, b) => b - a));
    expect(sample.length).toBe(Math.min(16, Math.ceil(length / 20)));
    const run = Math.ceil((2 * length) / sample.length);
    const start = Math.floor(place * Math.max(0, length - run));
    expect(sample.some((trial) => trial >= start && trial < start + run)).toBe(true);
  },
);

describe("a table of trials with a best trial that cannot be reproduced", () => {
  test.each(["1", "2"])(
    "is refused for a strategy file whose imported module keeps data between runs (threads: %s)",
    async (threads) => {
      const answer = await answerTo(
        "sweep",
        remembering,
        "--data",
        prices,
        "--param",
        "days=1..10",
        "--threads",
        threads,
      );
      expect(answer.code).not.toBe(0);
      expect(withoutReadings(answer).out).toBe("");
      expect(answer.err).toMatch(
        /remembering must give the same result each time: trial \d+ \(days \d+\) had annual-return/,
      );
      expect(answer.err).toContain("when it ran in a new instance of its module");
    },
    60_000,
  );

  const refused = { code: "TRIAL_UNREPEATABLE", details: { strategy: "leaking" } };
  test.each<[string, (strategy: AnyStrategy) => Promise<unknown>]>([
    ["sweep", async (strategy) => sweep(strategy, data, { params })],
    ["optimize", async (strategy) => optimize(strategy, data, { params, trials: 8 })],
    ["crossValidate", async (strategy) => crossValidate(strategy, data, { params })],
    ["walkForward", async (strategy) => walkForward(strategy, data, { params, train: 100, test: 50 })],
  ])("is refused by %s for a strategy that keeps data between runs in the same process", async (_, run) => {
    await expect(run(leaking())).rejects.toMatchObject(refused);
    await expect(run(honest)).resolves.toBeDefined();
  });

  property([fc.integer({ min: 30, max: 200 }), fc.integer({ min: 1, max: 2 ** 31 }), fc.integer({ min: 1, max: 12 })], {
    numRuns: 30,
  })(
    "never results from a strategy that keeps its data in state, which each run creates",
    async (length, seed, most) => {
      const { confirmed } = await sweep(honest, walkMarket(length, seed), { params: { days: range(1, most) }, seed });
      expect(confirmed).toBe("same-process");
    },
  );
});

test("a trial whose indicator overwrites its input column does not affect other trials or threads", async () => {
  const call = (name: string, spoil: string, threads: string): string[] => {
    const text = `import { defineIndicator, defineStrategy, param } from "hindcast";
      const mean = defineIndicator({
        name: "mean", title: "Mean", category: "average", inputs: ["source"], params: { days: param.integer({ default: 5 }) },
        outputs: { value: { title: "Mean", scale: { source: 1 } } }, memory: "window", warmup: ({ days }) => days - 1,
        batch([source], { days }, [out]) {
          for (let i = 0; i < source.length; i++)
            out[i] = i < days - 1 ? NaN : source.subarray(i - days + 1, i + 1).reduce((sum, one) => sum + one) / days;
          ${spoil}
        },
        stream: () => undefined,
      });
      export const trend = defineStrategy({
        name: "trend",
        params: { days: param.integer({ default: 5 }) },
        indicators: ({ close }, { days }) => ({ mean: mean(close, days) }),
        onBar({ close, ind, position, orders }) {
          if (position.flat && close.value > ind.mean.value) orders.buy({ percent: 1 });
          else if (!position.flat && close.value < ind.mean.value) orders.close();
        },
      });`;
    const file = files.write(name, text);
    return ["sweep", file, "--data", prices, "--param", "days=2..20", "--threads", threads, "--csv"];
  };
  const answers = await callInChild([
    call("trend.mjs", "", "1"),
    call("spoiling-1.mjs", "source.fill(0);", "1"),
    call("spoiling-2.mjs", "source.fill(0);", "2"),
  ]);
  for (const { code, err } of answers) expect({ code, err }).toMatchObject({ code: 0 });
  const [honestly, ...spoiled] = answers.map(({ out }) => out);
  expect(honestly!.split("\n").length).toBe(21);
  expect(spoiled).toEqual([honestly, honestly]);
}, 60_000);

describe("checkLookahead", () => {
  test("finds data that a strategy keeps between runs by running it twice over the same data", () => {
    const { leaks, moments } = checkLookahead(leaking(), data);
    expect(moments).toBe(0);
    expect(leaks).toMatchObject([{ change: "repeated", what: "order 1" }]);
  });

  test("finds decisions that differ from run to run over the same data", () => {
    let draw = 0;
    const drawing = defineStrategy({
      name: "drawing",
      onBar: ({ orders }) => void (draw++ % 7 === 3 && orders.buy({ quantity: 1 })),
    });
    expect(checkLookahead(drawing, data).leaks[0]).toMatchObject({ change: "repeated" });
  });

  test("finds a column of prices that a strategy's module keeps between runs", async () => {
    const [futures, twice] = await callInChild(
      [keeping, remembering].map((file) => ["check", "lookahead", file, "--data", prices, "--moments", "6"]),
    );
    expect(futures!.code).not.toBe(0);
    expect(futures!.err).toMatch(
      /keeping must decide only from data known at the time; it did not in \d+ of 12 runs with changed later data/,
    );
    expect(twice!.err).toMatch(
      /remembering must make the same decisions each time: order 1 at .* differed when the same data were run again/,
    );
  }, 60_000);

  test("loads a strategy from a file, and refuses an export that the file lacks", async () => {
    const file = files.write(
      "plain.mjs",
      `export const plain = Object.freeze({ name: "plain", onBar() {}, [Symbol.for("hindcast.strategy")]: true });\n`,
    );
    expect(await checkLookahead({ file }, data, { moments: 2 })).toMatchObject({
      strategy: "plain",
      leaks: [],
      moments: 2,
    });
    await expect(checkLookahead({ file, export: "other" }, data)).rejects.toMatchObject({ code: "STRATEGY_NOT_FOUND" });
  });
});
