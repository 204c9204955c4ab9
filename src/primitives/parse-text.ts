import { parameterError } from "./check.ts";
import type { Param } from "./param.ts";

/* Values that a text stands for, as flags, variables of the environment and files give them. */

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Whether text is a number in digits, such as `-1.5` or `1e6`. */
export function isNumberText(text: string): boolean {
  return NUMBER.test(text);
}

/** The number that a text spells. Throws PARAMETER_OUT_OF_RANGE: `--cash must be a number, was "much"`. */
export function parseNumber(option: string, text: string): number {
  if (isNumberText(text)) return Number(text);
  throw parameterError(option, "a number", text);
}

/** One of some words. Throws PARAMETER_OUT_OF_RANGE: `--basis must be one of raw, split_adjusted, was "adjusted"`. */
export function parseChoice<T extends string>(option: string, words: readonly T[], text: string): T {
  const word = words.find((one) => one === text);
  if (word !== undefined) return word;
  throw parameterError(option, `one of ${words.join(", ")}`, text);
}

/**
 * A value as its parameter's kind reads it. Text that this kind cannot read stays text, so that whoever owns the parameter says what
 * it must be.
 */
export function parseParamValue(param: Param | undefined, text: string): number | string | boolean {
  switch (param?.kind) {
    case "integer":
    case "number":
      return isNumberText(text) ? Number(text) : text;
    case "boolean":
      return text === "true" || (text === "false" ? false : text);
    case "choice":
    case "text":
    case undefined:
      return text;
  }
}
