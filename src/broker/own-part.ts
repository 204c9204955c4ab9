import { checkOptions } from "../primitives/check-options.ts";
import { parameterError, formatValue } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { mapValues } from "../primitives/record-helpers.ts";
import { digestOf } from "../primitives/sha256.ts";
import type { PartBar } from "./last-bar.ts";
import type { ModelSettings } from "./model.ts";

/** Options of a part of your own: plain values. Results and fingerprints hold them, so that two runs with other options are two runs. */
export type PartOptions = Readonly<Record<string, number | string | boolean>>;

/** The settings that take a part of your own. */
export type OwnPartSetting = "commission" | "slippage" | "sizing" | "liquidity" | "fills";

/** A part of the execution model that a program defines, as settings and results hold it. Its functions stay in the process that defined it. */
export interface OwnPart extends ModelSettings {
  readonly model: "custom";
  readonly name: string;
  /** Missing where it has none. */
  readonly options?: PartOptions;
  /** SHA-256 over the text of its functions, with numbers where the process knew other functions of that text before. */
  readonly hash: string;
}

/** What the definitions of all parts have. */
export interface PartDefinition<O extends PartOptions> {
  /** Name of the part in results and errors, and in the file from which threads load it. */
  readonly name: string;
  /** Plain values that its functions are given behind the numbers: what a function takes from outside of it is in no fingerprint. */
  readonly options?: O;
}

type PartFunction = (this: void, given: never, options: never) => unknown;
type PartFunctions = Readonly<Record<string, PartFunction | undefined>>;

/** Where settings carry their functions. What is sent elsewhere, as text or to a thread, loses them. */
const FUNCTIONS: unique symbol = Symbol.for("hindcast.part");

interface WithFunctions {
  readonly [FUNCTIONS]?: { readonly setting: OwnPartSetting; readonly functions: PartFunctions };
}

/**
 * Settings of a part that a program defines, by one of `functions` at least. Throws SETTING_INVALID for a misspelled member, with the one that was meant, and
 * PARAMETER_OUT_OF_RANGE for a member that is missing or has a value that it cannot have.
 */
export function ownPart<O extends PartOptions>(
  setting: OwnPartSetting,
  definition: PartDefinition<O>,
  functions: PartFunctions,
): OwnPart {
  const maker = defineNameOf(setting);
  const members = Object.fromEntries(["name", "options", ...Object.keys(functions)].map((member) => [member, true]));
  checkOptions(maker, definition, members as Record<keyof typeof definition, true>);
  const { name, options } = definition;
  if (typeof name !== "string" || name === "") throw parameterError(`${maker} name`, "a text", name);
  for (const [member, value] of Object.entries(options ?? {}))
    if (!["number", "string", "boolean"].includes(typeof value))
      throw parameterError(`${maker} options.${member}`, "a number, a text, true or false", value);
  const given = Object.entries(functions).filter(([, one]) => one !== undefined);
  for (const [member, one] of given)
    if (typeof one !== "function") throw parameterError(`${maker} ${member}`, "a function", one);
  if (given.length === 0)
    throw parameterError(`${maker} ${Object.keys(functions).join(" or ")}`, "a function", undefined);
  const own: PartFunctions = Object.freeze(Object.fromEntries(given));
  const part: OwnPart & WithFunctions = {
    model: "custom",
    name,
    ...(Object.keys(options ?? {}).length > 0 && { options: Object.freeze({ ...options }) }),
    hash: hashOf(own),
    [FUNCTIONS]: Object.freeze({ setting, functions: own }),
  };
  return Object.freeze(part);
}

/** The functions of a part of that setting. Throws SETTING_INVALID for settings that carry none. */
export function ownFunctions(setting: OwnPartSetting, part: unknown): unknown {
  const carried = (part as WithFunctions)[FUNCTIONS];
  if (carried?.setting === setting) return carried.functions;
  const { name } = part as Partial<OwnPart>;
  const message =
    carried === undefined
      ? `${setting} ${formatValue(name)} has no functions here: give what ${defineNameOf(setting)} returns, and export it from the strategy's file for threads and queues`
      : `${setting} must be made by ${defineNameOf(setting)}, was made by ${defineNameOf(carried.setting)}`;
  throw new HindcastError("SETTING_INVALID", message, { setting, name });
}

