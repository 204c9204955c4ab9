import { parameterError } from "./check.ts";
import type { Param } from "./param.ts";

/* Parsing of text values from flags, environment variables and files. */

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Returns whether text is a decimal number, such as `-1.5` or `1e6`. */
export function isNumberText(text: string): boolean {
  return NUMBER.test(text);
}

/** Parses a number. Throws `PARAMETER_OUT_OF_RANGE`: `--cash must be a number, was "much"`. */
export function parseNumber(option: string, text: string): number {
  if (isNumberText(text)) return Number(text);
  throw parameterError(option, "a number", text);
}

/** Parses one of several choices. Throws `PARAMETER_OUT_OF_RANGE`: `--basis must be one of raw, split_adjusted, was "adjusted"`. */
export function parseChoice<T extends string>(option: string, words: readonly T[], text: string): T {
  const word = words.find((one) => one === text);
  if (word !== undefined) return word;
  throw parameterError(option, `one of ${words.join(", ")}`, text);
}

/**
 * Parses the value of a parameter by its kind. Returns the text if it cannot be parsed, so that the parameter's own check reports the error.
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
