import { defineIndicator, type Indicator } from "../indicators/define.ts";
import type { GraphNode } from "../indicators/node.ts";
import type { InputNames } from "../indicators/spec.ts";
import { Stream } from "../indicators/stream.ts";
import { parameterError } from "../primitives/check.ts";
import type { HindcastError } from "../primitives/errors.ts";
import { missingColumn, growColumn, type Column } from "../primitives/column.ts";
import { SeededRandom } from "../primitives/random.ts";
import type { State } from "../primitives/state.ts";

/** A class of technicalindicators, or any other class with a method `nextValue`. */
export type StudyClass<Config = never, Value = unknown> = new (config: Config) => {
  nextValue(...inputs: never[]): Value;
};

/** A function of technicalindicators that returns whether the last bar completes a candlestick pattern. */
export type PatternFunction = (bars: PatternBars) => boolean;

/** The last five bars as columns, which a pattern function reads. */
interface PatternBars {
  open: number[];
  high: number[];
  low: number[];
  close: number[];
}

/** Settings of a class, without its data. */
type ConfigOf<Class> =
  Class extends StudyClass<infer Config> ? Partial<Omit<Config & object, keyof typeof NO_DATA>> : object;

/** `T` for a class whose values are numbers, else a record with a `T` for each field of a value. */
type PerValue<Value, T> = [NonNullable<Value>] extends [number | boolean]
  ? T
  : { readonly [Name in Exclude<keyof NonNullable<Value>, "reversedInput" | "format"> & string]-?: T };

type ValueOf<Study> = Study extends StudyClass<never, infer Value> ? Value : boolean;

/** Prices by name, such as bars or the inputs of a strategy's graph. */
interface Prices<T> {
  readonly open?: T;
  readonly high?: T;
  readonly low?: T;
  readonly close?: T;
  readonly volume?: T;
}

/** A class of technicalindicators as an indicator of Hindcast. It returns columns for columns, and nodes for nodes of a graph. */
export interface StudyIndicator<Value = unknown> extends Omit<Indicator, "into" | "stream" | "warmup"> {
  (...columns: Column[]): PerValue<Value, Column>;
  (...nodes: GraphNode[]): PerValue<Value, GraphNode>;
  (bars: Prices<Column>): PerValue<Value, Column>;
  (bars: Prices<GraphNode>): PerValue<Value, GraphNode>;
  stream(): StudyStream;
  /** Returns the index of the first value of the indicator. */
  warmup(): PerValue<Value, number>;
}

/** Empty data for the constructors of technicalindicators, which read these fields even if they do not need them. */
const NO_DATA = { values: [], open: [], high: [], low: [], close: [], volume: [], timestamp: [], lineA: [], lineB: [] };

const FIELDS = ["open", "high", "low", "close", "volume"] as const;

/** The largest number of bars that a candlestick pattern of technicalindicators reads. */
const PATTERN_BARS = 5;

/** Number of bars in the trial run that finds out which prices a class reads. */
const FIELD_TRIAL_BARS = 64;

/** Number of bars after which a class without a value counts as one that has none. */
const LONGEST_TRIAL_BARS = 10_000;

/**
 * Turns a class of technicalindicators into an indicator: a function of columns and a node of a strategy's graph. Values
 * come from `nextValue`, bar by bar, so the class cannot look ahead. `undefined` becomes NaN.
 *
 * - Inputs are found by a trial run. They are the fields that the class reads of a bar, in the order open, high, low,
 *   close, volume. A class that takes a number has the input `source`; one that takes two lines has `source` and `other`.
 * - Outputs have the names of the class. True and false are 1 and 0.
 * - A bar with a missing input is not passed to the class and has no value.
 * - A candlestick pattern, which technicalindicators defines as a function, is 1 on a bar that completes it, else 0.
 * - The values have no declared scale, so they are not restated after a split.
 *
 * Throws PARAMETER_OUT_OF_RANGE in these cases:
 * - a class that cannot be used bar by bar, such as `VolumeProfile`
 * - settings that give no value, or the same number on every bar because a setting is missing or 0
 * - a setting that the class does not read while another one is missing, such as a misspelled one
 *
 * @example
 * import { ADX } from "technicalindicators";
 * const strength = fromTechnicalIndicators(ADX, { period: 14 });
 * strength(bars).adx; // a column
 * // In a strategy: indicators: (prices) => ({ strength: strength(prices) })
 */
