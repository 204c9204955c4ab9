import { checkNumber, parameterError } from "../primitives/check.ts";
import type { OptionNames } from "../primitives/check-options.ts";

/** Settings of every study, in addition to its own and its data. */
export interface StudySettings {
  /** Whether the newest value comes first, in the data and in the result. */
  readonly reversedInput?: boolean;
  /** Function applied to each value, such as rounding. */
  readonly format?: (value: number) => number;
}

/** Data of a study by name: one column each, the oldest value first. */
export type StudyData<Field extends string> = { readonly [Name in Field]: ArrayLike<number> };

/** A study that takes one value or bar after the other. */
export interface RunningStudy<Next extends readonly unknown[], Output, Result = Output[]> {
  /** Values of the data that it was created with. Bars before the first value are left out. */
  readonly result: Result;
  getResult(): Result;
  /** Takes a value or a bar and returns its value, `undefined` before the first one. */
  nextValue(...next: Next): Output | undefined;
}

/** A class in the calling style of technicalindicators. */
export interface Study<Settings, Next extends readonly unknown[], Output, Result = Output[]> {
  new (input: Settings): RunningStudy<Next, Output, Result>;
  /** Returns all values of the data. Bars before the first value are left out. */
  calculate(input: Settings): Result;
}

/** Description of a study over an indicator of Hindcast. */
interface StudySpec<Settings, Field extends string, Output> {
  readonly name: string;
  readonly fields: readonly Field[];
  /** Settings without a default. */
  readonly required: OptionNames<RequiredSettings<Settings>>;
  /** Creates the indicator's stream, which takes the fields by position. */
  readonly stream: (settings: Settings) => { update(...inputs: number[]): unknown };
  /** Returns the value in the form of technicalindicators, with `format` applied to each number; `undefined` before the first value. */
  readonly read: (value: never, format: (value: number) => number, started: boolean) => Output | undefined;
}

/** Settings that are required. */
type RequiredSettings<Settings> = {
  [Name in keyof Settings as Partial<Settings> extends Pick<Settings, Name> ? never : Name]: Settings[Name];
};

/** A bar by name, or a number if the data is `values`. */
type Bar<Field extends string> = Field extends "values" ? number : { readonly [Name in Field]: number };

/** Creates a study over an indicator of Hindcast. */
export function study<Settings extends object, const Field extends string, Output>(
  spec: StudySpec<Settings, Field, Output>,
): Study<Settings & StudySettings & StudyData<Field>, [next: Bar<Field>], Output> {
  const { fields } = spec;
  const ofBar = ([next]: readonly unknown[]) =>
    typeof next === "number" ? [next] : fields.map((field) => (Object(next) as Record<Field, number>)[field]);
  return createStudy(spec, ofBar) as never;
}

/** Creates a study whose `nextValue` takes the fields of a bar one by one. */
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
    /** Does not use `this`, since users detach it from its class. */
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
      // Without this check Hindcast's defaults would apply, and give values that technicalindicators does not return.
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

/** Reads a single value: NaN on a missing bar after the first value. */
export function readValue(value: number, format: (value: number) => number, started: boolean): number | undefined {
  if (value === value) return format(value);
  return started ? value : undefined;
}

/**
 * Reads several values. `names` maps the names of technicalindicators to Hindcast's. All values start together, except the `later` ones.
 * These are `undefined` before their first value and on a missing bar, where the others are NaN.
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
