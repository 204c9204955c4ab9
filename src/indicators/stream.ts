import type { Column } from "../primitives/column.ts";
import { parameterError } from "../primitives/check.ts";
import { deepCopy, loadState, type State } from "../primitives/state.ts";

/** Data shared by all streams of an indicator that have equal parameters. */
export interface StreamKind {
  /** The indicator and its parameters, such as `sma(20)`. */
  readonly of: string;
  make(): Stream;
  fill(stream: Stream, inputs: readonly unknown[]): unknown;
}

/**
 * Computes one indicator bar by bar. `update` takes the inputs of one bar by position and returns its value, NaN until the
 * first value is ready. With several outputs it returns one object and overwrites it on each bar.
 *
 * The state of a stream is its fields: numbers, flags, columns and objects of these. A subclass implements `update`. It
 * may override `peek` if there is a cheaper way than copying the state.
 */
export abstract class Stream<Value = unknown> {
  #kind: StreamKind | undefined;

  /** Assigns the kind to a new stream. */
  static init<S extends Stream>(stream: S, kind: StreamKind): S {
    stream.#kind = kind;
    return stream;
  }

  /** The indicator and its parameters, such as `sma(20)`. A snapshot contains this text, so that other streams refuse the snapshot. */
  get of(): string | undefined {
    return this.#kind?.of;
  }

  /** Takes the inputs of one closed bar and returns the indicator's value on that bar. */
  abstract update(...inputs: number[]): Value;

  /** Returns the value that `update` would return, without changing the state. Use it for a bar that is still forming. */
  peek(...inputs: number[]): Value {
    const before = deepCopy(this as unknown as State);
    const answer = deepCopy(this.update(...inputs));
    loadState(this, before);
    return answer;
  }

  /**
   * Returns the complete state as plain data, which `structuredClone` can copy. JSON loses NaN, so `restore` refuses a copy made with JSON.
   */
  snapshot(): State {
    // JSON turns NaN into null. `restore` detects such a snapshot by the property `missing`.
    return { of: this.of, missing: NaN, ...deepCopy(this as unknown as State) };
  }

  /**
   * Restores a state that `snapshot` returned, of the same indicator with the same parameters. Throws PARAMETER_OUT_OF_RANGE for any other
   * state and leaves the stream unchanged.
   */
  restore(state: State): void {
    const { of, missing, ...fields } = Object(state) as State;
    if (of !== this.of || missing === missing)
      throw parameterError("state", `a snapshot of ${this.of}, not JSON`, state);
    loadState(this, fields);
  }

  /** Resets the stream to the state of a new one. */
  reset(): void {
    loadState(this, this.#kind!.make() as unknown as State);
  }

  /** Computes the indicator over whole columns and returns its columns. The stream then continues after their last bar. */
  fill(...inputs: unknown[]): unknown {
    return this.#kind!.fill(this, inputs);
  }
}

/** Feeds whole columns to a stream and returns the columns of its values. */
export function fillStream(stream: Stream, inputs: readonly Column[], outputs: readonly string[]): Column[] {
  const { length } = inputs[0]!;
  const columns = outputs.map(() => new Float64Array(length));
  const bar: number[] = [];
  for (let i = 0; i < length; i++) {
    for (let c = 0; c < inputs.length; c++) bar[c] = inputs[c]![i]!;
    const value = stream.update(...bar);
    // A stream with a single output returns a number, which has no property with the output's name.
    for (let o = 0; o < outputs.length; o++)
      columns[o]![i] = (value as Record<string, number>)[outputs[o]!] ?? (value as number);
  }
  return columns;
}
