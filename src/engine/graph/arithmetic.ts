import type { ArithmeticSign } from "../../indicators/node.ts";
import { MISSING } from "../../primitives/column.ts";

/** One step of arithmetic on finite numbers; what is not finite counts as missing, before and after. */
export function calculate(sign: ArithmeticSign, left: number, right: number): number {
  const result = sign === "+" ? left + right : sign === "-" ? left - right : sign === "*" ? left * right : left / right;
  return finiteOrMissing(result);
}

export function finiteOrMissing(value: number): number {
  return value - value === 0 ? value : MISSING[0]!;
}
