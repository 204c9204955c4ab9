import { checkNumber, parameterError } from "../primitives/check.ts";
import type { OptionNames } from "../primitives/check-options.ts";

/** Settings that every study takes besides its own and its data. */
export interface StudySettings {
  /** The newest value comes first, in the data and in the result. */
  readonly reversedInput?: boolean;
  /** What each value goes through, such as rounding. */
  readonly format?: (value: number) => number;
}

/** The data of a study by name: one column each, the oldest value first. */
export type StudyData<Field extends string> = { readonly [Name in Field]: ArrayLike<number> };

/** A study that is fed by one value or bar after the other. */
export interface RunningStudy<Next extends readonly unknown[], Output, Result = Output[]> {
  /** The values of the data that it was made with, without the bars before the first one. */
  readonly result: Result;
  getResult(): Result;
  /** Takes a value or a bar; `undefined` until there is a value. */
  nextValue(...next: Next): Output | undefined;
}

/** A class in the calling style of technicalindicators. */
export interface Study<Settings, Next extends readonly unknown[], Output, Result = Output[]> {
  new (input: Settings): RunningStudy<Next, Output, Result>;
  /** All values of the data, without the bars before the first one. */
  calculate(input: Settings): Result;
}

/** How one of our indicators becomes a study. */
interface StudySpec<Settings, Field extends string, Output> {
  readonly name: string;
  readonly fields: readonly Field[];
  /** The settings without a default. */
  readonly needs: OptionNames<Needed<Settings>>;
  /** A fresh indicator that takes the fields by position. */
  readonly stream: (settings: Settings) => { update(...inputs: number[]): unknown };
  /** Its value in the words of technicalindicators, each number through `format`; `undefined` until the first one has come. */
  readonly read: (value: never, format: (value: number) => number, begun: boolean) => Output | undefined;
}

/** The settings that must be given. */
type Needed<Settings> = {
  [Name in keyof Settings as Partial<Settings> extends Pick<Settings, Name> ? never : Name]: Settings[Name];
};

/** Takes a bar by name, or a number where the data is `values`. */
type Bar<Field extends string> = Field extends "values" ? number : { readonly [Name in Field]: number };

/** A study over one of our indicators. */
export function study<Settings extends object, const Field extends string, Output>(
  spec: StudySpec<Settings, Field, Output>,
): Study<Settings & StudySettings & StudyData<Field>, [next: Bar<Field>], Output> {
  const { fields } = spec;
  const ofBar = ([next]: readonly unknown[]) =>
    typeof next === "number" ? [next] : fields.map((field) => (Object(next) as Record<Field, number>)[field]);
  return studyOf(spec, ofBar) as never;
}

/** A study that takes the fields of a bar one by one. */
export function studyOfLines<Settings extends object, const Field extends string, Output>(
  spec: StudySpec<Settings, Field, Output>,
): Study<Settings & StudySettings & StudyData<Field>, [a: number, b: number], Output> {
  return studyOf(spec, (next) => next as readonly number[]) as never;
}

function studyOf<Settings extends object, Field extends string, Output>(
  { name, fields, needs, stream, read }: StudySpec<Settings, Field, Output>,
  inputsOf: (next: readonly unknown[]) => readonly number[],
) {
  type Input = Settings & StudySettings & StudyData<Field>;
  const made = class {
    /** Without `this`: users take it off its class. */
    static calculate(input: Input): Output[] {
      if (!input.reversedInput) return new made(input).result;
      const columns = Object.fromEntries(
        fields.map((field) => [field, Array.from(columnOf(input, field)).toReversed()]),
      );
      return new made({ ...input, ...columns }).result.toReversed();
    }

    readonly result: Output[] = [];
    readonly #stream;
    readonly #format: (value: number) => number;
    #begun = false;

    constructor(input: Input) {
      // A default of our indicator would be a value that the other library does not have.
      for (const setting of Object.keys(needs))
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
      const value = read(this.#stream.update(...inputs) as never, this.#format, this.#begun);
      this.#begun = value !== undefined;
      return value;
    }
  };
  return made;

  function columnOf(input: Input, field: Field): ArrayLike<number> {
    const column: unknown = (input as StudyData<Field>)[field];
    if (Array.isArray(column) || ArrayBuffer.isView(column)) return column as ArrayLike<number>;
    throw parameterError(`${name} ${field}`, "an array of numbers", column);
  }
}

/** Reads a single value, NaN on a missing bar after the first one. */
export function single(value: number, format: (value: number) => number, begun: boolean): number | undefined {
  if (value === value) return format(value);
  return begun ? value : undefined;
}

/**
 * Reads several values, theirs by ours. They come together, `later` ones excepted: those are `undefined` until they come and on a
 * missing bar, where the others are NaN.
 */
export function several<Theirs extends string, Later extends Theirs = never>(
  names: Readonly<Record<Theirs, string>>,
  ...later: readonly Later[]
): (
  value: Readonly<Record<string, number>>,
  format: (value: number) => number,
  begun: boolean,
) => { readonly [Name in Theirs]: Name extends Later ? number | undefined : number } | undefined {
  const isLater = (name: string) => (later as readonly string[]).includes(name);
  return (value, format, begun) => {
    const read = Object.entries<string>(names).map(([theirs, ours]) => [theirs, value[ours]!] as const);
    if (!begun && read.some(([name, part]) => part !== part && !isLater(name))) return undefined;
    return Object.fromEntries(
      read.map(([name, part]) => [name, part === part ? format(part) : isLater(name) ? undefined : part]),
    ) as never;
  };
}
