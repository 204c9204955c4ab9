import { checkOptions, type OptionNames } from "../primitives/check-options.ts";
import { checkParams } from "../primitives/check-params.ts";
import { checkNumber, checkInteger, parameterError } from "../primitives/check.ts";
import { type Column, toColumn, missingColumn, type Numbers, growColumn } from "../primitives/column.ts";
import { type ParamSpecs, type ParamValues, resolveParams } from "../primitives/param.ts";
import { isRecord } from "../primitives/state.ts";
import { defineIndicator as define, type Indicator } from "./define.ts";
import type { IndicatorCategory, IndicatorSpec, InputNames, OutputSpec, OutputSpecs, PerInput } from "./spec.ts";
import { Stream } from "./stream.ts";

/**
 * Defines a custom indicator. `batch` gets copies of the input columns, and output columns filled with NaN: a value that `batch` does not
 * write is missing. A run computes the indicator again on a few truncated inputs. The run fails with LOOKAHEAD_FOUND if a value differs
 * when later bars are missing.
 *
 * Throws SETTING_INVALID for a misspelled field and suggests the right name. Throws PARAMETER_OUT_OF_RANGE for a field that is missing or
 * has an invalid value.
 *
 * @example
 * const momentum = defineIndicator({ name: "mom", title: "Momentum", category: "momentum", inputs: ["source"], ... });
 * momentum(close, 10); // a column
 * momentum.stream(10).update(101.5); // one bar
 */
export function defineIndicator<const I extends InputNames, const P extends ParamSpecs, const O extends OutputSpecs<I>>(
  spec: IndicatorSpec<I, P, O>,
): Indicator<I, P, O> {
  checkSpec(spec);
  const batch = (inputs: PerInput<I, Column>, params: ParamValues<P>, outs: readonly Column[]): void => {
    // An output declared as `extra` may have no column.
    for (const out of outs) (out as Column | undefined)?.fill(NaN);
    const copies = inputs.map((input) => input.slice()) as unknown as typeof inputs;
    const returned: unknown = spec.batch(copies, params, outs);
    // A function of one expression may return the column that it wrote to, as `out.set(…)` or `out.fill(…)` do.
    if (returned === undefined || returned === outs || outs.includes(returned as Column)) return;
    const what = "undefined (write each value into its output, as in outs[0][bar] = value)";
    throw parameterError(`result of batch of ${spec.name}`, what, returned);
  };
  return define({ ...spec, batch }, true);
}

/** Options of `indicator`. */
export interface ColumnFunctionOptions {
  /** Name of the indicator. Default: the name of the function. */
  readonly name?: string;
}

/**
 * Turns a function from columns to a column of the same length into an indicator, for columns and for nodes of a strategy.
 * It has no parameters; the function can use variables of its scope. NaN means that a value is missing.
 *
 * With `evaluation: "live"` the function gets all bars so far at each bar; use `defineIndicator` for a faster stream. A
 * run fails with LOOKAHEAD_FOUND if the function reads later bars. Throws PARAMETER_OUT_OF_RANGE for a function without a
 * name, and for a result that is no column of the same length.
 *
 * @example
 * const spread = indicator(function spread(high, low) {
 *   return high.map((value, bar) => value - low[bar]!);
 * });
 * spread(bars.high, bars.low); // a column
 */
export function indicator<Columns extends [Column, ...Column[]]>(
  of: (...columns: Columns) => Numbers,
  options: ColumnFunctionOptions = {},
): Indicator<{ readonly [K in keyof Columns]: string }, Record<never, never>, { readonly value: OutputSpec }> {
  const { name = (of as { readonly name?: string } | undefined)?.name } = checkOptions("indicator", options, {
    name: true,
  });
  if (typeof of !== "function" || of.length === 0)
    throw parameterError("argument of indicator", "a function of one or more columns", of);
  if (!isText(name)) throw parameterError("name of an indicator", "the name of its function, or the option name", name);
  const inputs = of.length === 1 ? ["source"] : Array.from({ length: of.length }, (_, i) => `column ${i + 1}`);
  const computed = (columns: readonly Column[]): Column => {
    const column = toColumn(`result of ${name}`, of(...(columns as Columns)));
    if (column.length === columns[0]!.length) return column;
    throw parameterError(`result of ${name}`, `of length ${columns[0]!.length}`, column);
  };
  return defineIndicator({
    name,
    title: name,
    category: "price",
    inputs,
    params: {},
    outputs: { value: { title: name, scale: "none" } },
    memory: "recursive",
    warmup: () => 0,
    batch: (columns: readonly Column[], _params: unknown, [out]: readonly Column[]) => out!.set(computed(columns)),
    stream: () => new Recomputed(inputs.length, computed),
  } as AnySpec) as never;
}

/** Stream of a function of whole columns. At each bar it calls the function again with all bars so far. */
class Recomputed extends Stream<number> {
  length = 0;
  declare readonly inputs: Column[];
  readonly #computed: (columns: readonly Column[]) => Column;

  constructor(count: number, computed: (columns: readonly Column[]) => Column) {
    super();
    this.inputs = Array.from({ length: count }, () => missingColumn(64));
    this.#computed = computed;
  }