export function fromTechnicalIndicators<Class extends StudyClass | PatternFunction>(
  study: Class,
  config: ConfigOf<Class> = {} as ConfigOf<Class>,
): StudyIndicator<ValueOf<Class>> {
  const name = typeof study === "function" ? study.name : "";
  if (name === "") throw parameterError("study", "a class or function with a name", study);
  const info: StudyInfo = { name, ...(isClass(study) ? checkSettings(study, name, config) : { missing: [] }) };
  const factory = isClass(study) ? classFactory(study, info, config) : patternFactory(study as PatternFunction, info);
  const outputs = trialOutputs(factory, info);
  const names = Object.keys(outputs);
  const only = names.length === 1 && names[0] === "value";
  return defineIndicator(
    {
      name: `${name}(${settingsText(config)})`,
      title: name,
      category: "statistic",
      inputs: factory.inputs,
      params: {},
      outputs: Object.fromEntries(names.map((output) => [output, { title: output, scale: "none" as const }])),
      memory: "recursive",
      warmup: () => (only ? outputs["value"]! : outputs) as never,
      batch(columns: readonly Column[], _: unknown, outs: readonly Column[]) {
        const feed = factory.feed();
        const bar: number[] = [];
        for (let i = 0; i < columns[0]!.length; i++) {
          for (let c = 0; c < columns.length; c++) bar[c] = columns[c]![i]!;
          const value = valueOf(feed, bar);
          for (let o = 0; o < outs.length; o++) outs[o]![i] = numberOf(value, names[o]!);
        }
      },
      stream: () => new StudyStream(factory, only ? undefined : names) as unknown as Stream<never>,
    },
    // `true` marks code of a user: two classes with equal names and settings count as different indicators.
    true,
  ) as unknown as StudyIndicator<ValueOf<Class>>;
}

/** Takes the inputs of a bar and returns the value of the class. */
type Feed = (bar: readonly number[]) => unknown;

/** A class in a trial run, for error messages: its name, and the settings that it reads but did not get. */
interface StudyInfo {
  readonly name: string;
  readonly missing: readonly string[];
  /** The first setting whose value is 0 or less. */
  readonly tooSmall?: readonly [setting: string, value: number] | undefined;
}

/** Creates instances of a class, each as a function of bars. */
interface StudyFactory {
  readonly inputs: InputNames;
  feed(): Feed;
}

function isClass(study: StudyClass | PatternFunction): study is StudyClass {
  const { prototype } = study as { readonly prototype?: { readonly nextValue?: unknown } };
  return typeof prototype?.nextValue === "function";
}

function classFactory(
  study: StudyClass,
  info: StudyInfo,
  config: object,
  observed = (input: object) => input,
): StudyFactory {
  const fresh = () => {
    const empty = Object.fromEntries(Object.keys(NO_DATA).map((field) => [field, []]));
    return new study(observed({ ...config, ...empty }) as never) as { nextValue(...inputs: unknown[]): unknown };
  };
  if (study.prototype.nextValue.length >= 2)
    return {
      inputs: ["source", "other"],
      feed() {
        const running = fresh();
        return ([source, other]) => running.nextValue(source, other);
      },
    };
  const fields = callStudy(info, () => fieldsRead(fresh()));
  if (fields.length === 0)
    return {
      inputs: ["source"],
      feed() {
        const running = fresh();
        return ([source]) => running.nextValue(source);
      },
    };
  return {
    inputs: fields,
    feed() {
      const running = fresh();
      // Each bar is a new object, since classes may keep the previous one.
      return (bar) => running.nextValue(Object.fromEntries(fields.map((field, place) => [field, bar[place]])));
    },
  };
}

/** Returns the fields of a bar that an instance reads; none if its `nextValue` takes a number. */
function fieldsRead(study: { nextValue(...inputs: unknown[]): unknown }): string[] {
  const read = new Set<string>();
  for (const row of trialBars(FIELD_TRIAL_BARS)) {
    const bar = {};
    FIELDS.forEach((field, place) =>
      Object.defineProperty(bar, field, {
        enumerable: true,
        get() {
          read.add(field);
          return row[place];
        },
      }),
    );
    study.nextValue(bar);
  }
  return FIELDS.filter((field) => read.has(field));
}

