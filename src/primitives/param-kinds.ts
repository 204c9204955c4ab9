import { checkNumber, checkInteger, parameterError } from "./check.ts";

/** Fields that parameters of every kind have. */
interface AnyParam<T> {
  readonly default: T;
  readonly description?: string;
  /** Returns the value. Throws `PARAMETER_OUT_OF_RANGE` with the parameter, the rule and the value found. */
  check(parameter: string, value: unknown): T;
}

/** A whole number, such as a period in bars. */
export interface IntegerParam extends AnyParam<number> {
  readonly kind: "integer";
  readonly min: number;
  readonly max: number;
}

/** A finite number, such as a multiple of the standard deviation. */
export interface NumberParam extends AnyParam<number> {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
}

/** One of several words. */
export interface ChoiceParam<T extends string = string> extends AnyParam<T> {
  readonly kind: "choice";
  readonly choices: readonly T[];
}

/** True or false. */
export interface BooleanParam extends AnyParam<boolean> {
  readonly kind: "boolean";
}

/** Any text. */
export interface TextParam extends AnyParam<string> {
  readonly kind: "text";
}

/* There is one function per kind of parameter, so that a web page bundles only the kinds that it uses. */

/** Declares a whole number from `min` (default 1) to `max`. */
export function integer(spec: { default: number; min?: number; max?: number; description?: string }): IntegerParam {
  return { kind: "integer", min: 1, max: 1e9, ...spec, check: checkIntegerParam };
}

function checkIntegerParam(this: IntegerParam, parameter: string, value: unknown): number {
  return checkInteger(parameter, value, this.min, this.max);
}

/** Declares a finite number from `min` to `max`, both optional. */
export function number(spec: { default: number; min?: number; max?: number; description?: string }): NumberParam {
  return { kind: "number", min: -Infinity, max: Infinity, ...spec, check: checkNumberParam };
}

function checkNumberParam(this: NumberParam, parameter: string, value: unknown): number {
  return checkNumber(parameter, value, this.min, this.max);
}

/** Declares a choice of words. */
export function choice<const T extends string>(
  choices: readonly T[],
  spec: { default: NoInfer<T>; description?: string },
): ChoiceParam<T> {
  return { kind: "choice", choices, ...spec, check: checkChoiceParam<T> };
}

function checkChoiceParam<T extends string>(this: ChoiceParam<T>, parameter: string, value: unknown): T {
  if (this.choices.includes(value as T)) return value as T;
  throw parameterError(parameter, `one of ${this.choices.join(", ")}`, value);
}

/** Declares a parameter that is true or false. */
export function boolean(spec: { default: boolean; description?: string }): BooleanParam {
  return { kind: "boolean", ...spec, check: checkBooleanParam };
}

function checkBooleanParam(parameter: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw parameterError(parameter, "true or false", value);
}

/** Declares a text parameter. */
export function text(spec: { default: string; description?: string }): TextParam {
  return { kind: "text", ...spec, check: checkTextParam };
}

function checkTextParam(parameter: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw parameterError(parameter, "text", value);
}
