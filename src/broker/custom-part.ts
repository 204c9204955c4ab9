import { checkOptions } from "../primitives/check-options.ts";
import { parameterError, formatValue } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { mapValues } from "../primitives/record-helpers.ts";
import { digestOf } from "../primitives/sha256.ts";
import type { ModelBar } from "./last-bar.ts";
import type { ModelSettings } from "./model.ts";

/**
 * Options of a custom model: plain values. Results and fingerprints include them, so that runs with different options
 * differ.
 */
export type PartOptions = Readonly<Record<string, number | string | boolean>>;

/** Settings that accept a custom model. */
export type OwnPartSetting = "commission" | "slippage" | "sizing" | "liquidity" | "fills";

/** Custom model, as stored in settings and results. Its functions exist only in the process that defined it. */
export interface CustomPart extends ModelSettings {
  readonly model: "custom";
  readonly name: string;
  /** Options, if it has any. */
  readonly options?: PartOptions;
  /**
   * SHA-256 of the source text of the model's functions. If different functions have equal texts, a number follows the
   * hash.
   */
  readonly hash: string;
}

/** Fields that the definitions of all custom models have. */
export interface PartDefinition<O extends PartOptions> {
  /** Name of the model in results and errors. Threads find the model by this name in the strategy's file. */
  readonly name: string;
  /**
   * Plain values that each function gets as its last argument. Fingerprints do not include variables that a function
   * captures.
   */
  readonly options?: O;
}

type PartFunction = (this: void, given: never, options: never) => unknown;
type PartFunctions = Readonly<Record<string, PartFunction | undefined>>;

/** Key under which a custom model has its functions. Settings that are sent as text or to a thread lose them. */
const FUNCTIONS: unique symbol = Symbol.for("hindcast.part");

interface WithFunctions {
  readonly [FUNCTIONS]?: { readonly setting: OwnPartSetting; readonly functions: PartFunctions };
}

/**
 * Creates the settings of a custom model from its definition, which must have at least one of `functions`. Throws
 * `SETTING_INVALID` for an unknown field, naming the closest one, and `PARAMETER_OUT_OF_RANGE` for a missing field or
 * invalid value.
 */
export function ownPart<O extends PartOptions>(
  setting: OwnPartSetting,
  definition: PartDefinition<O>,
  functions: PartFunctions,
): CustomPart {
  const maker = defineNameOf(setting);
  const members = Object.fromEntries(["name", "options", ...Object.keys(functions)].map((member) => [member, true]));
  checkOptions(maker, definition, members as Record<keyof typeof definition, true>);
  const { name, options } = definition;
  if (typeof name !== "string" || name === "") throw parameterError(`${maker} name`, "a text", name);
  for (const [member, value] of Object.entries(options ?? {}))
    if (!["number", "string", "boolean"].includes(typeof value))
      throw parameterError(`${maker} options.${member}`, "a number, a string, true or false", value);
  const defined = Object.entries(functions).filter(([, one]) => one !== undefined);
  for (const [member, one] of defined)
    if (typeof one !== "function") throw parameterError(`${maker} ${member}`, "a function", one);
  if (defined.length === 0)
    throw parameterError(`${maker} ${Object.keys(functions).join(" or ")}`, "a function", undefined);
  const own: PartFunctions = Object.freeze(Object.fromEntries(defined));
  const part: CustomPart & WithFunctions = {
    model: "custom",
    name,
    ...(Object.keys(options ?? {}).length > 0 && { options: Object.freeze({ ...options }) }),
    hash: hashOf(own),
    [FUNCTIONS]: Object.freeze({ setting, functions: own }),
  };
  return Object.freeze(part);
}

/** Returns the functions of a custom model for a setting. Throws `SETTING_INVALID` if the model has none. */
export function ownFunctions(setting: OwnPartSetting, part: unknown): unknown {
  const carried = (part as WithFunctions)[FUNCTIONS];
  if (carried?.setting === setting) return carried.functions;
  const { name } = part as Partial<CustomPart>;
  const message =
    carried === undefined
      ? `${setting} ${formatValue(name)} has no functions here: pass the return value of ${defineNameOf(setting)}, and export it from the strategy's file for threads and queues`
      : `${setting} must be made by ${defineNameOf(setting)}, was made by ${defineNameOf(carried.setting)}`;
  throw new HindcastError("SETTING_INVALID", message, { setting, name });
}

/** Whether a value is a custom model, with or without functions. */
export function isOwnPart(value: unknown): value is CustomPart {
  return typeof value === "object" && value !== null && (value as Partial<CustomPart>).model === "custom";
}

/**
 * Adds empty functions to custom models of a saved result, so that an execution model can name them. They are never
 * called.
 */