function patternFactory(pattern: PatternFunction, info: StudyInfo): StudyFactory {
  const factory: StudyFactory = {
    inputs: ["open", "high", "low", "close"],
    feed() {
      const last: PatternBars = { open: [], high: [], low: [], close: [] };
      return (bar) => {
        factory.inputs.forEach((field, place) => {
          const column = last[field as keyof PatternBars];
          column.push(bar[place]!);
          if (column.length > PATTERN_BARS) column.shift();
        });
        if (last.close.length < PATTERN_BARS) return undefined;
        return pattern({ open: [...last.open], high: [...last.high], low: [...last.low], close: [...last.close] });
      };
    },
  };
  const feed = factory.feed();
  const answers = callStudy(info, () => Array.from(trialBars(PATTERN_BARS), (row) => feed(row.slice(0, 4))));
  if (typeof answers.at(-1) !== "boolean") throw unsupportedStudy(info, "the function does not return true or false");
  return factory;
}

/** Runs a class on sample bars. Returns its outputs, each with the index of its first value. */
function trialOutputs(factory: StudyFactory, info: StudyInfo): Record<string, number> {
  const feed = factory.feed();
  const found: Record<string, number> = {};
  const isDoubtful = info.missing.length > 0 || info.tooSmall !== undefined;
  /** Outputs whose value is equal on all bars so far. Some classes return 0 on each bar if a setting is missing. */
  const constant = new Map<string, number>();
  const places = factory.inputs.map((input) =>
    FIELDS.indexOf(({ source: "close", other: "open" }[input] ?? input) as "open"),
  );
  callStudy(info, () => {
    let i = -1;
    for (const row of trialBars(LONGEST_TRIAL_BARS)) {
      i++;
      const value = feed(places.map((place) => row[place]!));
      for (const output of namesOf(value)) {
        if (!(output in found)) found[output] = NaN;
        const number = numberOf(value, output);
        if (Number.isNaN(number)) continue;
        if (!Number.isNaN(found[output])) {
          if (constant.get(output) !== number) constant.delete(output);
          continue;
        }
        found[output] = i;
        if (typeof partOf(value, output) === "number") constant.set(output, number);
      }
      const firsts = Object.values(found);
      if (firsts.length > 0 && !firsts.some(Number.isNaN) && !(isDoubtful && constant.size > 0)) return;
    }
  });
  const outputs = Object.entries(found).filter(([, first]) => !Number.isNaN(first));
  const none = Object.keys(found).find((output) => Number.isNaN(found[output]));
  if (outputs.length === 0 || (none !== undefined && info.missing.length > 0)) {
    const which = none === undefined || none === "value" ? "value" : `value of ${none}`;
    throw unsupportedStudy(info, `no ${which} in ${LONGEST_TRIAL_BARS} bars`);
  }
  const [one] = constant;
  if (one !== undefined && isDoubtful) {
    if (info.tooSmall !== undefined)
      throw parameterError(`${info.tooSmall[0]} of ${info.name}`, "a number above 0", info.tooSmall[1]);
    throw unsupportedStudy(
      info,
      `the ${one[0] === "value" ? "value" : `value of ${one[0]}`} is ${one[1]} on each of ${LONGEST_TRIAL_BARS} bars`,
    );
  }
  return Object.fromEntries(outputs);
}

/** Generates random bars, each with open, high, low, close and volume. */
function* trialBars(count: number): Generator<number[]> {
  const random = new SeededRandom(1);
  let close = 100;
  for (let i = 0; i < count; i++) {
    const open = close;
    close = 80 + 40 * random.next();
    const high = Math.max(open, close) + random.next();
    const low = Math.min(open, close) - random.next();
    yield [open, high, low, close, 1 + 99 * random.next()];
  }
}

/** Calls code of a class, and converts what the code throws (technicalindicators throws text) to a Hindcast error. */
function callStudy<T>(info: StudyInfo, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw unsupportedStudy(info, error instanceof Error ? error.message : String(error));
  }
}

function unsupportedStudy({ name, missing }: StudyInfo, why: string): HindcastError {
  const settings = missing.length > 0 ? ` and all its parameters (missing: ${missing.join(", ")})` : "";
  return parameterError("study", `a class with nextValue${settings}, or a candlestick pattern`, `${name}: ${why}`);
}

/** Settings that every class of technicalindicators accepts. Classes of other libraries may ignore them. */
const EVERY_CLASS = ["reversedInput", "format"];

/**
 * Returns the settings that a class reads but did not get, and the first setting that is 0 or less. Throws PARAMETER_OUT_OF_RANGE for
 * NaN, and for a setting that the class does not read while another one is missing, since the class would silently use a default.
 */
