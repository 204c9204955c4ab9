import { defineIndicator, type Indicator } from "../indicators/define.ts";
import type { GraphNode } from "../indicators/node.ts";
import type { InputNames } from "../indicators/spec.ts";
import { Stream } from "../indicators/stream.ts";
import { parameterError } from "../primitives/check.ts";
import type { HindcastError } from "../primitives/errors.ts";
import { missingColumn, growColumn, type Column } from "../primitives/column.ts";
import { SeededRandom } from "../primitives/random.ts";
import type { State } from "../primitives/state.ts";

/** A class of technicalindicators, or any other one that is fed by `nextValue`. */
export type StudyClass<Config = never, Value = unknown> = new (config: Config) => {
  nextValue(...inputs: never[]): Value;
};

/** A candlestick pattern of technicalindicators: whether the last of some bars completes it. */
export type PatternFunction = (bars: PatternBars) => boolean;

/** The last few bars, as columns. */
interface PatternBars {
  open: number[];
  high: number[];
  low: number[];
  close: number[];
}

/** What a study is told besides its data. */
type ConfigOf<Class> =
  Class extends StudyClass<infer Config> ? Partial<Omit<Config & object, keyof typeof NO_DATA>> : object;

/** One thing for a study of one value, else a record of one thing for each of its values. */
type PerValue<Value, T> = [NonNullable<Value>] extends [number | boolean]
  ? T
  : { readonly [Name in Exclude<keyof NonNullable<Value>, "reversedInput" | "format"> & string]-?: T };

type ValueOf<Study> = Study extends StudyClass<never, infer Value> ? Value : boolean;

/** Prices by name, such as bars and what a strategy's graph starts from. */
interface Prices<T> {
  readonly open?: T;
  readonly high?: T;
  readonly low?: T;
  readonly close?: T;
  readonly volume?: T;
}

/** A study as an indicator of ours: called on columns it gives columns, called on nodes it gives nodes. */
export interface StudyIndicator<Value = unknown> extends Omit<Indicator, "into" | "stream" | "warmup"> {
  (...columns: Column[]): PerValue<Value, Column>;
  (...nodes: GraphNode[]): PerValue<Value, GraphNode>;
  (bars: Prices<Column>): PerValue<Value, Column>;
  (bars: Prices<GraphNode>): PerValue<Value, GraphNode>;
  stream(): StudyStream;
  /** Index of the first value. */
  warmup(): PerValue<Value, number>;
}

/** Empty data for constructors, which read these whether they need them or not. */
const NO_DATA = { values: [], open: [], high: [], low: [], close: [], volume: [], timestamp: [], lineA: [], lineB: [] };

const FIELDS = ["open", "high", "low", "close", "volume"] as const;

/** No pattern of technicalindicators looks at more bars. */
const PATTERN_BARS = 5;

/** Bars that are shown to a study to see which prices it reads. */
const TRIAL = 64;

/** A study that has no value after so many bars has none. */
const PATIENCE = 10_000;

/**
 * Turns a class of technicalindicators into an indicator: a function of columns and a node of a strategy's graph. Values are
 * those of its `nextValue`, bar by bar, so that it cannot look ahead; `NaN` stands where it gives `undefined`.
 *
 * - Inputs are found by trying: `high`, `low`, `close` and so on where it reads them of a bar, in this order: open, high, low,
 *   close, volume; `source` where it takes a number; `source` and `other` where it takes two lines.
 * - Outputs have the names of the class. True and false are 1 and 0.
 * - A bar with a missing input is not given to it and has no value.
 * - A candlestick pattern, which is a function there, is 1 where the last five bars complete it.
 * - The values have no declared scale: over splits they are not restated.
 *
 * Throws PARAMETER_OUT_OF_RANGE for what cannot be fed bar by bar, such as `VolumeProfile`, for settings that give no value, and for a setting
 * that a class does not read while one that it reads is not given, such as a misspelled one. A value that is one number on every bar, for want of
 * a setting or for one that is 0, counts as none.
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
  const who: Asked = { name, ...(isClass(study) ? checkSettings(study, name, config) : { missing: [] }) };
  const make = isClass(study) ? classMaker(study, who, config) : patternMaker(study as PatternFunction, who);
  const outputs = trialOf(make, who);
  const names = Object.keys(outputs);
  const only = names.length === 1 && names[0] === "value";
  return defineIndicator(
    {
      name: `${name}(${textOf(config)})`,
      title: name,
      category: "statistic",
      inputs: make.inputs,
      params: {},
      outputs: Object.fromEntries(names.map((output) => [output, { title: output, scale: "none" as const }])),
      memory: "recursive",
      warmup: () => (only ? outputs["value"]! : outputs) as never,
      batch(columns: readonly Column[], _: unknown, outs: readonly Column[]) {
        const feed = make.feed();
        const bar: number[] = [];
        for (let i = 0; i < columns[0]!.length; i++) {
          for (let c = 0; c < columns.length; c++) bar[c] = columns[c]![i]!;
          const value = valueOf(feed, bar);
          for (let o = 0; o < outs.length; o++) outs[o]![i] = numberOf(value, names[o]!);
        }
      },
      stream: () => new StudyStream(make, only ? undefined : names) as unknown as Stream<never>,
    },
    // Two classes of one name and configuration are two indicators, as any code that is not this library's.
    true,
  ) as unknown as StudyIndicator<ValueOf<Class>>;
}

/** Takes a bar and returns what the study says of it. */
type Feed = (bar: readonly number[]) => unknown;

