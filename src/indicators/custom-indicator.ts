import { checkOptions, type OptionNames } from "../primitives/check-options.ts";
import { checkParams } from "../primitives/check-params.ts";
import { checkWhole, parameterError } from "../primitives/check.ts";
import type { Column } from "../primitives/column.ts";
import { type ParamSpecs, type ParamValues, resolveParams } from "../primitives/param.ts";
import { defineIndicator as define, type Indicator } from "./define.ts";
import type { IndicatorCategory, IndicatorSpec, InputNames, OutputSpecs, PerInput } from "./spec.ts";

/**
 * Makes an indicator of your own. Its `batch` gets copies of the input columns, so writing to them changes nothing, and outputs filled with NaN: a
 * value that it does not write is missing. A run computes it again on a few truncations of its inputs and refuses it with LOOKAHEAD_FOUND where a
 * value changes with the bars that follow.
 *
 * Throws SETTING_INVALID for a misspelled name and PARAMETER_OUT_OF_RANGE for a value that a specification cannot have.
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
    for (const out of outs) out.fill(NaN);
    const returned: unknown = spec.batch(inputs, params, outs);
    // A function of one expression, such as out.set or out.fill, may return what it wrote to.
    if (returned === undefined || returned === outs || outs.includes(returned as Column)) return;
    const what = "nothing: write each value into its output, as outs[0][bar] = value";
    throw parameterError(`what batch of ${spec.name} returns`, what, returned);
  };
  return define({ ...spec, batch }, true);
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
  const { name, category, inputs, params, outputs, memory } = spec;
  if (typeof name !== "string" || name === "") throw parameterError("name of an indicator", "text", name);
  const checkWord = (member: string, value: unknown, words: readonly string[]): void => {
    if (!words.includes(value as string))
      throw parameterError(`${member} of ${name}`, `one of ${words.join(", ")}`, value);
  };
  checkWord("category", category, Object.keys(CATEGORIES));
  checkWord("memory", memory, ["window", "recursive"]);
  if (!Array.isArray(inputs) || inputs.length === 0)
    throw parameterError(`inputs of ${name}`, 'a list of names, such as ["source"]', inputs);
  if (Object(outputs) !== outputs || Object.keys(outputs).length === 0)
    throw parameterError(`outputs of ${name}`, "an object of outputs by name", outputs);
  checkParams(name, params);
  for (const member of ["warmup", "batch", "stream"] as const)
    if (typeof spec[member] !== "function") throw parameterError(`${member} of ${name}`, "a function", spec[member]);
  const first: unknown = spec.warmup(resolveParams(name, params, {}));
  for (const output of Object.keys(outputs)) {
    const isSingle = "value" in outputs;
    const bars = isSingle ? first : (first as Readonly<Record<string, unknown>> | undefined)?.[output];
    checkWhole(`warmup of ${name}${isSingle ? "" : ` for ${output}`}`, bars, 0);
  }
}
