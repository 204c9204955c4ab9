import { checkNumber, checkInteger, parameterError } from "./check.ts";

/** What all kinds have in common: how a value is checked, by the kind itself. */
interface AnyParam<T> {
  readonly default: T;
  readonly description?: string;
  /** The value, or PARAMETER_OUT_OF_RANGE that names the parameter, what it must be and what it was. */
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

/** One of a closed list of words. */
export interface ChoiceParam<T extends string = string> extends AnyParam<T> {
  readonly kind: "choice";
  readonly choices: readonly T[];
}

/** Yes or no. */
export interface BooleanParam extends AnyParam<boolean> {
  readonly kind: "boolean";
}

/** Any text. */
export interface TextParam extends AnyParam<string> {
  readonly kind: "text";
}

/* Functions of their own, so that a page brings along only the kinds that it uses. */

/** A whole number from `min`, 1 unless given, to `max`. */
export function integer(spec: { default: number; min?: number; max?: number; description?: string }): IntegerParam {
  return { kind: "integer", min: 1, max: 1e9, ...spec, check: checkIntegerParam };
}

function checkIntegerParam(this: IntegerParam, parameter: string, value: unknown): number {
  return checkInteger(parameter, value, this.min, this.max);
}

/** A finite number from `min` to `max`, where they are given. */
export function number(spec: { default: number; min?: number; max?: number; description?: string }): NumberParam {
  return { kind: "number", min: -Infinity, max: Infinity, ...spec, check: checkNumberParam };
}

function checkNumberParam(this: NumberParam, parameter: string, value: unknown): number {
  return checkNumber(parameter, value, this.min, this.max);
}

/** One of these words. */
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

/** Yes or no. */
export function boolean(spec: { default: boolean; description?: string }): BooleanParam {
  return { kind: "boolean", ...spec, check: checkBooleanParam };
}

function checkBooleanParam(parameter: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw parameterError(parameter, "true or false", value);
}

/** Any text. */
export function text(spec: { default: string; description?: string }): TextParam {
  return { kind: "text", ...spec, check: checkTextParam };
}

function checkTextParam(parameter: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw parameterError(parameter, "text", value);
}
