import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { OutputSpec } from "../../src/indicators/spec.ts";
import { HARD_SERIES, randomBars, seededRandom, wildMagnitudes } from "../support/series.ts";
import { groupOf } from "./indicator-described-laws.ts";
import { cut, expectSameOutputs, type Outputs, type Params, type Subject } from "./indicator-subject.ts";
import { runs } from "../support/runs.ts";

const LONG = randomBars(20_000, 11);

/** Defines tests of values that every indicator must pass. */
export function valueLaws(subject: Subject): void {
  const { spec } = subject.indicator;
  const outputSpecs = spec.outputs as Readonly<Record<string, OutputSpec>>;

  test("has no value before its warm-up and a value from then on, except where declared", () => {
    fc.assert(
      fc.property(subject.params, fc.nat(), (params, seed) => {
        const inputs = subject.inputsFrom(randomBars(subject.warmup(params) + 20, seed));
        expect(gaps(subject, inputs, params, subject.batch(inputs, params))).toBe("");
      }),
      runs(20),
    );
  });

  test("has no value for too few bars, or none, and does not fail", () => {
    fc.assert(
      fc.property(subject.params, (params) => {
        for (const [name, warmup] of Object.entries(subject.warmups(params)))
          for (const length of [0, 1, warmup, warmup + 1].filter((count) => count <= warmup + 1)) {
            const column = subject.batch(subject.inputsFrom(randomBars(length, length)), params)[name]!;
            expect(column.length).toBe(length);
            expect(column.subarray(0, warmup).every(Number.isNaN)).toBe(true);
          }
      }),
      runs(10),
    );
  });

  test("has no value for a period of a billion bars, and allocates no memory for it", () => {
    const integers = Object.entries(spec.params as Record<string, { kind: string; max: number }>).filter(
      ([, param]) => param.kind === "integer" && param.max === 1_000_000_000,
    );
    const inputs = subject.inputsFrom(randomBars(50, 1));
    for (const [name] of integers) {
      const params = { [name]: 1_000_000_000 };
      const waiting = Object.entries(subject.warmups(params)).filter(([, warmup]) => warmup >= 50);
      for (const [output] of waiting) expect(subject.batch(inputs, params)[output]!.every(Number.isNaN)).toBe(true);
      expectSameOutputs(subject.streamed(inputs, params), subject.batch(inputs, params));
    }
  });

  test("does not look ahead: results for the first bars are unchanged by later bars", () => {
    fc.assert(
      fc.property(subject.gappyInputs, subject.params, fc.nat(90), (inputs, params, end) => {
        const whole = subject.batch(inputs, params);
        const part = subject.batch(
          inputs.map((input) => input.slice(0, end)),
          params,
        );
        expectSameOutputs(part, cut(whole, 0, end));
      }),
      runs(30),
    );
  });

  test.each(Object.keys(HARD_SERIES))(
    "keeps its declared range and gaps on the series %s, in batch and stream",
    (name) => {
      const series = HARD_SERIES[name]!(subject.warmup({}) + 60);
      const inputs = subject.inputsOn(series);
      for (const params of [{}, small(subject)]) {
        const outputs = subject.batch(inputs, params);
        expect(gaps(subject, inputs, params, outputs)).toBe("");
        expect(outside(outputSpecs, outputs)).toBe("");
        expectSameOutputs(subject.streamed(inputs, params), outputs);
      }
    },
  );

  test.skipIf(spec.compounds === true)("keeps its declared range and gaps on values from 1e-100 to 1e100", () => {
    const inputs = subject.inputsOn(wildMagnitudes(60, 3));
    const outputs = subject.batch(inputs, small(subject));
    expect(gaps(subject, inputs, small(subject), outputs)).toBe("");
    expect(outside(outputSpecs, outputs)).toBe("");
  });

  test("scales with each group of its inputs by its declared degree, bit for bit", () => {
    const groups = [...new Set(subject.inputs.map(groupOf))].filter((group) => group !== "anchor");
    fc.assert(
      fc.property(subject.gappyInputs, subject.params, fc.constantFrom(-30, -1, 3, 40), (inputs, params, power) => {
        const plain = subject.batch(inputs, params);
        for (const group of groups) {
          const scaledInputs = inputs.map((input, i) =>
            groupOf(subject.inputs[i]!) === group ? input.map((value) => value * 2 ** power) : input,
          );
          const scaled = subject.batch(scaledInputs, params);
          for (const [name, { scale }] of Object.entries(outputSpecs)) {
            if (scale === "none") continue;
            const factor = 2 ** (power * (scale as Record<string, number>)[group]!);
            expectSameOutputs({ [name]: scaled[name]! }, { [name]: plain[name]!.map((value) => value * factor) });
          }
        }
      }),
      runs(20),
    );
  });

  test.runIf(spec.memory === "window")("depends on its window only, bit for bit", () => {
    fc.assert(
      fc.property(subject.params, fc.nat(), fc.nat(40), (params, seed, before) => {
        const warmup = subject.warmup(params);
        const end = warmup + before + 1;
        const inputs = subject.inputsFrom(randomBars(end, seed));
        const random = seededRandom(seed);
        const changed = subject.inputsFrom(randomBars(end, seed + 1)).map((other, c) => {
          const factor = random() < 0.5 ? 1e12 : 0.001;
          return other.map((value, i) => (i < before ? value * factor : inputs[c]![i]!));
        });
        for (const [name, ownWarmup] of Object.entries(subject.warmups(params))) {
          const first = before + ownWarmup;
          const expected = cut({ [name]: subject.batch(inputs, params)[name]! }, first);
          expectSameOutputs(cut({ [name]: subject.batch(changed, params)[name]! }, first), expected);
        }
      }),
      runs(40),
    );
  });

  test.runIf(spec.stableAfter !== undefined)("forgets its seed after stableAfter bars", () => {
    fc.assert(
      fc.property(subject.params, fc.nat(), (params, seed) => {
        const settled = spec.stableAfter!(params as never);
        const inputs = subject.inputsFrom(randomBars(settled + 20, seed));
        const begun = subject.warmup(params);
        const changed = inputs.map((input) =>
          input.map((value, i) => (i < begun ? value * (1 + (i % 3) / 100) : value)),
        );
        const one = subject.batch(inputs, params);
        const other = subject.batch(changed, params);
        for (const name of subject.outputs) {
          const size = one[name]!.reduce((most, value) => Math.max(most, Math.abs(value) || 0), 0);
          const far = one[name]!.findIndex(
            (value, i) =>
              i >= settled && !(Math.abs(other[name]![i]! - value) <= 1e-5 * size * magnification(inputs, changed, i)),
          );
          expect(far, `${name} still depends on its start`).toBe(-1);
        }
      }),
      runs(10),
    );
  });

  test("streams the values of the batch on a long series", () => {
    const inputs = subject.inputsFrom(LONG);
    const params = small(subject);
    expectSameOutputs(subject.streamed(inputs, params), subject.batch(inputs, params));
  });
}

