import * as fc from "fast-check";
import { expect, test } from "vitest";
import { randomBars } from "../support/series.ts";
import { cut, expectSameOutputs, type Subject } from "./indicator-subject.ts";
import { runs } from "../support/runs.ts";

/** Defines tests that an indicator's stream returns the values of its batch function. */
export function streamLaws(subject: Subject): void {
  test("streams bar by bar the values of the batch, bit for bit", () => {
    fc.assert(
      fc.property(subject.gappyInputs, subject.params, (inputs, params) => {
        expectSameOutputs(subject.streamed(inputs, params), subject.batch(inputs, params));
      }),
      runs(60),
    );
  });

  test("peeks the value of the next update without changing the stream", () => {
    fc.assert(
      fc.property(subject.gappyInputs, subject.params, fc.nat(), (inputs, params, seed) => {
        const expected = subject.batch(inputs, params);
        const forming = subject.inputsFrom(randomBars(inputs[0]!.length, seed));
        const stream = subject.stream(params);
        let wrong = "";
        for (let i = 0; i < inputs[0]!.length; i++) {
          stream.peek(...forming.map((input) => input[i]!));
          const bar = inputs.map((input) => input[i]!);
          const peeked = subject.byName<number>(stream.peek(...bar));
          const updated = subject.byName<number>(stream.update(...bar));
          for (const name of subject.outputs) {
            const [ahead, taken, due] = [peeked[name], updated[name], expected[name]![i]];
            if (wrong === "" && !(Object.is(ahead, due) && Object.is(taken, due)))
              wrong = `${name}[${i}] is ${ahead} ahead of the bar and ${taken} with it, expected ${due}`;
          }
        }
        expect(wrong).toBe("");
      }),
      runs(10),
    );
  });

  test("restores a stored snapshot in a new stream and in the same one", () => {
    fc.assert(
      fc.property(subject.gappyInputs, subject.params, fc.nat(90), (inputs, params, moment) => {
        const expected = subject.batch(inputs, params);
        const [before, after] = [
          inputs.map((input) => input.slice(0, moment)),
          inputs.map((input) => input.slice(moment)),
        ];
        const stream = subject.stream(params);
        subject.streamed(before, params, stream);
        const stored = structuredClone(stream.snapshot());
        const rest = cut(expected, moment);
        expectSameOutputs(subject.streamed(after, params, stream), rest);
        stream.restore(stored);
        expectSameOutputs(subject.streamed(after, params, stream), rest);
        const fresh = subject.stream(params);
        fresh.restore(stored);
        expectSameOutputs(subject.streamed(after, params, fresh), rest);
      }),
      runs(15),
    );
  });

  test("refuses a snapshot that went through JSON, of other parameters or of another kind, and stays unchanged", () => {
    fc.assert(
      fc.property(subject.gappyInputs, subject.params, subject.params, fc.nat(90), (inputs, params, others, moment) => {
        const expected = subject.batch(inputs, params);
        const stream = subject.stream(params);
        const before = inputs.map((input) => input.slice(0, moment));
        subject.streamed(before, params, stream);
        const other = subject.stream(others);
        subject.streamed(before, others, other);
        const wrong: unknown[] = [JSON.parse(JSON.stringify(stream.snapshot())), {}, null, undefined, "state"];
        const values = Object.values(params).map(String);
        if (String(Object.values(others)) !== String(values)) wrong.push(other.snapshot());
        for (const state of wrong)
          expect(() => stream.restore(state as never)).toThrow(
            `state must be a snapshot of ${subject.name}(${values.join()})`,
          );
        const after = inputs.map((input) => input.slice(moment));
        expectSameOutputs(subject.streamed(after, params, stream), cut(expected, moment));
      }),
      runs(5),
    );
  });

  test("keeps only plain state in its stream: no functions, and nothing hidden", () => {
    const stream = subject.stream({}) as unknown as Readonly<Record<string, unknown>>;
    expect(Reflect.ownKeys(stream)).toEqual(Object.keys(stream));
    expect(Object.keys(stream).filter((name) => typeof stream[name] === "function")).toEqual([]);
  });

  test("equals a new stream after a reset", () => {
    fc.assert(
      fc.property(subject.gappyInputs, subject.params, (inputs, params) => {
        const stream = subject.stream(params);
        subject.streamed(inputs, params, stream);
        stream.reset();
        expectSameOutputs(subject.streamed(inputs, params, stream), subject.batch(inputs, params));
      }),
      runs(10),
    );
  });

  test("fills a stream with columns, returns the batch, and continues after them", () => {
    fc.assert(
      fc.property(subject.gappyInputs, subject.params, fc.nat(90), (inputs, params, moment) => {
        const expected = subject.batch(inputs, params);
        const stream = subject.stream(params);
        const filled = subject.byName(stream.fill(...inputs.map((input) => input.slice(0, moment))));
        expectSameOutputs(filled, cut(expected, 0, moment));
        const rest = inputs.map((input) => input.slice(moment));
        expectSameOutputs(subject.streamed(rest, params, stream), cut(expected, moment));
      }),
      runs(10),
    );
  });
}