function checkSettings(study: StudyClass, name: string, config: object): Omit<StudyInfo, "name"> {
  const numbers = Object.entries(config).filter((entry): entry is [string, number] => typeof entry[1] === "number");
  for (const [setting, value] of numbers)
    if (Number.isNaN(value)) throw parameterError(`${setting} of ${name}`, "a number", value);
  const read = settingsRead(study, name, config);
  const given = Object.entries(config).flatMap(([setting, value]) => (value === undefined ? [] : [setting]));
  const missing = read.filter((setting) => !given.includes(setting));
  const unread = given.find((setting) => !read.includes(setting) && !EVERY_CLASS.includes(setting));
  if (unread !== undefined && missing.length > 0)
    throw parameterError(`parameter of ${name}`, `one of ${read.join(", ")}`, unread);
  return { missing, tooSmall: numbers.find(([, value]) => value <= 0) };
}

/** Returns the settings that a class reads when it is created and run. A class that copies its settings reads all of them. */
function settingsRead(study: StudyClass, name: string, config: object): string[] {
  const read = new Set<string>();
  const observed = (input: object) =>
    new Proxy(input, {
      get(target, key) {
        if (typeof key === "string") read.add(key);
        return Reflect.get(target, key) as unknown;
      },
      has(target, key) {
        if (typeof key === "string") read.add(key);
        return key in target;
      },
      ownKeys(target) {
        for (const key of Object.keys(target)) read.add(key);
        return Reflect.ownKeys(target);
      },
    });
  const info = { name, missing: [] };
  try {
    trialOutputs(classFactory(study, info, config, observed), info);
  } catch {
    // The failure is ignored here, since the later trial run without the proxy reports it.
  }
  return [...read].filter((setting) => !(setting in NO_DATA || EVERY_CLASS.includes(setting) || setting in {}));
}

function namesOf(value: unknown): string[] {
  if (typeof value === "number" || typeof value === "boolean") return ["value"];
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}

function partOf(value: unknown, output: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[output] : value;
}

/** Returns one output of a value as a number, or NaN if it is missing. */
function numberOf(value: unknown, output: string): number {
  const part = partOf(value, output);
  if (typeof part === "boolean") return Number(part);
  return typeof part === "number" && part - part === 0 ? part : NaN;
}

/** Returns the value of a bar. A bar with a missing input has no value, and is not passed to the class. */
function valueOf(feed: Feed, bar: readonly number[]): unknown {
  for (const input of bar) if (input - input !== 0) return undefined;
  return feed(bar);
}

/** Returns the settings as text, including the source of functions, so that different settings give different texts. */
function settingsText(config: object): string {
  const text = JSON.stringify(config, (_, value: unknown) => (typeof value === "function" ? String(value) : value));
  return text === "{}" ? "" : text;
}

/** Stream of a class. Instances cannot be copied, so a snapshot contains all bars, and restoring replays them in a new instance. */
class StudyStream extends Stream {
  /** The inputs of all bars so far, one bar after the other. */
  bars: Column = missingColumn(64);
  length = 0;
  readonly #factory: StudyFactory;
  readonly #names: readonly string[] | undefined;
  #feed: Feed;

  /** Creates the stream. `names` are the outputs of the class; undefined if its values are numbers. */
  constructor(factory: StudyFactory, names: readonly string[] | undefined) {
    super();
    this.#factory = factory;
    this.#names = names;
    this.#feed = factory.feed();
  }

  update(...inputs: number[]): unknown {
    const next = this.length + inputs.length;
    if (next > this.bars.length) this.bars = growColumn(this.bars, Infinity);
    this.bars.set(inputs, this.length);
    this.length = next;
    return this.#named(valueOf(this.#feed, inputs));
  }

  override peek(...inputs: number[]): unknown {
    return this.#named(valueOf(this.#replayed(), inputs));
  }

  override restore(state: State): void {
    super.restore(state);
    this.#feed = this.#replayed();
  }

  #replayed(): Feed {
    const feed = this.#factory.feed();
    const width = this.#factory.inputs.length;
    for (let i = 0; i < this.length; i += width) valueOf(feed, [...this.bars.subarray(i, i + width)]);
    return feed;
  }

  #named(value: unknown): unknown {
    if (this.#names === undefined) return numberOf(value, "value");
    return Object.fromEntries(this.#names.map((name) => [name, numberOf(value, name)]));
  }
}
