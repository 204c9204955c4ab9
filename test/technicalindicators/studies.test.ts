import * as ours from "hindcast/technicalindicators";
import * as theirs from "technicalindicators";
import { describe, expect, test } from "vitest";
import { columnsOf, ORDINARY } from "../support/pattern-rows.ts";
import { randomBars } from "../support/series.ts";

/** Bars of a random walk as plain arrays. No two consecutive bars have equal prices. */
const bars = Object.fromEntries(
  Object.entries(randomBars(400, 42)).map(([name, column]) => [name, [...column]]),
) as Record<"open" | "high" | "low" | "close" | "volume", number[]>;
const { close, open } = bars;
/** Two lines that never touch, since technicalindicators treats a touch differently from Hindcast. */
const LINES = { lineA: close, lineB: open.map((price) => price * 1.0001) };

type Value = number | boolean | undefined | Readonly<Record<string, number | undefined>>;

const OURS = ours as unknown as Readonly<Record<string, AnyStudy>>;
const THEIRS = theirs as unknown as Readonly<Record<string, AnyStudy>>;

interface AnyStudy {
  new (input: never): { nextValue(...next: never[]): unknown; getResult(): unknown; readonly result: unknown };
  calculate(input: never): unknown;
}

interface Row {
  readonly settings: object;
  /** The largest allowed difference of two values, as on the migration page. Default: a billionth of the largest value. */
  readonly within?: number;
  /** The number of first values to skip because the migration page states that they differ. */
  readonly skip?: number;
  /** The number of values by which Hindcast's result is longer than that of technicalindicators. */
  readonly longer?: number;
  /** Function applied to the values of technicalindicators before the comparison. */
  readonly theirs?: (values: Value[]) => Value[];
}

const AVERAGES = { fastPeriod: 12, slowPeriod: 26, signalPeriod: 9 };
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  SMA: [{ settings: { period: 10 } }],
  EMA: [{ settings: { period: 10 } }],
  WMA: [{ settings: { period: 10 } }],
  WEMA: [{ settings: { period: 10 } }],
  MACD: [false, true].map((simple) => ({
    settings: { ...AVERAGES, SimpleMAOscillator: simple, SimpleMASignal: simple },
  })),
  // technicalindicators rounds the values of RSI to two decimals.
  RSI: [{ settings: { period: 14 }, within: 0.00501 }],
  BollingerBands: [{ settings: { period: 20, stdDev: 2 } }],
  ADX: [{ settings: { period: 14 } }],
  ATR: [{ settings: { period: 14 } }],
  TrueRange: [{ settings: {} }],
  ROC: [{ settings: { period: 12 } }],
  KST: [
    {
      settings: {
        ROCPer1: 10,
        ROCPer2: 15,
        ROCPer3: 20,
        ROCPer4: 30,
        SMAROCPer1: 10,
        SMAROCPer2: 10,
        SMAROCPer3: 10,
        SMAROCPer4: 15,
        signalPeriod: 9,
      },
    },
  ],
  // technicalindicators always starts with a rising trend on the first bar.
  PSAR: [{ settings: { step: 0.02, max: 0.2 }, skip: 100, longer: -1 }],
  Stochastic: [{ settings: { period: 14, signalPeriod: 3 } }],
  WilliamsR: [{ settings: { period: 14 } }],
  // technicalindicators rounds the values of ADL to whole numbers.
  ADL: [{ settings: {}, within: 0.51 }],
  // technicalindicators starts OBV on the second bar, without the volume of the first bar.
  OBV: [{ settings: {}, longer: 1, theirs: (values) => values.map((value) => Number(value) + bars.volume[0]!) }],
  TRIX: [{ settings: { period: 18 } }],
  ForceIndex: [{ settings: { period: 1 } }, { settings: { period: 13 } }],
  CCI: [{ settings: { period: 20 } }],
  AwesomeOscillator: [{ settings: { fastPeriod: 5, slowPeriod: 34 } }],
  VWAP: [{ settings: {} }],
  // technicalindicators rounds MFI to two decimals, starts one bar later, and counts an unchanged bar as falling.
  MFI: [{ settings: { period: 14 }, within: 0.00501, longer: 1 }],
  // technicalindicators computes StochasticRSI from RSI values rounded to two decimals.
  StochasticRSI: [{ settings: { rsiPeriod: 14, stochasticPeriod: 14, kPeriod: 3, dPeriod: 3 }, within: 0.3 }],
  AverageGain: [{ settings: { period: 14 } }],
  AverageLoss: [{ settings: { period: 14 } }],
  SD: [{ settings: { period: 20 } }],
  Highest: [{ settings: { period: 20 } }],
  Lowest: [{ settings: { period: 20 } }],
  Sum: [{ settings: { period: 20 } }],
  IchimokuCloud: [{ settings: { conversionPeriod: 9, basePeriod: 26, spanPeriod: 52, displacement: 26 } }],
  KeltnerChannels: [false, true].map((useSMA) => ({
    settings: { maPeriod: 20, atrPeriod: 10, multiplier: 2, useSMA },
  })),
  ChandelierExit: [{ settings: { period: 22, multiplier: 3 } }],
  // technicalindicators can report a cross on the first bar, which has no bar before.
  CrossUp: [{ settings: {}, skip: 1 }],
  CrossDown: [{ settings: {}, skip: 1 }],
};

