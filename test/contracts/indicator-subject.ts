import * as fc from "fast-check";
import { expect } from "vitest";
import type { AnyIndicator } from "../../src/indicators/define.ts";
import type { Param } from "../../src/primitives/param.ts";
import { barsOf, randomBars, randomWalk, type BarColumns } from "../support/series.ts";

export type Params = Readonly<Record<string, unknown>>;
export type Outputs = Readonly<Record<string, Float64Array>>;

/** An indicator under test. Its results are keyed by output name, even if the indicator has a single output. */
export class Subject {
  readonly indicator: AnyIndicator;
  readonly name: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];

  constructor(indicator: AnyIndicator) {
    this.indicator = indicator;
    this.name = indicator.spec.name;
    this.inputs = indicator.spec.inputs;
    this.outputs = Object.keys(indicator.spec.outputs);
  }

  batch(inputs: readonly Float64Array[], params: Params): Outputs {
    return this.byName(this.indicator(...inputs, params));
  }

  stream(params: Params): ReturnType<AnyIndicator["stream"]> {
    return this.indicator.stream(params);
  }

  /** Returns the values that a stream produces bar by bar. */
  streamed(inputs: readonly Float64Array[], params: Params, stream = this.stream(params)): Outputs {
    const columns = Object.fromEntries(this.outputs.map((name) => [name, new Float64Array(inputs[0]!.length)]));
    const bar = inputs.map(() => NaN);
    for (let i = 0; i < inputs[0]!.length; i++) {
      for (let c = 0; c < inputs.length; c++) bar[c] = inputs[c]![i]!;
      const value = this.byName<number>(stream.update(...bar));
      for (const name of this.outputs) columns[name]![i] = value[name]!;
    }
    return columns;
  }

  /** Returns a result keyed by output name, even if the indicator has a single output. */
  byName<T = Float64Array>(result: unknown): Readonly<Record<string, T>> {
    return (this.outputs[0] === "value" ? { value: result } : result) as Record<string, T>;
  }

  warmups(params: Params): Readonly<Record<string, number>> {
    return this.byName<number>(this.indicator.warmup(params));
  }

  /** Returns the largest warm-up among the indicator's outputs. */
  warmup(params: Params): number {
    return Math.max(...Object.values(this.warmups(params)));
  }

  /** Returns inputs from bars. An input named source is the close, and one named other a random walk that loosely follows the close. */
  inputsFrom(bars: BarColumns): Float64Array[] {
    const length = bars.close.length;
    return this.inputs.map((name) => {
      if (name === "source") return bars.close.slice();
      if (name in bars) return bars[name as keyof BarColumns].slice();
      if (name === "anchor") return Float64Array.from({ length }, (_, i) => Math.floor(i / 7));
      return randomWalk(length, 77).map((value, i) => value * (1 + bars.close[i]! / 1000));
    });
  }

  /** Returns inputs from bars whose closes are the given series and whose volumes have the magnitude of the closes. */
  inputsOn(series: Float64Array): Float64Array[] {
    return this.inputsFrom(barsOf(series, series.map(Math.abs)));
  }

  /** Random parameters of the indicator that are small enough for a short series. */
  get params(): fc.Arbitrary<Params> {
    const specs = Object.entries(this.indicator.spec.params as Readonly<Record<string, Param>>);
    return fc.record(Object.fromEntries(specs.map(([name, spec]) => [name, valuesOf(spec)])));
  }

  /** Inputs of up to 90 random bars, with a few values that are not finite, in one input or in all inputs. */
  get gappyInputs(): fc.Arbitrary<Float64Array[]> {
    const gap = fc.tuple(fc.nat(89), fc.nat(this.inputs.length), fc.constantFrom(NaN, Infinity, -Infinity));
    return fc.tuple(fc.nat(), fc.nat(90), fc.array(gap, { maxLength: 3 })).map(([seed, length, gaps]) => {
      const inputs = this.inputsFrom(randomBars(length, seed));
      for (const [at, which, value] of gaps)
        inputs.forEach((input, i) => {
          if (at < length && (which === i || which === this.inputs.length)) input[at] = value;
        });
      return inputs;
    });
  }

  /** Returns inputs of random bars of a given length, without missing values. */
  finiteInputs(length: number): fc.Arbitrary<Float64Array[]> {
    return fc.nat().map((seed) => this.inputsFrom(randomBars(length, seed)));
  }
}

function valuesOf(spec: Param): fc.Arbitrary<unknown> {
  switch (spec.kind) {
    case "integer":
      return fc.integer({ min: spec.min, max: Math.min(spec.max, spec.min + 8) });
    case "number": {
      // Parameters with decimals are multiples of 1/8, so that none is tiny.
      const min = Math.ceil(Math.max(spec.min, -5) * 8);
      const max = Math.floor(Math.min(spec.max, Math.max(5, 2 * spec.default)) * 8);
      return fc.integer({ min, max }).map((eighths) => eighths / 8);
    }
    case "choice":
      return fc.constantFrom(...spec.choices);
    case "boolean":
      return fc.boolean();
    case "text":
      return fc.string();
  }
}

/** Describes the first difference between two results, compared bit for bit. Returns an empty string if they are equal. */
export function difference(actual: Outputs, expected: Outputs, from = 0): string {
  for (const [name, column] of Object.entries(expected)) {
    const found = actual[name]!;
    if (found.length !== column.length) return `${name} has length ${found.length}, expected ${column.length}`;
    for (let i = from; i < column.length; i++)
      if (!Object.is(found[i], column[i])) return `${name}[${i}] is ${found[i]}, expected ${column[i]}`;
  }
  return "";
}

/**
 * Expects that two results are equal bit for bit. Calls the test runner's `expect` only on a difference, since `expect` is slow for
 * millions of values.
 */
export function expectSameOutputs(actual: Outputs, expected: Outputs): void {
  const where = difference(actual, expected);
  if (where !== "") expect(where).toBe("");
}

/** Returns the columns of a result or of inputs, cut to a range of bars. */
export function cut(columns: Outputs, start: number, end?: number): Outputs {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.slice(start, end)]));
}
