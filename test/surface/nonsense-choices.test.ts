import * as fc from "fast-check";
import {
  adjust,
  align,
  anchorOf,
  backtest,
  Bars,
  BarsBuilder,
  defineStrategy,
  forwardFactors,
  type GraphSources,
  type Interval,
  INTERVALS,
  marketOf,
  param,
  parsePeriod,
  resample,
  ta,
} from "hindcast";
import { optimize, sweep, walkForward } from "hindcast/research";
import { formatByUnit, formatTime } from "hindcast/report";
import { describe, expect } from "vitest";
import { flatBars } from "../support/market.ts";
import { property } from "../support/property.ts";

/** Type of arguments that the compiler would reject: a program without types may pass any value. */
type Anything = never;

const days = flatBars(Array.from({ length: 40 }, (_, i) => 100 + (i % 7)));
const { open, high, low, close, volume } = days;
const time = days.time.map((_, i) => Date.UTC(2024, 0, 2, 15, i));
const minutes = new Bars("1m", { time, open, high, low, close, volume });
const data = marketOf({ X: days });
const strategy = defineStrategy({ name: "choices", params: { period: param.integer({ default: 3 }) } });
const split = { symbol: "X", kind: "split", exDate: 19_730, ratio: 2, cash: 0, currency: "USD" } as const;
const graph = (indicators: (sources: GraphSources) => object) => () =>
  backtest(defineStrategy({ name: "graph", indicators: (sources) => ({ a: indicators(sources) as never }) }), data);
const params = { period: [3, 4] };

const INTERVAL_ARGUMENTS: Readonly<Record<string, (value: Anything) => unknown>> = {
  "resample days": (value) => resample(days, value),
  "resample minutes": (value) => resample(minutes, value),
  "new Bars": (value) => new Bars(value, days),
  "new BarsBuilder": (value) => new BarsBuilder(value),
  "bars of a graph": (value) => graph(({ bars }) => bars(value).close)(),
  formatTime: (value) => formatTime(0, value),
};

const CHOICE_ARGUMENTS: Readonly<Record<string, (value: Anything) => unknown>> = {
  "hours of resample": (value) => resample(minutes, "5m", { hours: value }),
  "calendar of resample": (value) => resample(days, "1wk", { calendar: value }),
  "basis of resample": (value) => resample(days, "1wk", { actions: [split], basis: value }),
  "calendar of align": (value) => align([{ bars: days, calendar: value }]),
  "basis of forwardFactors": (value) => forwardFactors(days, [split], { basis: value }),
  "kind of an action": (value) => adjust(days, [{ ...split, kind: value }], 20_000),
  "period of anchorOf": (value) => anchorOf(days, value),
  "anchor of a graph": (value) => graph(({ anchor }) => anchor(value))(),
  parsePeriod: (value) => parsePeriod(value),
  "evaluation of backtest": (value) => backtest(strategy, data, { evaluation: value }),
  "commission model": (value) => backtest(strategy, data, { commission: { model: value } }),
  "slippage model": (value) => backtest(strategy, data, { slippage: { model: value } }),
  "fillAt of settings": (value) => backtest(strategy, data, { fillAt: value }),
  "conventions of settings": (value) => backtest(strategy, data, { conventions: value }),
  "compat of an indicator": (value) => ta.sma(days.close, 3, { compat: value }),
  "choice of an indicator": (value) => ta.ema(days.close, 3, { seed: value }),
  formatByUnit: (value) => formatByUnit(value, 1),
  "parameter of sweep": async (value) => sweep(strategy, data, { params: { [value]: [1, 2] } as never }),
  "objective of sweep": async (value) => sweep(strategy, data, { params, objective: value }),
  "sampling of sweep": async (value) => sweep(strategy, data, { params, sampling: value }),
  "method of optimize": async (value) => optimize(strategy, data, { params, trials: 2, method: value }),
  "mode of walkForward": async (value) => walkForward(strategy, data, { params, train: 10, test: 5, mode: value }),
};

/** Generates values that no choice allows: names that every object has, unknown words, and values that are not strings. */
const nonsense = fc.oneof(
  fc.constantFrom("constructor", "__proto__", "toString", "hasOwnProperty", "valueOf", "", "10q", "D", "1M"),
  fc.string().filter((word) => word.length > 3 && !/^[a-z-_]+$/u.test(word)),
  fc.constantFrom(7, NaN, true, Symbol.iterator, [], { kind: "1d" }),
);

const codeOf = async (call: () => unknown): Promise<unknown> => {
  try {
    await call();
    return "no error";
  } catch (error) {
    return (error as { readonly code?: unknown }).code ?? `without a code: ${String(error)}`;
  }
};

describe("an unknown interval is refused with INTERVAL_UNKNOWN", () => {
  const noInterval = nonsense.filter((value) => !INTERVALS.includes(value as Interval) && !isRecord(value));
  for (const [name, call] of Object.entries(INTERVAL_ARGUMENTS)) {
    property([noInterval], { numRuns: 30 })(name, async (value) => {
      expect(await codeOf(() => call(value as Anything))).toBe("INTERVAL_UNKNOWN");
    });
  }
});

describe("an unknown choice is refused with an error code", () => {
  for (const [name, call] of Object.entries(CHOICE_ARGUMENTS)) {
    property([nonsense], { numRuns: 30 })(name, async (value) => {
      expect(await codeOf(() => call(value as Anything))).toMatch(/^[A-Z]+(_[A-Z]+)+$/u);
    });
  }
});

function isRecord(value: unknown): boolean {
  return typeof value === "object";
}