const rows = Object.entries(ROWS).flatMap(([name, of]) => of.map((row) => [name, row] as const));

/** Returns new arrays on each call, since technicalindicators may write into its inputs. */
function dataOf(): Record<string, number[]> {
  return structuredClone({ values: close, ...LINES, ...bars });
}

function numbersOf(value: Value): number[] {
  return typeof value === "object" ? Object.values(value).map((part) => part ?? NaN) : [Number(value ?? NaN)];
}

describe.each(rows)(
  "Hindcast's class %s in the style of technicalindicators",
  (name, { settings, within, skip = 0, longer = 0, theirs: through }) => {
    const our = OURS[name]!;
    const their = THEIRS[name]!;
    const input = (data = dataOf()) => ({ ...data, ...settings }) as never;
    const result = our.calculate(input()) as Value[];

    test("returns the values and the names of outputs that technicalindicators returns", () => {
      const expected = their.calculate(input()) as Value[];
      const compared = (through ?? ((values: Value[]) => values))(expected);
      // Both results end with the last bar, and start on one bar unless the migration page states a difference.
      expect(result.length - compared.length).toBe(longer);
      const from = Math.max(skip, longer);
      const mine = result.slice(from);
      const theirOnes = compared.slice(mine.length === 0 ? 0 : -mine.length);
      const largest = Math.max(...mine.flatMap(numbersOf).map((value) => Math.abs(value) || 0));
      const margin = within ?? 1e-9 * largest;
      mine.forEach((value, i) => {
        const other = theirOnes[i]!;
        expect(typeof value).toBe(typeof other);
        if (typeof value === "object")
          expect(Object.keys(value).toSorted()).toEqual(Object.keys(other as object).toSorted());
        const names = typeof value === "object" ? Object.keys(value) : [undefined];
        for (const part of names) {
          const [a, b] = [value, other].map(
            (one) => numbersOf(part === undefined ? one : (one as Record<string, number>)[part])[0]!,
          );
          if (Number.isNaN(a) && Number.isNaN(b)) continue;
          expect(Math.abs(a! - b!), `value ${i} ${part}: ours ${a}, theirs ${b}`).toBeLessThanOrEqual(margin);
        }
      });
    });

    test("returns the values of calculate from nextValue, which returns undefined before the first value", () => {
      const empty = Object.fromEntries(Object.keys(dataOf()).map((field) => [field, []]));
      const running = new our(input(empty as Record<string, number[]>));
      const takesValues = usesValues(name);
      const streamed = close.map((value, i) => {
        const bar = Object.fromEntries(Object.entries(bars).map(([field, column]) => [field, column[i]]));
        const next = name.startsWith("Cross") ? [value, LINES.lineB[i]] : takesValues ? [value] : [bar];
        return running.nextValue(...(next as never[]));
      });
      expect(streamed.filter((value) => value !== undefined)).toEqual(result);
      expect(streamed.slice(0, close.length - result.length).every((value) => value === undefined)).toBe(true);
      expect(running.getResult()).toEqual([]);
      expect(new our(input()).getResult()).toEqual(result);
    });

    test("reads and returns the newest value first with reversedInput, and does not change its input", () => {
      const reversed = Object.fromEntries(
        Object.entries(dataOf()).map(([field, column]) => [field, column.toReversed()]),
      );
      const before = structuredClone(reversed);
      expect(our.calculate({ ...reversed, ...settings, reversedInput: true } as never)).toEqual(result.toReversed());
      expect(reversed).toEqual(before);
    });

    test("is also exported as a function", () => {
      const call = (ours as unknown as Record<string, (input: never) => unknown>)[
        name.startsWith("Cross") ? `c${name.slice(1)}` : name.toLowerCase()
      ]!;
      expect(call(input())).toEqual(result);
    });
  },
);

function usesValues(name: string): boolean {
  const running = THEIRS[name]!;
  return (
    (running.calculate({ ...ROWS[name]![0]!.settings, ...dataOf(), ...emptyBars() } as never) as unknown[]).length > 0
  );
}

/** Returns empty columns of bars, so that only a class that reads values returns a result. */
function emptyBars(): Record<string, number[]> {
  return { open: [], high: [], low: [], close: [], volume: [] };
}

test("HeikinAshi returns columns from calculate and a bar from nextValue, as in technicalindicators", () => {
  const given = { ...bars, timestamp: close.map((_, i) => i) };
  const result = ours.HeikinAshi.calculate(given);
  const expected = theirs.HeikinAshi.calculate(structuredClone(given)) as unknown as ours.StudyBars;
  for (const field of ["open", "high", "low", "close", "volume", "timestamp"] as const) {
    expect(result[field].length).toBe(close.length);
    result[field].forEach((value, i) => expect(value).toBeCloseTo(expected[field][i]!, 9));
  }
  const running = new ours.HeikinAshi({ open: [], high: [], low: [], close: [] });
  const first = running.nextValue({ open: 10, high: 13, low: 9, close: 12 });
  // The first open is (10 + 12) / 2, and the first close (10 + 13 + 9 + 12) / 4.
  expect(first).toEqual({ open: 11, high: 13, low: 9, close: 11, volume: 0, timestamp: 0 });
});

