import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fieldNode, GraphNode } from "../../src/indicators/node.ts";
import { HindcastError } from "../../src/primitives/errors.ts";
import type { Param } from "../../src/primitives/param.ts";
import { randomBars } from "../support/series.ts";
import { difference, expectSameOutputs, type Params, type Subject } from "./indicator-subject.ts";
import { runs } from "../support/runs.ts";

/** Defines tests of calls to an indicator with columns, bars or graph nodes, and with valid or invalid parameters. */
export function callLaws(subject: Subject): void {
  const { indicator } = subject;
  const specs = Object.entries(indicator.spec.params as Readonly<Record<string, Param>>);
  const numbers = specs.filter(([, { kind }]) => kind === "integer" || kind === "number");

  test("does not change its inputs, and returns columns of their length", () => {
    fc.assert(
      fc.property(subject.gappyInputs, subject.params, (inputs, params) => {
        const named = (columns: readonly Float64Array[]) => Object.fromEntries(columns.entries());
        const before = inputs.map((input) => input.slice());
        const outputs = subject.batch(inputs, params);
        expectSameOutputs(named(inputs), named(before));
        expect(subject.outputs.every((name) => outputs[name]!.length === inputs[0]!.length)).toBe(true);
      }),
      runs(20),
    );
  });

  test("writes into columns of the caller, even into its own inputs", () => {
    fc.assert(
      fc.property(subject.gappyInputs, subject.params, fc.nat(9), (inputs, params, turn) => {
        const expected = subject.batch(inputs, params);
        const columns = inputs.map((input) => input.slice());
        const outs = subject.outputs.map((_, o) =>
          o < columns.length ? columns[(o + turn) % columns.length]! : new Float64Array(inputs[0]!.length).fill(5),
        );
        const given =
          subject.outputs[0] === "value"
            ? outs[0]
            : Object.fromEntries(outs.map((out, o) => [subject.outputs[o], out]));
        expect(indicator.into(given, ...columns, params)).toBe(given);
        expectSameOutputs(subject.byName(given), expected);
      }),
      runs(20),
    );
  });

  test("computes the same with prepared parameters, and leaves out unrequested extra outputs", () => {
    const { outputs } = indicator.spec as { readonly outputs: Readonly<Record<string, { readonly extra?: true }>> };
    const plain = subject.outputs.filter((name) => !outputs[name]!.extra);
    const extra = subject.outputs.filter((name) => outputs[name]!.extra);
    fc.assert(
      fc.property(subject.gappyInputs, subject.params, fc.subarray(extra), (inputs, params, wanted) => {
        const expected = subject.batch(inputs, params);
        const prepared = indicator.of(params);
        expectSameOutputs(subject.byName(prepared(...inputs)), expected);
        const names = [...plain, ...wanted];
        const columns = names.map((name) => [name, new Float64Array(inputs[0]!.length).fill(5)] as const);
        const given = subject.outputs[0] === "value" ? columns[0]![1] : Object.fromEntries(columns);
        expect(prepared(...inputs, given)).toBe(given);
        expectSameOutputs(subject.byName(given), Object.fromEntries(names.map((name) => [name, expected[name]!])));
      }),
      runs(20),
    );
  });

  test("refuses output columns of another length or with shared memory", () => {
    const inputs = subject.inputsFrom(randomBars(10, 1));
    const outs = (length: number) => subject.outputs.map((name) => [name, new Float64Array(length)] as const);
    const given = (pairs: (readonly [string, Float64Array])[]) =>
      subject.outputs[0] === "value" ? pairs[0]![1] : Object.fromEntries(pairs);
    expect(() => indicator.into(given(outs(9)), ...inputs)).toThrow(HindcastError);
    if (subject.outputs.length === 1) return;
    for (const none of [{}, 5, outs(10)[0]![1], given(outs(10).slice(1))])
      expect(() => indicator.into(none, ...inputs)).toThrow(/must be its own Float64Array of length 10/);
    const shared = new Float64Array(10 + subject.outputs.length);
    for (const view of [() => shared.subarray(0, 10), (place: number) => shared.subarray(place, place + 10)])
      expect(() => indicator.into(given(outs(10).map(([name], place) => [name, view(place)])), ...inputs)).toThrow(
        /must be its own Float64Array of length 10/,
      );
    const apart = new Float64Array(10 * subject.outputs.length);
    indicator.into(
      given(outs(10).map(([name], place) => [name, apart.subarray(10 * place, 10 * place + 10)])),
      ...inputs,
    );
  });

  test("accepts bars by name like columns by position", () => {
    const bars = randomBars(60, 3);
    if (subject.inputs.some((name) => name !== "source" && !(name in bars))) return;
    expectSameOutputs(subject.byName(indicator(bars)), subject.batch(subject.inputsFrom(bars), {}));
  });

  test("accepts numbers by position like parameters by name", () => {
    const inputs = subject.inputsFrom(randomBars(60, 3));
    const params = Object.fromEntries(numbers.map(([name, param]) => [name, param.default]));
    expect(
      difference(subject.byName(indicator(...inputs, ...Object.values(params))), subject.batch(inputs, params)),
    ).toBe("");
  });

  test("returns one node per output for nodes", () => {
    const inputs = subject.inputs.map((_, i) =>
      fieldNode((["open", "high", "low", "close", "volume"] as const)[i % 5]!),
    );
    const nodes = subject.byName<GraphNode>(indicator(...inputs));
    expect(Object.keys(nodes)).toEqual(subject.outputs);
    for (const node of Object.values(nodes)) expect(node).toBeInstanceOf(GraphNode);
    if (inputs.length > 1)
      expect(() => indicator(...inputs.map((input, i) => (i === 0 ? new Float64Array(3) : input)))).toThrow(
        HindcastError,
      );
    for (const [name, param] of specs)
      for (const [value] of badValues(param))
        expect(() => indicator(...inputs, { [name]: value })).toThrow(HindcastError);
  });

  test.each(specs)("refuses a %s out of bounds, and names parameter and value", (name, param) => {
    const inputs = subject.inputsFrom(randomBars(10, 1));
    for (const [value, shown] of badValues(param)) {
      const bad = { [name]: value };
      for (const call of [
        () => indicator(...inputs, bad),
        () => indicator.of(bad),
        () => indicator.stream(bad),
        () => indicator.warmup(bad),
      ]) {
        expect(call).toThrow(HindcastError);
        expect(call).toThrow(new RegExp(`^${name} must be .+, was ${shown}$`));
      }
    }
  });

  test("refuses an unknown parameter and a surplus number", () => {
    const inputs = subject.inputsFrom(randomBars(10, 1));
    expect(() => indicator(...inputs, { nonsense: 1 })).toThrow(/has no parameter "nonsense"/);
    expect(() => indicator(...inputs, ...numbers.map(([, param]) => param.default), 1)).toThrow(
      /has no parameter "number \d+"/,
    );
  });

  test("refuses a parameter passed both by position and by name", () => {
    const inputs = subject.inputsFrom(randomBars(10, 1));
    if (numbers.length === 0) return;
    const [[name, { default: value }]] = numbers as [(typeof numbers)[number]];
    const twice = [value, { [name]: value }] as const;
    for (const call of [() => indicator(...inputs, ...twice), () => indicator.stream(...twice)])
      expect(call).toThrow(`${name} must be given once, was ${String(value)}`);
  });

  test.each(["talib", "tradingview"] as const)("applies the preset of compat %s", (compat) => {
    const inputs = subject.inputsFrom(randomBars(60, 3));
    const preset: Params = indicator.spec.compat?.[compat] ?? {};
    const ours = Object.fromEntries(specs.map(([name, param]) => [name, param.default]));
    for (const [name, value] of Object.entries(preset))
      expect(value, `${name} is the default already`).not.toBe(ours[name]);
    expectSameOutputs(subject.batch(inputs, { compat }), subject.batch(inputs, preset));
    expectSameOutputs(subject.batch(inputs, { ...ours, compat }), subject.batch(inputs, {}));
    expect(() => indicator(...inputs, { compat: "nonsense" })).toThrow(/^compat must be talib or tradingview/);
  });

  test("accepts arrays of numbers as columns", () => {
    const inputs = subject.inputsFrom(randomBars(40, 1));
    const lists = inputs.map((input) => [...input]);
    expect(indicator(...lists)).toEqual(indicator(...inputs));
    expect(indicator.stream().fill(...lists)).toEqual(indicator.stream().fill(...inputs));
  });

  test("refuses inputs that are not columns of one length", () => {
    const inputs: unknown[] = subject.inputsFrom(randomBars(10, 1));
    const list = (value: unknown) => () => indicator(...inputs.map(() => [1, value, 3]), {});
    expect(list("2")).toThrow(HindcastError);
    for (const [value, shown] of [
      ["2", '"2"'],
      [null, "null"],
      [undefined, "undefined"],
    ] as const)
      expect(list(value)).toThrow(
        new RegExp(`^${indicator.spec.name} input \\w+\\[1\\] must be a number, was ${shown}$`),
      );
    expect(() => indicator()).toThrow(/must be a column, was undefined$/);
    if (inputs.length > 1) expect(() => indicator(...inputs.with(1, new Float64Array(9)))).toThrow(/of length 10/);
  });
}

function badValues(param: Param): [unknown, string][] {
  switch (param.kind) {
    case "integer":
      return [
        [param.min - 1, String(param.min - 1)],
        [param.min + 0.5, String(param.min + 0.5)],
        [NaN, "NaN"],
        ["7", '"7"'],
      ];
    case "number":
      return [
        [NaN, "NaN"],
        [Infinity, "Infinity"],
        ...(Number.isFinite(param.min) ? [[param.min - 1, String(param.min - 1)] as [unknown, string]] : []),
        ...(Number.isFinite(param.max) ? [[param.max + 1, String(param.max + 1)] as [unknown, string]] : []),
      ];
    case "choice":
      return [["nonsense", '"nonsense"']];
    case "boolean":
      return [["yes", '"yes"']];
    case "text":
      return [[7, "7"]];
  }
}