/**
 * Returns the factor by which a ratio such as `tsi` magnifies the remaining influence of the first bars. A ratio divides by the movement
 * of recent bars, which can be small. The factor is 1 if one of the last three bars moved by at least a sixth of the change at the start.
 */
function magnification(inputs: readonly Float64Array[], changed: readonly Float64Array[], at: number): number {
  const shares = inputs.map((input, c) => {
    const change = Math.max(...input.map((value, i) => Math.abs(changed[c]![i]! - value)));
    const steps = [at - 2, at - 1, at].map((i) => Math.abs(input[i]! - input[i - 1]!) || 0);
    return change / (6 * Math.max(...steps, 1e-300));
  });
  return Math.max(1, ...shares);
}

/** Returns parameters so small that a short series contains many windows. */
function small(subject: Subject): Params {
  return fc.sample(subject.params, { numRuns: 1, seed: 5 })[0]!;
}

/** Describes the first value that is missing although it must exist, or exists although it must be missing. */
function gaps(subject: Subject, inputs: readonly Float64Array[], params: Params, outputs: Outputs): string {
  const specs = subject.indicator.spec.outputs as Readonly<Record<string, OutputSpec>>;
  const all = { ...Object.fromEntries(defaults(subject)), ...params };
  for (const [name, warmup] of Object.entries(subject.warmups(params)))
    for (let i = 0; i < outputs[name]!.length; i++) {
      const value = outputs[name]![i]!;
      const missing = i < warmup || (specs[name]!.undefinedWhen?.holds(inputs, all, i) ?? false);
      if (missing ? !Number.isNaN(value) : !Number.isFinite(value))
        return `${name}[${i}] is ${value}, expected ${missing ? "none" : "one"} (warm-up ${warmup})`;
    }
  return "";
}

function defaults(subject: Subject): [string, unknown][] {
  return Object.entries(subject.indicator.spec.params as Record<string, { default: unknown }>).map(([name, param]) => [
    name,
    param.default,
  ]);
}

/** Describes the first value outside the declared range of its output. */
function outside(specs: Readonly<Record<string, OutputSpec>>, outputs: Outputs): string {
  for (const [name, { range }] of Object.entries(specs)) {
    const found = range === undefined ? -1 : outputs[name]!.findIndex((value) => value < range[0] || value > range[1]);
    if (found >= 0) return `${name}[${found}] is ${outputs[name]![found]}, outside its range`;
  }
  return "";
}