/** A study on trial, for messages: its name, and settings that it reads and was not given. */
interface Asked {
  readonly name: string;
  readonly missing: readonly string[];
  /** A setting that was given as 0 or less. */
  readonly tooSmall?: readonly [setting: string, value: number] | undefined;
}

/** Makes fresh studies with their names for inputs. */
interface Maker {
  readonly inputs: InputNames;
  feed(): Feed;
}

function isClass(study: StudyClass | PatternFunction): study is StudyClass {
  const { prototype } = study as { readonly prototype?: { readonly nextValue?: unknown } };
  return typeof prototype?.nextValue === "function";
}

function classMaker(study: StudyClass, who: Asked, config: object, watched = (input: object) => input): Maker {
  const fresh = () => {
    const empty = Object.fromEntries(Object.keys(NO_DATA).map((field) => [field, []]));
    return new study(watched({ ...config, ...empty }) as never) as { nextValue(...inputs: unknown[]): unknown };
  };
  if (study.prototype.nextValue.length >= 2)
    return {
      inputs: ["source", "other"],
      feed() {
        const running = fresh();
        return ([source, other]) => running.nextValue(source, other);
      },
    };
  const fields = asked(who, () => fieldsRead(fresh()));
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
      // A new object for each bar: studies keep the bar before.
      return (bar) => running.nextValue(Object.fromEntries(fields.map((field, place) => [field, bar[place]])));
    },
  };
}

