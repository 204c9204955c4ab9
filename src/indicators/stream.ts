import type { Column } from "../primitives/column.ts";
import { parameterError } from "../primitives/check.ts";
import { deepCopy, loadState, type State } from "../primitives/state.ts";

/** What all streams of an indicator with the same parameters share. */
export interface StreamKind {
  /** The indicator and its parameters, such as `sma(20)`. */
  readonly of: string;
  make(): Stream;
  fill(stream: Stream, inputs: readonly unknown[]): unknown;
}

/**
 * One indicator fed bar by bar. `update` takes the inputs of one bar by position and returns the value of that bar, NaN until
 * ready; with several outputs it returns one object that it writes anew on each bar.
 *
 * The state of a stream is its fields: numbers, flags, columns and objects of these. Members write `update` and nothing else;
 * one with a cheaper way to look ahead of the bar may also write `peek`.
 */
export abstract class Stream<Value = unknown> {
  #kind: StreamKind | undefined;

  /** Says what a stream is one of. */
  static made<S extends Stream>(stream: S, kind: StreamKind): S {
    stream.#kind = kind;
    return stream;
  }

  /** The indicator and its parameters, such as `sma(20)`: part of a snapshot, so that no other stream takes it. */
  get of(): string | undefined {
    return this.#kind?.of;
  }

  /** Takes one closed bar and returns its value. */
  abstract update(...inputs: number[]): Value;

  /** What `update` would answer for this bar, without taking it: for the bar that is still forming. */
  peek(...inputs: number[]): Value {
    const before = deepCopy(this as unknown as State);
    const answer = deepCopy(this.update(...inputs));
    loadState(this, before);
    return answer;
  }

  /** The whole state as plain data that `structuredClone` keeps, and so do files that hold its copy; JSON does not. */
  snapshot(): State {
    // JSON keeps no NaN, so what went by way of it is known by what is missing.
    return { of: this.of, missing: NaN, ...deepCopy(this as unknown as State) };
  }

  /** Returns to a state that `snapshot` gave, of the same indicator with the same parameters. Throws PARAMETER_OUT_OF_RANGE for any other, and takes nothing of it. */
  restore(state: State): void {
    const { of, missing, ...fields } = Object(state) as State;
    if (of !== this.of || missing === missing)
      throw parameterError("state", `a snapshot of ${this.of}, not via JSON`, state);
    loadState(this, fields);
  }

  /** Back to the state of a fresh stream. */
  reset(): void {
    loadState(this, this.#kind!.make() as unknown as State);
  }

  /** Computes whole columns and leaves the stream live behind their last bar. */
  fill(...inputs: unknown[]): unknown {
    return this.#kind!.fill(this, inputs);
  }
}

/** Feeds whole columns to a stream and returns what it answered: the batch result, with the stream live behind it. */
export function fillStream(stream: Stream, inputs: readonly Column[], outputs: readonly string[]): Column[] {
  const { length } = inputs[0]!;
  const columns = outputs.map(() => new Float64Array(length));
  const bar: number[] = [];
  for (let i = 0; i < length; i++) {
    for (let c = 0; c < inputs.length; c++) bar[c] = inputs[c]![i]!;
    const value = stream.update(...bar);
    // A number has no members.
    for (let o = 0; o < outputs.length; o++)
      columns[o]![i] = (value as Record<string, number>)[outputs[o]!] ?? (value as number);
  }
  return columns;
}
