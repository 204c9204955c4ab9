import { repeatedParameterError, parameterError } from "../../primitives/check.ts";
import { isNumberText, parseNumber, parseChoice, parseParamValue } from "../../primitives/parse-text.ts";
import type { ParamSpecs } from "../../primitives/param.ts";
import { parseInstant } from "../../time/instant.ts";
import { namedTime } from "../../time/named-time.ts";

/** A reader of one of some words. Throws PARAMETER_OUT_OF_RANGE: `--basis must be one of raw, split_adjusted, was "adjusted"`. */
export function choiceOption<T extends string>(option: string, words: readonly T[]): (text: string) => T {
  return (text) => parseChoice(option, words, text);
}

/** A reader of the number that follows an option. Throws PARAMETER_OUT_OF_RANGE: `--cash must be a number, was "much"`. */
export function numberOption(option: string): (text: string) => number {
  return (text) => parseNumber(option, text);
}

/** The same for a number above 0, such as the step of a quantity. */
export function positiveOption(option: string): (text: string) => number {
  return (text) => {
    const value = isNumberText(text) ? Number(text) : NaN;
    if (value > 0 && Number.isFinite(value)) return value;
    throw parameterError(option, "a number above 0", isNumberText(text) ? value : text);
  };
}

/** The same for a whole number above 0, such as the number of an order. */
export function wholeOption(option: string, least = 1, most = Infinity): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    if (value >= least && value <= most) return value;
    const range = most === Infinity ? `above ${least - 1}` : `from ${least} to ${most}`;
    throw parameterError(option, `a whole number ${range}`, text);
  };
}

/**
 * The instant that followed an option, epoch milliseconds; without `Z` or an offset a time of the zone. Throws DATE_INVALID, and names the option.
 */
export function optionInstant(option: string, text: string, zone: string): number {
  return namedTime(option, () => parseInstant(text, zone));
}

/** A strategy's parameter as it was written. */
export interface WrittenParam {
  readonly name: string;
  readonly text: string;
}

/** Reads `NAME=VALUE` and adds it to those before. */
export function paramOption(text: string, before: readonly WrittenParam[] = []): WrittenParam[] {
  const at = text.indexOf("=");
  if (at <= 0) throw parameterError("--param", "NAME=VALUE", text);
  const name = text.slice(0, at);
  if (before.some((param) => param.name === name)) throw repeatedParameterError(`--param ${name}`);
  return [...before, { name, text: text.slice(at + 1) }];
}

/** Parameters by name, each read as the strategy's own specs say. A name that it does not have stays, for the strategy to refuse. */
export function typedParams(specs: ParamSpecs, written: readonly WrittenParam[]): Record<string, unknown> {
  const specOf = (name: string) => (Object.hasOwn(specs, name) ? specs[name] : undefined);
  return Object.fromEntries(written.map(({ name, text }) => [name, parseParamValue(specOf(name), text)]));
}