/** The prices of a bar that a study reads; none for one that takes a number. */
function fieldsRead(study: { nextValue(...inputs: unknown[]): unknown }): string[] {
  const read = new Set<string>();
  for (const row of trialBars(TRIAL)) {
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

function patternMaker(pattern: PatternFunction, who: Asked): Maker {
  const maker: Maker = {
    inputs: ["open", "high", "low", "close"],
    feed() {
      const last: PatternBars = { open: [], high: [], low: [], close: [] };
      return (bar) => {
        maker.inputs.forEach((field, place) => {
          const column = last[field as keyof PatternBars];
          column.push(bar[place]!);
          if (column.length > PATTERN_BARS) column.shift();
        });
        if (last.close.length < PATTERN_BARS) return undefined;
        return pattern({ open: [...last.open], high: [...last.high], low: [...last.low], close: [...last.close] });
      };
    },
  };
  const feed = maker.feed();
  const answers = asked(who, () => Array.from(trialBars(PATTERN_BARS), (row) => feed(row.slice(0, 4))));
  if (typeof answers.at(-1) !== "boolean") throw notFed(who, "its answer is not true or false");
  return maker;
}

/** Which outputs a study has, and the bar on which each comes first. */
function trialOf(make: Maker, who: Asked): Record<string, number> {
  const feed = make.feed();
  const found: Record<string, number> = {};
  const isDoubtful = who.missing.length > 0 || who.tooSmall !== undefined;
  /** Outputs that have been one number so far: some classes have 0 on each bar where a setting is missing. */
  const constant = new Map<string, number>();
  const places = make.inputs.map((input) =>
    FIELDS.indexOf(({ source: "close", other: "open" }[input] ?? input) as "open"),
  );
  asked(who, () => {
    let i = -1;
    for (const row of trialBars(PATIENCE)) {
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
  if (outputs.length === 0 || (none !== undefined && who.missing.length > 0)) {
    const which = none === undefined || none === "value" ? "value" : `value of ${none}`;
    throw notFed(who, `it has no ${which} in ${PATIENCE} bars`);
  }
  const [one] = constant;
  if (one !== undefined && isDoubtful) {
    if (who.tooSmall !== undefined)
      throw parameterError(`${who.tooSmall[0]} of ${who.name}`, "a number above 0", who.tooSmall[1]);
    throw notFed(
      who,
      `its ${one[0] === "value" ? "value" : `value of ${one[0]}`} is ${one[1]} on each of ${PATIENCE} bars`,
    );
  }
  return Object.fromEntries(outputs);
}

/** Some bars of a made-up market: open, high, low, close and volume. */
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

/** Asks a study something that it may throw at; technicalindicators throws text. */
function asked<T>(who: Asked, question: () => T): T {
  try {
    return question();
  } catch (error) {
    throw notFed(who, error instanceof Error ? error.message : String(error));
  }
}

function notFed({ name, missing }: Asked, why: string): HindcastError {
  const settings = missing.length > 0 ? `, given the parameters that it reads (missing: ${missing.join(", ")}),` : ",";
  return parameterError(
    "study",
    `a class that is fed bar by bar, by nextValue${settings} or a candlestick pattern`,
    `${name}: ${why}`,
  );
}

/** Settings of every class there, which one of another library may leave unread. */
const EVERY_CLASS = ["reversedInput", "format"];

/**
 * Returns the settings that a class reads and was not given, and one that is too small to be a period. Throws PARAMETER_OUT_OF_RANGE for one that it was
 * given and does not read, where another is missing: that would be a default, or no value, without a word. So would NaN.
 */
function checkSettings(study: StudyClass, name: string, config: object): Omit<Asked, "name"> {
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

/** The names of settings that a class asks for while it is made and fed. One that copies its settings has read all of them. */
function settingsRead(study: StudyClass, name: string, config: object): string[] {
  const read = new Set<string>();
  const watched = (input: object) =>
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
  const who = { name, missing: [] };
  try {
    trialOf(classMaker(study, who, config, watched), who);
  } catch {
    // What it read before it failed is known, and the trial without a watch says why it fails.
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

/** One number of what a study said; NaN for none. */
function numberOf(value: unknown, output: string): number {
  const part = partOf(value, output);
  if (typeof part === "boolean") return Number(part);
  return typeof part === "number" && part - part === 0 ? part : NaN;
}

/** What a study says of a bar; nothing of one with a missing input, which it does not get to see. */
function valueOf(feed: Feed, bar: readonly number[]): unknown {
  for (const input of bar) if (input - input !== 0) return undefined;
  return feed(bar);
}

/** The settings of a study as text, functions too: nodes of one text have one value. */
function textOf(config: object): string {
  const text = JSON.stringify(config, (_, value: unknown) => (typeof value === "function" ? String(value) : value));
  return text === "{}" ? "" : text;
}

/** A study bar by bar. It cannot be copied, so all its bars are kept: a snapshot holds them and feeds a fresh study again. */
class StudyStream extends Stream {
  /** The inputs so far, bar after bar. */
  bars: Column = missingColumn(64);
  length = 0;
  readonly #make: Maker;
  readonly #names: readonly string[] | undefined;
  #feed: Feed;

  /** Without names it has one value. */
  constructor(make: Maker, names: readonly string[] | undefined) {
    super();
    this.#make = make;
    this.#names = names;
    this.#feed = make.feed();
  }

  update(...inputs: number[]): unknown {
    const next = this.length + inputs.length;
    if (next > this.bars.length) this.bars = growColumn(this.bars, Infinity);
    this.bars.set(inputs, this.length);
    this.length = next;
    return this.#named(valueOf(this.#feed, inputs));
  }

  override peek(...inputs: number[]): unknown {
    return this.#named(valueOf(this.#fedAgain(), inputs));
  }

  override restore(state: State): void {
    super.restore(state);
    this.#feed = this.#fedAgain();
  }

  #fedAgain(): Feed {
    const feed = this.#make.feed();
    const width = this.#make.inputs.length;
    for (let i = 0; i < this.length; i += width) valueOf(feed, [...this.bars.subarray(i, i + width)]);
    return feed;
  }

  #named(value: unknown): unknown {
    if (this.#names === undefined) return numberOf(value, "value");
    return Object.fromEntries(this.#names.map((name) => [name, numberOf(value, name)]));
  }
}
