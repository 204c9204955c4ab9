import * as fc from "fast-check";
import { backtest, type Column, defineStrategy, marketOf, ta } from "hindcast";
import { fromTechnicalIndicators, type StudyClass } from "hindcast/technicalindicators";
import * as theirs from "technicalindicators";
import {
  ADX,
  BollingerBands,
  bullishharami,
  CrossUp,
  doji,
  ForceIndex,
  HeikinAshi,
  KeltnerChannels,
  MACD,
  MFI,
  OBV,
  renko,
  RSI,
  SMA,
  StochasticRSI,
  VolumeProfile,
} from "technicalindicators";
import { describe, expect, test } from "vitest";
import { barsFrom } from "../support/market.ts";
import { randomBars, type BarColumns } from "../support/series.ts";
import { property } from "../support/property.ts";

const bars = randomBars(300, 7);
const { open, high, low, close, volume } = bars;

/** Settings for all classes. Each class reads only the settings that it needs. */
const SETTINGS = {
  period: 5,
  fastPeriod: 5,
  slowPeriod: 8,
  signalPeriod: 3,
  SimpleMAOscillator: false,
  SimpleMASignal: false,
  stdDev: 2,
  step: 0.02,
  max: 0.2,
  rsiPeriod: 5,
  stochasticPeriod: 5,
  kPeriod: 3,
  dPeriod: 3,
  multiplier: 1,
  maPeriod: 5,
  atrPeriod: 5,
  useSMA: false,
  conversionPeriod: 9,
  basePeriod: 26,
  spanPeriod: 52,
  displacement: 26,
  ROCPer1: 10,
  ROCPer2: 15,
  ROCPer3: 20,
  ROCPer4: 30,
  SMAROCPer1: 10,
  SMAROCPer2: 10,
  SMAROCPer3: 10,
  SMAROCPer4: 15,
};

/** Every class of technicalindicators that has a method nextValue, except VolumeProfile. */
const CLASSES = (Object.entries(theirs) as [string, unknown][]).filter(
  (entry): entry is [string, StudyClass & { calculate(input: object): unknown }] =>
    typeof (entry[1] as { prototype?: { nextValue?: unknown } }).prototype?.nextValue === "function" &&
    entry[0] !== "VolumeProfile",
);

type Columns = Readonly<Record<string, Column>>;

function columnsOf(result: unknown): Columns {
  return result instanceof Float64Array ? { value: result } : (result as Columns);
}

/** Returns the output columns of an indicator for bars. An input named source is the close, an input named other the open. */
function onBars(indicator: ReturnType<typeof fromTechnicalIndicators>, of: BarColumns): Columns {
  return columnsOf(indicator(...inputsOf(indicator, of)));
}

function inputsOf(indicator: ReturnType<typeof fromTechnicalIndicators>, of: BarColumns): Column[] {
  const series: Readonly<Record<string, Column>> = { ...of, source: of.close, other: of.open };
  return indicator.spec.inputs.map((name) => series[name]!);
}

test("the tests of fromTechnicalIndicators cover all 36 classes of technicalindicators", () => {
  expect(CLASSES).toHaveLength(36);
});

describe.each(CLASSES)("technicalindicators class %s as an indicator", (name, study) => {
  const indicator = fromTechnicalIndicators(study, SETTINGS as never);
  const columns = onBars(indicator, bars);

  test("returns the values of the class's own calculate, each at its bar", () => {
    const plain = Object.fromEntries(Object.entries(bars).map(([field, column]) => [field, [...column]]));
    const calculated = study.calculate({
      ...SETTINGS,
      ...plain,
      values: [...close],
      lineA: [...close],
      lineB: [...open],
    });
    const list = Array.isArray(calculated) ? (calculated as unknown[]) : rowsOf(calculated as Record<string, number[]>);
    expect(list.length).toBeGreaterThan(200);
    for (const [output, column] of Object.entries(columns)) {
      const expected = list.map((value) =>
        Number((typeof value === "object" ? (value as Record<string, number>)[output] : value) ?? NaN),
      );
      expect([...column.subarray(close.length - list.length)]).toEqual(expected);
      expect(column.subarray(0, close.length - list.length).every(Number.isNaN)).toBe(true);
    }
  });

  test("reports the index of the first value of each output", () => {
    const first = indicator.warmup() as number | Readonly<Record<string, number>>;
    for (const [output, column] of Object.entries(columns)) {
      const told = typeof first === "number" ? first : first[output];
      expect(
        column.findIndex((value) => !Number.isNaN(value)),
        `${name} ${output}`,
      ).toBe(told);
    }
  });

  test("streams the values of its columns, peeks without changing its state, and restores a snapshot", () => {
    const inputs = inputsOf(indicator, bars);
    const stream = indicator.stream();
    const bar = (i: number) => inputs.map((column) => column[i]!);
    const values = (value: unknown) =>
      (typeof value === "object" ? value : { value }) as Readonly<Record<string, number>>;
    for (let i = 0; i < 120; i++) {
      if (i % 40 === 39) expect(values(stream.peek(...bar(i)))).toEqual(at(columns, i));
      expect(values(stream.update(...bar(i)))).toEqual(at(columns, i));
    }
    const other = indicator.stream();
    other.restore(structuredClone(stream.snapshot()));
    for (let i = 120; i < 140; i++) expect(values(other.update(...bar(i)))).toEqual(at(columns, i));
  });
});