  update(...bar: number[]): number {
    this.inputs.forEach((column, i) => {
      if (this.length === column.length) this.inputs[i] = growColumn(column, Infinity);
      this.inputs[i]![this.length] = bar[i]!;
    });
    this.length++;
    return this.#computed(this.inputs.map((column) => column.slice(0, this.length)))[this.length - 1]!;
  }
}

// eslint-disable-next-line typescript/no-explicit-any -- read by name only
type AnySpec = IndicatorSpec<any, any, any>;

const MEMBERS: OptionNames<AnySpec> = {
  name: true,
  title: true,
  category: true,
  inputs: true,
  params: true,
  outputs: true,
  compat: true,
  memory: true,
  compounds: true,
  warmup: true,
  stableAfter: true,
  cost: true,
  batch: true,
  stream: true,
};

const OUTPUT_MEMBERS: OptionNames<OutputSpec> = {
  title: true,
  scale: true,
  range: true,
  undefinedWhen: true,
  extra: true,
};

const CATEGORIES: Readonly<Record<IndicatorCategory, true>> = {
  average: true,
  momentum: true,
  pattern: true,
  price: true,
  statistic: true,
  trend: true,
  volatility: true,
  volume: true,
};

function checkSpec(spec: AnySpec): void {
  checkOptions("defineIndicator", spec, MEMBERS);
  const { name, title, category, inputs, params, outputs, compat, memory } = spec;
  const must = (member: string, mustBe: string, fits: boolean, value: unknown): void => {
    if (!fits) throw parameterError(`${member} of ${name}`, mustBe, value);
  };
  const mustBeOneOf = (member: string, words: readonly unknown[], value: unknown): void =>
    must(member, `one of ${words.join(", ")}`, words.includes(value), value);
  if (!isText(name)) throw parameterError("name of an indicator", "text", name);
  must("title", "text", isText(title), title);
  mustBeOneOf("category", Object.keys(CATEGORIES), category);
  mustBeOneOf("memory", ["window", "recursive"], memory);
  const isList = Array.isArray(inputs) && inputs.length > 0 && inputs.every(isText);
  must("inputs", 'a list of names, such as ["source"]', isList && new Set(inputs).size === inputs.length, inputs);
  must("outputs", "an object of outputs by name", isRecord(outputs) && Object.keys(outputs).length > 0, outputs);
  for (const [outputName, output] of Object.entries(outputs as Readonly<Record<string, OutputSpec>>))
    checkOutput(`output ${outputName} of ${name}`, output, inputs as readonly string[]);
  checkParams(name, params);
  const defaults = resolveParams(name, params, {});
  if (compat !== undefined) {
    checkOptions(`compat of ${name}`, compat, { talib: true, tradingview: true });
    for (const preset of Object.values(compat))
      resolveParams(name, params, preset as Readonly<Record<string, unknown>>);
  }
  if (spec.compounds !== undefined) mustBeOneOf("compounds", [true], spec.compounds);
  if (spec.cost !== undefined) mustBeOneOf("cost", ["period"], spec.cost);
  for (const member of ["warmup", "batch", "stream", "stableAfter"] as const)
    if (member !== "stableAfter" || spec.stableAfter !== undefined)
      must(member, "a function", typeof spec[member] === "function", spec[member]);
  const first: unknown = spec.warmup(defaults);
  for (const output of Object.keys(outputs)) {
    const isSingle = "value" in outputs;
    const bars = isSingle ? first : (first as Readonly<Record<string, unknown>> | undefined)?.[output];
    checkInteger(`warmup of ${name}${isSingle ? "" : ` for ${output}`}`, bars, 0);
  }
}

function checkOutput(what: string, output: OutputSpec, inputs: readonly string[]): void {
  if (!isRecord(output)) throw parameterError(what, 'an object, such as { title: "Gap", scale: { price: 0 } }', output);
  checkOptions(what, output, OUTPUT_MEMBERS);
  const { title, scale, range } = output as { title: unknown; scale: unknown; range?: readonly unknown[] };
  if (!isText(title)) throw parameterError(`title of ${what}`, "text", title);
  const groups = new Set(
    inputs.filter((input) => input !== "anchor").map((input) => (PRICES.includes(input) ? "price" : input)),
  );
  if (scale !== "none") {
    const degrees = [...groups].map((group) => `${group}: 1`).join(", ");
    if (!isRecord(scale)) throw parameterError(`scale of ${what}`, `"none", or degrees such as { ${degrees} }`, scale);
    checkOptions(`scale of ${what}`, scale, Object.fromEntries(Array.from(groups, (group) => [group, true])));
    for (const group of groups) checkNumber(`${group} in scale of ${what}`, scale[group]);
  }
  const isRange = range === undefined || (Array.isArray(range) && range.length === 2 && range[0]! <= range[1]!);
  if (!isRange) throw parameterError(`range of ${what}`, "the lowest and the highest value, such as [0, 100]", range);
}

/** Names of the inputs that are prices, which are scaled together. */
const PRICES: readonly string[] = ["open", "high", "low", "close"];

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
