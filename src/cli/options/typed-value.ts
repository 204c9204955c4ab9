import type { Param } from "../../primitives/param.ts";
import { isNumberText } from "./number.ts";

/**
 * A value as its parameter's kind reads it. Text that this kind cannot read stays text, so that whoever owns the parameter says what
 * it must be.
 */
export function typedValue(param: Param | undefined, text: string): number | string | boolean {
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
