import { repeatedParameterError, parameterError } from "../../primitives/check.ts";
import { isNumberText, parseNumber, parseChoice, parseParamValue } from "../../primitives/parse-text.ts";
import type { ParamSpecs } from "../../primitives/param.ts";
import { parseInstant } from "../../time/instant.ts";
import { namedTime } from "../../time/named-time.ts";

/** Returns a parser that accepts only these words, and throws `--basis must be one of raw, split_adjusted, was "adjusted"`. */
export function choiceOption<T extends string>(option: string, words: readonly T[]): (text: string) => T {
  return (text) => parseChoice(option, words, text);
}

/** Returns a parser that accepts only numbers, and throws `--cash must be a number, was "much"`. */
export function numberOption(option: string): (text: string) => number {
  return (text) => parseNumber(option, text);
}

/** Returns a parser of a number above 0, such as a price increment. */
export function positiveOption(option: string): (text: string) => number {
  return (text) => {
    const value = isNumberText(text) ? Number(text) : NaN;
    if (value > 0 && Number.isFinite(value)) return value;
    throw parameterError(option, "a number above 0", isNumberText(text) ? value : text);
  };
}

/** Returns a parser of a whole number, above 0 by default, such as an order id. */
export function wholeOption(option: string, min = 1, max = Infinity): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    const range = max === Infinity ? `above ${min - 1}` : `from ${min} to ${max}`;
    throw parameterError(option, `a whole number ${range}`, text);
  };
}

/**
 * Parses a time to epoch milliseconds. A time without `Z` or an offset is local to the zone. Throws DATE_INVALID with the option's name.
 */
export function optionInstant(option: string, text: string, zone: string): number {
  return namedTime(option, () => parseInstant(text, zone));
}

/** Name and value of a strategy parameter, as written on the command line. */
export interface WrittenParam {
  readonly name: string;
  readonly text: string;
}

/** Parses `NAME=VALUE` and appends it to the previous parameters. */
export function paramOption(text: string, before: readonly WrittenParam[] = []): WrittenParam[] {
  const at = text.indexOf("=");
  if (at <= 0) throw parameterError("--param", "NAME=VALUE", text);
  const name = text.slice(0, at);
  if (before.some((param) => param.name === name)) throw repeatedParameterError(`--param ${name}`);
  return [...before, { name, text: text.slice(at + 1) }];
}

/** Converts parameters to the types that the strategy declares. Keeps unknown names, which the strategy later rejects. */
export function typedParams(specs: ParamSpecs, written: readonly WrittenParam[]): Record<string, unknown> {
  const specOf = (name: string) => (Object.hasOwn(specs, name) ? specs[name] : undefined);
  return Object.fromEntries(written.map(({ name, text }) => [name, parseParamValue(specOf(name), text)]));
}