test("classes in the style of technicalindicators pass each value through the setting format", () => {
  const format = (value: number) => Math.round(value);
  expect(ours.SMA.calculate({ period: 2, values: [1, 2, 4], format })).toEqual([2, 3]);
});

test("classes in the style of technicalindicators return NaN for a missing value, and keep later values at their bars", () => {
  expect(ours.SMA.calculate({ period: 2, values: [1, 3, NaN, 3, 5] })).toEqual([2, NaN, NaN, 4]);
});

test("classes in the style of technicalindicators throw for invalid data, with an error that names the input", () => {
  expect(() => ours.SMA.calculate({ period: 2 } as never)).toThrow(
    "SMA values must be an array of numbers, was undefined",
  );
  expect(() => new ours.ATR({ period: 2, high: [1], low: [1], close: [] })).toThrow(
    "ATR close must be as long as high (1), was 0",
  );
  expect(() =>
    new ours.ATR({ period: 2, high: [], low: [], close: [] }).nextValue({ high: 1, low: 1 } as never),
  ).toThrow("ATR nextValue close must be a number, was undefined");
  expect(() => ours.SMA.calculate({ period: 0, values: [] })).toThrow("period must be a whole number above 0, was 0");
});

describe("a candlestick pattern in the style of technicalindicators", () => {
  const ordinary = Array.from({ length: 14 }, () => ORDINARY);
  const plain = (rows14: readonly (readonly number[])[]) =>
    Object.fromEntries(
      Object.entries(columnsOf(rows14 as never)).map(([name, column]) => [name, [...column]]),
    ) as never;

  test("is recognized if it ends on the last bar", () => {
    const engulfed = plain([...ordinary, [11, 11.5, 9.5, 10], [9.5, 12, 9, 11.5]]);
    expect(ours.bullishengulfingpattern(engulfed)).toBe(true);
    expect(ours.bullish(engulfed)).toBe(true);
    expect(ours.bearishengulfingpattern(engulfed)).toBe(false);
    expect(ours.bullishengulfingpattern(plain(ordinary))).toBe(false);
  });

  test("throws for too few bars", () => {
    expect(() => ours.doji(plain(ordinary.slice(0, 3)))).toThrow(
      "doji must be given at least 11 bars, since it compares the last bars with earlier ones, was 3",
    );
  });
});

test("the comparison with technicalindicators has a row for each of its classes", () => {
  const studies = Object.entries(THEIRS).flatMap(([name, study]) =>
    typeof (study as { readonly prototype?: { readonly nextValue?: unknown } }).prototype?.nextValue === "function"
      ? [name]
      : [],
  );
  const elsewhere = ["HeikinAshi", "VolumeProfile"];
  expect(studies.filter((name) => !elsewhere.includes(name)).toSorted()).toEqual(Object.keys(ROWS).toSorted());
});

/** The default values of settings that have one in technicalindicators. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  "ForceIndex period": 1,
  "IchimokuCloud conversionPeriod": 9,
  "IchimokuCloud basePeriod": 26,
  "IchimokuCloud spanPeriod": 52,
  "IchimokuCloud displacement": 26,
  "MACD SimpleMAOscillator": false,
  "MACD SimpleMASignal": false,
  "KeltnerChannels useSMA": false,
};

const settingsOf = rows.flatMap(([name, { settings }]) =>
  Object.keys(settings).map((setting) => [`${name} ${setting}`, name, setting, settings] as const),
);

describe.each(settingsOf)(
  "without the setting %s, a class in the style of technicalindicators",
  (full, name, setting, settings) => {
    const { [setting as never]: _, ...rest } = settings;
    const calculate = (of: AnyStudy, given: object): unknown => of.calculate({ ...dataOf(), ...given } as never);
    const their = () => calculate(THEIRS[name]!, rest);

    if (full in DEFAULTS)
      test("uses the default of technicalindicators", () => {
        const given = { ...rest, [setting]: DEFAULTS[full] };
        expect(their()).toEqual(calculate(THEIRS[name]!, given));
        expect(calculate(OURS[name]!, rest)).toEqual(calculate(OURS[name]!, given));
      });
    else
      test("throws, and technicalindicators itself returns no value or throws", () => {
        let values: unknown[] = [];
        try {
          values = (their() as Value[]).flatMap((value) =>
            typeof value === "object" ? Object.values(value) : [value],
          );
        } catch (error) {
          expect(error).toBe("Size required and should be a number.");
        }
        // Some outputs of a class do not need the setting. In technicalindicators a weighted average over no bars is 0.
        const none = (value: unknown): boolean => value === undefined || Number.isNaN(value) || value === 0;
        expect(values.length === 0 || values.some(none)).toBe(true);
        expect(() => calculate(OURS[name]!, rest)).toThrow(`${full} must be a finite number, was undefined`);
      });
  },
);