function at(columns: Columns, i: number): Record<string, number> {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column[i]!]));
}

function rowsOf(columns: Readonly<Record<string, number[]>>): Record<string, number>[] {
  return columns["close"]!.map((_, i) =>
    Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column[i]!])),
  );
}

property([fc.integer({ min: 0, max: 299 }), fc.constantFrom(...CLASSES)])(
  "no class of technicalindicators computes the values of first bars from later bars",
  (length, [, study]) => {
    const indicator = fromTechnicalIndicators(study, SETTINGS as never);
    const whole = onBars(indicator, bars);
    const cut = Object.fromEntries(Object.entries(bars).map(([name, column]) => [name, column.slice(0, length)]));
    for (const [name, column] of Object.entries(onBars(indicator, cut as never as BarColumns)))
      expect(column).toEqual(whole[name]!.slice(0, length));
  },
);

test("fromTechnicalIndicators accepts bars by name and columns by position", () => {
  const strength = fromTechnicalIndicators(ADX, { period: 14 });
  expect(strength.spec.inputs).toEqual(["high", "low", "close"]);
  expect(strength(bars)).toEqual(strength(high, low, close));
  expect(fromTechnicalIndicators(OBV)(bars)).toEqual(fromTechnicalIndicators(OBV)(close, volume));
  expect(fromTechnicalIndicators(CrossUp)(close, open)).toHaveLength(300);
});

test("fromTechnicalIndicators accepts the result of another indicator, and skips its missing values at the start", () => {
  const values = fromTechnicalIndicators(SMA, { period: 2 })(ta.sma(Float64Array.of(1, 2, 3, 4, 5), 2));
  expect(values).toEqual(Float64Array.of(NaN, NaN, 2, 3, 4));
});

test("fromTechnicalIndicators returns NaN for a bar with a missing input, and continues on the next bar", () => {
  const values = fromTechnicalIndicators(SMA, { period: 2 })(Float64Array.of(1, 3, NaN, 5, Infinity, 7));
  expect(values).toEqual(Float64Array.of(NaN, 2, NaN, 4, NaN, 6));
});

test("fromTechnicalIndicators keeps the names of a class's outputs, and converts true and false to 1 and 0", () => {
  const { MACD: line, signal } = fromTechnicalIndicators(MACD, {
    fastPeriod: 3,
    slowPeriod: 5,
    signalPeriod: 2,
    SimpleMAOscillator: false,
    SimpleMASignal: false,
  })(close);
  expect([line.findIndex((value) => value === value), signal.findIndex((value) => value === value)]).toEqual([4, 5]);
  expect(new Set(fromTechnicalIndicators(CrossUp)(close, open))).toEqual(new Set([0, 1]));
});

test("fromTechnicalIndicators returns 1 on a bar that completes a candlestick pattern of five bars, and otherwise 0", () => {
  const column = fromTechnicalIndicators(bullishharami)(bars);
  for (let i = 4; i < 300; i++) {
    const last = (prices: Column) => [...prices.subarray(i - 4, i + 1)];
    const asked = bullishharami({ open: last(open), high: last(high), low: last(low), close: last(close) });
    expect(column[i]).toBe(Number(asked));
  }
  expect(column.subarray(0, 4)).toEqual(new Float64Array(4).fill(NaN));
  expect(fromTechnicalIndicators(doji).spec.inputs).toEqual(["open", "high", "low", "close"]);
});

test("fromTechnicalIndicators accepts a class that a user wrote", () => {
  class Middle {
    readonly #share: number;
    constructor({ share }: { share: number }) {
      this.#share = share;
    }
    nextValue(bar: { high: number; low: number }): number {
      return bar.low + this.#share * (bar.high - bar.low);
    }
  }
  const middle = fromTechnicalIndicators(Middle, { share: 0.5 });
  expect(middle.spec.inputs).toEqual(["high", "low"]);
  expect(middle(Float64Array.of(4, 8), Float64Array.of(2, 2))).toEqual(Float64Array.of(3, 5));
});

test.each([
  ["a class that does not work bar by bar", VolumeProfile, "VolumeProfile: Next value not supported"],
  ["a class whose settings give no value", SMA, "SMA: no value in 10000 bars"],
  ["a function that is no pattern", renko, "renko: the function does not return true or false"],
  ["a value that is no class", 5, "a class or function with a name, was 5"],
])("fromTechnicalIndicators throws for %s", (_, study, words) => {
  expect(() => fromTechnicalIndicators(study as never)).toThrow(words);
});

