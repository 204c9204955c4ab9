import { parameterError } from "../../primitives/check.ts";
import { isNumberText, readNumber } from "../../primitives/from-text.ts";

/** A reader of the number that follows an option. Throws PARAMETER_OUT_OF_RANGE: `--cash must be a number, was "much"`. */
export function numberOption(option: string): (text: string) => number {
  return (text) => readNumber(option, text);
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
export function wholeOption(option: string): (text: string) => number {
  return (text) => {
    if (/^\d+$/.test(text) && Number(text) > 0) return Number(text);
    throw parameterError(option, "a whole number above 0", text);
  };
}
