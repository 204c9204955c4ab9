import * as fc from "fast-check";
import { expect, test } from "vitest";
import { randomBars } from "../support/series.ts";
import { cut, expectSameOutputs, type Subject } from "./indicator-subject.ts";
import { runs } from "../support/runs.ts";

/** What a stream is: the batch, one bar at a time. */
export function streamLaws(subject: Subject): void {
  test("fed bar by bar gives the batch, bit for bit", () => {
    fc.assert(
      fc.property(subject.gappyInputs, subject.params, (inputs, params) => {
        expectSameOutputs(subject.streamed(inputs, params), subject.batch(inputs, params));
      }),
      runs(60),
    );
  });

  test("a look ahead of the bar answers what the bar will, and takes nothing", () => {
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

  test("goes on from a snapshot that was stored as plain data, in a fresh stream and in the same one", () => {
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

  test("takes no snapshot that went through JSON, none of other parameters and nothing else, and is as it was then", () => {
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

  test("keeps nothing of its own but its state: no functions, and nothing hidden", () => {
    const stream = subject.stream({}) as unknown as Readonly<Record<string, unknown>>;
    expect(Reflect.ownKeys(stream)).toEqual(Object.keys(stream));
    expect(Object.keys(stream).filter((name) => typeof stream[name] === "function")).toEqual([]);
  });

  test("after a reset it is as new", () => {
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

  test("filled with columns it answers the batch and is live behind them", () => {
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
