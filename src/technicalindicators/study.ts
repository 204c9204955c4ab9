import { checkNumber, parameterError } from "../primitives/check.ts";
import type { OptionNames } from "../primitives/check-options.ts";

/** Settings that every class in the style of technicalindicators accepts. */
export interface StudySettings {
  /** Whether the newest value comes first in the data and in the result. */
  readonly reversedInput?: boolean;
  /** Function that is applied to each value of the result, such as rounding. */
  readonly format?: (value: number) => number;
}

/** Data of a class: a column for each field, with the oldest value first. */
export type StudyData<Field extends string> = { readonly [Name in Field]: ArrayLike<number> };

/** An instance of a class, which accepts further values or bars one by one. */
export interface RunningStudy<Next extends readonly unknown[], Output, Result = Output[]> {
  /** Values for the data that were passed to the constructor, without the bars before the first value. */
  readonly result: Result;
  getResult(): Result;
  /** Adds a value or a bar and returns the indicator's value, or `undefined` before the first value. */
  nextValue(...next: Next): Output | undefined;
}

/** A class in the style of technicalindicators, with a constructor and a static method `calculate`. */
export interface Study<Settings, Next extends readonly unknown[], Output, Result = Output[]> {
  new (input: Settings): RunningStudy<Next, Output, Result>;
  /** Returns the values for all data, without the bars before the first value. */
  calculate(input: Settings): Result;
}

/** How a class in the style of technicalindicators uses an indicator of Hindcast. */
interface StudySpec<Settings, Field extends string, Output> {
  readonly name: string;
  readonly fields: readonly Field[];
  /** The settings that have no default. */
  readonly required: OptionNames<RequiredSettings<Settings>>;
  /** Creates the stream of Hindcast's indicator, which takes the fields by position. */
  readonly stream: (settings: Settings) => { update(...inputs: number[]): unknown };
  /** Returns the value in the form of technicalindicators, with `format` applied to each number; `undefined` before the first value. */
  readonly read: (value: never, format: (value: number) => number, started: boolean) => Output | undefined;
}

/** The required settings among `Settings`. */
type RequiredSettings<Settings> = {
  [Name in keyof Settings as Partial<Settings> extends Pick<Settings, Name> ? never : Name]: Settings[Name];
};

/** A bar with its fields by name, or a number if the only field is `values`. */
type Bar<Field extends string> = Field extends "values" ? number : { readonly [Name in Field]: number };

/** Creates a class in the style of technicalindicators from an indicator of Hindcast. */
export function study<Settings extends object, const Field extends string, Output>(
  spec: StudySpec<Settings, Field, Output>,
): Study<Settings & StudySettings & StudyData<Field>, [next: Bar<Field>], Output> {
  const { fields } = spec;
  const ofBar = ([next]: readonly unknown[]) =>
    typeof next === "number" ? [next] : fields.map((field) => (Object(next) as Record<Field, number>)[field]);
  return createStudy(spec, ofBar) as never;
}

/** Creates a class in the style of technicalindicators whose `nextValue` takes one number for each field. */
export function studyOfLines<Settings extends object, const Field extends string, Output>(
  spec: StudySpec<Settings, Field, Output>,
): Study<Settings & StudySettings & StudyData<Field>, [a: number, b: number], Output> {
  return createStudy(spec, (next) => next as readonly number[]) as never;
}

function createStudy<Settings extends object, Field extends string, Output>(
  { name, fields, required, stream, read }: StudySpec<Settings, Field, Output>,
  inputsOf: (next: readonly unknown[]) => readonly number[],
) {
  type Input = Settings & StudySettings & StudyData<Field>;
  const CreatedStudy = class {
    /** Computes the values of all data. Does not use `this`, since users may call the method without its class. */
    static calculate(input: Input): Output[] {
      if (!input.reversedInput) return new CreatedStudy(input).result;
      const columns = Object.fromEntries(
        fields.map((field) => [field, Array.from(columnOf(input, field)).toReversed()]),
      );
      return new CreatedStudy({ ...input, ...columns }).result.toReversed();
    }

    readonly result: Output[] = [];
    readonly #stream;
    readonly #format: (value: number) => number;
    #started = false;

    constructor(input: Input) {
      // Without this check, a missing setting would get Hindcast's default, although technicalindicators has none.
      for (const setting of Object.keys(required))
        checkNumber(`${name} ${setting}`, (input as Readonly<Record<string, unknown>>)[setting]);
      this.#stream = stream(input);
      this.#format = input.format ?? ((value) => value);
      const columns = fields.map((field) => columnOf(input, field));
      columns.forEach(({ length }, place) => {
        if (length === columns[0]!.length) return;
        throw parameterError(`${name} ${fields[place]!}`, `as long as ${fields[0]!} (${columns[0]!.length})`, length);
      });
      for (let i = 0; i < columns[0]!.length; i++) {
        const value = this.#take(columns.map((column) => column[i]!));
        if (value !== undefined) this.result.push(value);
      }
    }

    getResult(): Output[] {
      return this.result;
    }

    nextValue(...next: readonly unknown[]): Output | undefined {
      const inputs = inputsOf(next);
      inputs.forEach((input, place) => {
        if (typeof input === "number") return;
        throw parameterError(`${name} nextValue ${fields[place]!}`, "a number", input);
      });
      return this.#take(inputs);
    }

    #take(inputs: readonly number[]): Output | undefined {
      const value = read(this.#stream.update(...inputs) as never, this.#format, this.#started);
      this.#started = value !== undefined;
      return value;
    }
  };
  return CreatedStudy;

  function columnOf(input: Input, field: Field): ArrayLike<number> {
    const column: unknown = (input as StudyData<Field>)[field];
    if (Array.isArray(column) || ArrayBuffer.isView(column)) return column as ArrayLike<number>;
    throw parameterError(`${name} ${field}`, "an array of numbers", column);
  }
}

/** Reads a value of an indicator with one output: NaN on a missing bar after the first value. */
export function readValue(value: number, format: (value: number) => number, started: boolean): number | undefined {
  if (value === value) return format(value);
  return started ? value : undefined;
}

/**
 * Reads a value of an indicator with several outputs. `names` maps names of technicalindicators to names of Hindcast. All outputs start on
 * one bar, except those in `later`. These are `undefined` before their first value and on a missing bar, on which the others are NaN.
 */
export function readFields<Theirs extends string, Later extends Theirs = never>(
  names: Readonly<Record<Theirs, string>>,
  ...later: readonly Later[]
): (
  value: Readonly<Record<string, number>>,
  format: (value: number) => number,
  started: boolean,
) => { readonly [Name in Theirs]: Name extends Later ? number | undefined : number } | undefined {
  const isLater = (name: string) => (later as readonly string[]).includes(name);
  return (value, format, started) => {
    const read = Object.entries<string>(names).map(([theirs, ours]) => [theirs, value[ours]!] as const);
    if (!started && read.some(([name, part]) => part !== part && !isLater(name))) return undefined;
    return Object.fromEntries(
      read.map(([name, part]) => [name, part === part ? format(part) : isLater(name) ? undefined : part]),
    ) as never;
  };
}
