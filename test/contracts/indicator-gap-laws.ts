import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { OutputSpec } from "../../src/indicators/spec.ts";
import { randomBars } from "../support/series.ts";
import { cut, difference, expectSameOutputs, type Params, type Subject } from "./indicator-subject.ts";
import { runs } from "../support/runs.ts";

/** Defines tests of an indicator with missing values in its inputs. */
export function gapLaws(subject: Subject): void {
  const { spec } = subject.indicator;

  test("is only delayed by missing bars at the start", () => {
    fc.assert(
      fc.property(subject.gappyInputs, subject.params, fc.integer({ min: 1, max: 9 }), (inputs, params, shift) => {
        const later = inputs.map((input) => Float64Array.of(...Array<number>(shift).fill(NaN), ...input));
        const outputs = subject.batch(later, params);
        for (const name of subject.outputs) expect(outputs[name]!.subarray(0, shift).every(Number.isNaN)).toBe(true);
        expectSameOutputs(cut(outputs, shift), subject.batch(inputs, params));
      }),
      runs(20),
    );
  });

  test("treats an infinite value as missing, and a bar with one as missing", () => {
    fc.assert(
      fc.property(subject.gappyInputs, subject.params, (inputs, params) => {
        const whole = inputs.map((input) =>
          input.map((value, i) => (inputs.every((other) => Number.isFinite(other[i])) ? value : NaN)),
        );
        expectSameOutputs(subject.batch(inputs, params), subject.batch(whole, params));
      }),
      runs(40),
    );
  });

  test("has no value on a missing bar", () => {
    fc.assert(
      fc.property(subject.gappyInputs, subject.params, (inputs, params) => {
        const outputs = subject.batch(inputs, params);
        const isMissing = (_: number, i: number) => !inputs.every((input) => Number.isFinite(input[i]));
        const isEmpty = (name: string) => outputs[name]!.filter(isMissing).every(Number.isNaN);
        expect(subject.outputs.filter((name) => !isEmpty(name))).toEqual([]);
      }),
      runs(20),
    );
  });

  test("forgets a missing bar or an outlier after its window, and recovers with long memory", () => {
    fc.assert(
      fc.property(
        subject.params,
        fc.nat(),
        fc.nat(20),
        fc.constantFrom(NaN, 1e12),
        (params, seed, offset, intruder) => {
          const warmup = subject.warmup(params);
          const at = warmup + offset;
          const clean = subject.inputsFrom(randomBars(at + 2 * warmup + 10, seed));
          const disturbed = clean.map((input) => input.with(at, intruder));
          const expected = subject.batch(clean, params);
          const outputs = subject.batch(disturbed, params);
          expectSameOutputs(cut(outputs, 0, at), cut(expected, 0, at));
          for (const [name, ownWarmup] of Object.entries(subject.warmups(params))) {
            const after = at + ownWarmup + 1;
            if (spec.memory === "window") {
              expectSameOutputs(cut({ [name]: outputs[name]! }, after), cut({ [name]: expected[name]! }, after));
              if (Number.isNaN(intruder)) expect(incompleteValue(outputs[name]!, expected[name]!, at, after)).toBe("");
            } else {
              const poisoned = outputs[name]!.findIndex(
                (value, i) =>
                  i >= after &&
                  !Number.isFinite(value) &&
                  Number.isFinite(expected[name]![i]!) &&
                  !declared(subject, name, disturbed, params, i),
              );
              expect(poisoned, `${name} still without a value`).toBe(-1);
            }
          }
        },
      ),
      runs(60),
    );
  });

  test("is not affected by an outlier outside its window, wherever in a block it occurs", () => {
    if (spec.memory !== "window") return;
    const params: Params = fc.sample(subject.params, { numRuns: 1, seed: 5 })[0]!;
    const warmup = subject.warmup(params);
    const clean = subject.inputsFrom(randomBars(4 * warmup + 10, 2));
    const expected = subject.batch(clean, params);
    for (let at = warmup; at < 3 * warmup; at++) {
      const outputs = subject.batch(
        clean.map((input) => input.with(at, 1e12)),
        params,
      );
      expect(difference(outputs, expected, at + warmup + 1), `outlier at ${at}`).toBe("");
    }
  });
}

/** Whether the indicator declares that it has no value at an index. */
function declared(subject: Subject, output: string, inputs: Float64Array[], params: Params, index: number): boolean {
  const { params: specs, outputs } = subject.indicator.spec;
  const defaults = Object.entries(specs as Readonly<Record<string, { default: unknown }>>).map(([name, param]) => [
    name,
    param.default,
  ]);
  const { undefinedWhen } = (outputs as Readonly<Record<string, OutputSpec>>)[output]!;
  return undefinedWhen?.holds(inputs, { ...Object.fromEntries(defaults), ...params }, index) ?? false;
}

/**
 * Finds a value near a gap that was computed from an incomplete window: it is neither missing nor equal to the value that the
 * indicator has without the gap.
 */
function incompleteValue(actual: Float64Array, clean: Float64Array, start: number, end: number): string {
  for (let i = start; i < Math.min(end, actual.length); i++)
    if (!Number.isNaN(actual[i]!) && !Object.is(actual[i], clean[i])) return `[${i}] is ${actual[i]}`;
  return "";
}