describe("in fromTechnicalIndicators, a parameter", () => {
  test.each<[string, StudyClass, object, string]>([
    ["of a class without a default", ADX, { perod: 14 }, 'parameter of ADX must be one of period, was "perod"'],
    [
      "of a class with a default",
      ForceIndex,
      { perod: 13 },
      'parameter of ForceIndex must be one of period, was "perod"',
    ],
    [
      "with two choices",
      KeltnerChannels,
      { maPeriod: 5, atrPeriod: 5, multiplier: 1, useSma: true },
      'parameter of KeltnerChannels must be one of useSMA, maPeriod, atrPeriod, multiplier, was "useSma"',
    ],
    [
      "of a class that throws without it",
      BollingerBands,
      { perod: 20, stdDev: 2 },
      'parameter of BollingerBands must be one of period, stdDev, was "perod"',
    ],
  ])("%s is named in the error if its name is misspelled", (_, study, config, words) => {
    expect(() => fromTechnicalIndicators(study, config as never)).toThrow(words);
  });

  test.each<[string, StudyClass, object, string]>([
    ["ADX", ADX, {}, '(missing: period), or a candlestick pattern, was "ADX: no value of adx in 10000 bars'],
    ["RSI", RSI, {}, '(missing: period), or a candlestick pattern, was "RSI: the value is 0 on each of 10000 bars"'],
    ["RSI with a period of 0", RSI, { period: 0 }, "period of RSI must be a number above 0, was 0"],
    ["RSI with a period of NaN", RSI, { period: NaN }, "period of RSI must be a number, was NaN"],
    ["StochasticRSI", StochasticRSI, { rsiPeriod: 5 }, "(missing: stochasticPeriod, kPeriod, dPeriod)"],
    ["BollingerBands", BollingerBands, { period: 5 }, "BollingerBands: no value of upper in 10000 bars"],
  ])("of %s is named in the error if it is missing or invalid", (_, study, config, words) => {
    expect(() => fromTechnicalIndicators(study, config as never)).toThrow(words);
  });

  test("with an unknown name is accepted if all known parameters are set, or if the class copies its settings", () => {
    expect(fromTechnicalIndicators(SMA, { period: 2, note: "fast" } as never)(Float64Array.of(1, 3))[1]).toBe(2);
    class Scaled {
      readonly #config: { factor: number; offset?: number };
      constructor(config: { factor: number }) {
        this.#config = { ...config };
      }
      nextValue(value: number): number {
        return this.#config.factor * value + (this.#config.offset ?? 0);
      }
    }
    expect(fromTechnicalIndicators(Scaled, { factor: 2, note: "copied" } as never)(Float64Array.of(3))[0]).toBe(6);
  });
});

describe("classes of technicalindicators in a strategy", () => {
  const data = marketOf({
    ACME: barsFrom(
      Array.from(
        { length: 200 },
        (_, i) => `${100 + ((i * 7) % 13)} 116 99 ${101 + ((i * 5) % 13)} ${100 + (i % 7)}`,
      ).join("\n"),
    ),
  });

  test("have the values that fromTechnicalIndicators returns for columns, separately for each setting", () => {
    const seen: number[][] = [];
    const strategy = defineStrategy({
      name: "studies",
      indicators: (prices) => ({
        fast: fromTechnicalIndicators(RSI, { period: 3 })(prices.close),
        slow: fromTechnicalIndicators(RSI, { period: 9 })(prices.close),
        flow: fromTechnicalIndicators(MFI, { period: 5 })(prices),
        averaged: fromTechnicalIndicators(HeikinAshi)(prices),
      }),
      onBar: ({ ind }) => void seen.push([ind.fast.value, ind.slow.value, ind.flow.value, ind.averaged.close.value]),
    });
    backtest(strategy, data);
    const { bars: own } = data.series[0]!;
    const columns = [
      fromTechnicalIndicators(RSI, { period: 3 })(own.close),
      fromTechnicalIndicators(RSI, { period: 9 })(own.close),
      fromTechnicalIndicators(MFI, { period: 5 })(own),
      fromTechnicalIndicators(HeikinAshi)(own).close,
    ];
    expect(seen.length).toBeGreaterThan(100);
    seen.forEach((values, i) => expect(values).toEqual(columns.map((column) => column[own.length - seen.length + i])));
    expect(columns[0]).not.toEqual(columns[1]);
  });

  test("are computed separately even if two classes share a name", () => {
    const times = (factor: number) =>
      class Scaled {
        nextValue(value: number): number {
          return factor * value;
        }
      };
    const seen: number[][] = [];
    const strategy = defineStrategy({
      name: "scaled",
      indicators: ({ close }) => ({
        twice: fromTechnicalIndicators(times(2))(close),
        thrice: fromTechnicalIndicators(times(3))(close),
      }),
      onBar: ({ bar, ind }) => void seen.push([ind.twice.value / bar.close, ind.thrice.value / bar.close]),
    });
    backtest(strategy, data);
    expect(seen.at(-1)).toEqual([2, 3]);
  });
});