/** Whether a value of a setting is a part that a program defined, with its functions or without. */
export function isOwnPart(value: unknown): value is OwnPart {
  return typeof value === "object" && value !== null && (value as Partial<OwnPart>).model === "custom";
}

/** Settings of a saved result, whose parts have no functions, for a model that is only to name its parts. */
export function withNamesOnly<S extends object>(settings: S): S {
  const named = Object.entries(settings).map(([setting, value]: readonly [string, unknown]) => {
    if (!isOwnPart(value) || (value as WithFunctions)[FUNCTIONS] !== undefined) return [setting, value] as const;
    return [setting, { ...value, [FUNCTIONS]: { setting, functions: {} } }] as const;
  });
  return Object.fromEntries(named) as S;
}

/** Whether a value of a setting is a part that a program defined, with its functions. */
export function hasFunctions(value: unknown): value is OwnPart {
  return isOwnPart(value) && (value as WithFunctions)[FUNCTIONS] !== undefined;
}

/** The part that a text names, such as `custom:half`; undefined for any other text. What it is made of is known where its functions are. */
export function partFromText(text: string): OwnPart | undefined {
  return text.startsWith("custom:") ? { model: "custom", name: text.slice("custom:".length), hash: "" } : undefined;
}

/**
 * Settings with the functions of parts that were sent without them, or named, from what a file exports or a server has: by the name of the part, or that of
 * its export. A part with functions keeps them where there is none of its name. Throws SETTING_INVALID for a part that is not there, and for one that has
 * other functions or options there.
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
      (member): member is [string, OwnPart & WithFunctions] =>
        isOwnPart(member[1]) && (member[1] as WithFunctions)[FUNCTIONS]?.setting === setting,
    );
    const known = parts.filter(([, part]) => part.name === name);
    const named = new Set((known.length > 0 ? known : parts.filter(([key]) => key === name)).map(([, part]) => part));
    if (named.size === 0 && (value as WithFunctions)[FUNCTIONS] !== undefined) return [setting, value];
    const fits = [...named].filter((part) => !hash || comparableHash(part) === comparableHash(value));
    const [part] = fits;
    // What words name is known by its name alone.
    if (part !== undefined && fits.length === 1)
      return [setting, hash ? Object.freeze({ ...value, [FUNCTIONS]: part[FUNCTIONS] }) : part];
    const has = named.size === 0 ? "none" : fits.length > 1 ? "several" : "one with other functions or options";
    const message = `${where} must have the ${setting} ${formatValue(name)} of the run, once, has ${has}`;
    throw new HindcastError("SETTING_INVALID", message, { setting, name });
  });
  return Object.fromEntries(found) as S;
}

/** What two processes agree on: numbers behind a hash are of one process. */
function comparableHash({ options, hash }: OwnPart): string {
  return digestOf({ options, hash: hash.split(" ", 1)[0] });
}

/** An answer that no part may give: names the part, the bar and what was returned. */
export function invalidReturn(
  setting: OwnPartSetting,
  { name }: OwnPart,
  must: string,
  answer: unknown,
  { open, high, low, close, volume }: PartBar,
): HindcastError {
  const bar = { open, high, low, close, volume };
  const numbers = Object.entries(bar).map(([member, value]) => `${member} ${value}`);
  const message = `${setting} ${name} must return ${must}, returned ${formatValue(answer)} for the bar with ${numbers.join(", ")}`;
  return new HindcastError("SETTING_INVALID", message, { setting, name, answer, bar });
}

function defineNameOf(setting: OwnPartSetting): string {
  return `define${setting[0]!.toUpperCase()}${setting.slice(1)}`;
}

/** How many functions of one text there were, and the number of each: two of them may still see different variables. */
const functionsByText = new Map<string, { count: number; readonly of: WeakMap<object, number> }>();

function hashOf(functions: PartFunctions): string {
  const texts = mapValues(functions, String);
  const of = Object.values(functions).map((one) => numberOf(one!));
  return digestOf(texts) + (of.every((number) => number === 1) ? "" : ` #${of.join(".")}`);
}

function numberOf(apply: PartFunction): number {
  const text = String(apply);
  let known = functionsByText.get(text);
  if (known === undefined) functionsByText.set(text, (known = { count: 0, of: new WeakMap() }));
  let number = known.of.get(apply);
  if (number === undefined) known.of.set(apply, (number = ++known.count));
  return number;
}
