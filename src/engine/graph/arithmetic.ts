import type { ArithmeticSign } from "../../indicators/node.ts";
import { MISSING } from "../../primitives/column.ts";

/** Applies an operator to two numbers. Returns NaN if the result is not finite. */
export function calculate(sign: ArithmeticSign, left: number, right: number): number {
  const result = sign === "+" ? left + right : sign === "-" ? left - right : sign === "*" ? left * right : left / right;
  return finiteOrMissing(result);
}

/** Returns a value, or NaN if it is not finite. */
export function finiteOrMissing(value: number): number {
  return value - value === 0 ? value : MISSING[0]!;
}