export function withNamesOnly<S extends object>(settings: S): S {
  const named = Object.entries(settings).map(([setting, value]: readonly [string, unknown]) => {
    if (!isOwnPart(value) || (value as WithFunctions)[FUNCTIONS] !== undefined) return [setting, value] as const;
    return [setting, { ...value, [FUNCTIONS]: { setting, functions: {} } }] as const;
  });
  return Object.fromEntries(named) as S;
}

/** Whether a value is a custom model with its functions. */
export function hasFunctions(value: unknown): value is CustomPart {
  return isOwnPart(value) && (value as WithFunctions)[FUNCTIONS] !== undefined;
}

/**
 * Parses a custom model such as `custom:half`, or returns undefined for other texts. `withFunctions` must then add
 * functions and options.
 */
export function partFromText(text: string): CustomPart | undefined {
  return text.startsWith("custom:") ? { model: "custom", name: text.slice("custom:".length), hash: "" } : undefined;
}

/**
 * Adds functions to custom models that were sent without them or named in a text. Finds them among `members`, such as
 * the exports of a file, by the name of the model or of the export. A model that has functions keeps them if no member
 * has its name. Throws `SETTING_INVALID` if a model is not found, or has other functions or options there.
 */
export function withFunctions<S extends object>(
  settings: S,
  members: Readonly<Record<string, unknown>>,
  where: string,
): S {
  if (!Object.values(settings).some(isOwnPart)) return settings;
  const found = Object.entries(settings).map(([setting, value]): readonly [string, unknown] => {
    if (!isOwnPart(value)) return [setting, value];
    const { name, hash } = value;
    const parts = Object.entries(members).filter(
      (member): member is [string, CustomPart & WithFunctions] =>
        isOwnPart(member[1]) && (member[1] as WithFunctions)[FUNCTIONS]?.setting === setting,
    );
    const known = parts.filter(([, part]) => part.name === name);
    const named = new Set((known.length > 0 ? known : parts.filter(([key]) => key === name)).map(([, part]) => part));
    if (named.size === 0 && (value as WithFunctions)[FUNCTIONS] !== undefined) return [setting, value];
    const fits = [...named].filter((part) => !hash || comparableHash(part) === comparableHash(value));
    const [part] = fits;
    // A model that was named in a text has no hash, so only its name must fit.
    if (part !== undefined && fits.length === 1)
      return [setting, hash ? Object.freeze({ ...value, [FUNCTIONS]: part[FUNCTIONS] }) : part];
    const has = named.size === 0 ? "none" : fits.length > 1 ? "several" : "one with other functions or options";
    const message = `${where} must have the ${setting} ${formatValue(name)} of the run exactly once, has ${has}`;
    throw new HindcastError("SETTING_INVALID", message, { setting, name });
  });
  return Object.fromEntries(found) as S;
}

/**
 * Returns the part of a hash that is equal in all processes, without the number that tells apart functions with equal
 * text.
 */
function comparableHash({ options, hash }: CustomPart): string {
  return digestOf({ options, hash: hash.split(" ", 1)[0] });
}

/** Returns the error for an invalid return value of a custom model, which names the model, the bar and the value. */
export function invalidReturn(
  setting: OwnPartSetting,
  { name }: CustomPart,
  must: string,
  answer: unknown,
  { open, high, low, close, volume }: ModelBar,
): HindcastError {
  const bar = { open, high, low, close, volume };
  const numbers = Object.entries(bar).map(([member, value]) => `${member} ${value}`);
  const message = `${setting} ${name} must return ${must}, returned ${formatValue(answer)} for the bar with ${numbers.join(", ")}`;
  return new HindcastError("SETTING_INVALID", message, { setting, name, answer, bar });
}

function defineNameOf(setting: OwnPartSetting): string {
  return `define${setting[0]!.toUpperCase()}${setting.slice(1)}`;
}

/**
 * For each source text, the number of functions with that text and the number of each. Functions with equal text may
 * capture different variables.
 */
const functionsByText = new Map<string, { count: number; readonly numberOf: WeakMap<object, number> }>();

function hashOf(functions: PartFunctions): string {
  const texts = mapValues(functions, String);
  const functionNumbers = Object.values(functions).map((one) => numberOf(one!));
  return digestOf(texts) + (functionNumbers.every((number) => number === 1) ? "" : ` #${functionNumbers.join(".")}`);
}

function numberOf(apply: PartFunction): number {
  const text = String(apply);
  let known = functionsByText.get(text);
  if (known === undefined) functionsByText.set(text, (known = { count: 0, numberOf: new WeakMap() }));
  let number = known.numberOf.get(apply);
  if (number === undefined) known.numberOf.set(apply, (number = ++known.count));
  return number;
}
