import { type AnyModel, type ModelSettings, offeredModels, resolveModel } from "../broker/model.ts";
import { modelAsText, readModel } from "../broker/model-text.ts";
import { isOwnPart, type CustomPart, ownFunctions, type OwnPartSetting, partFromText } from "../broker/custom-part.ts";
import { checkNumber, checkInteger, parameterError, formatValue } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { parseNumber, parseChoice } from "../primitives/parse-text.ts";
import { parseInstant } from "../time/instant.ts";
import { namedTime } from "../time/named-time.ts";
import { zoneOf } from "../time/zone.ts";

/** Kind of setting, which checks, parses and formats values. */
export interface SettingKind<T> {
  /**
   * Returns a value in the form in which a run stores it. Throws an error that names the setting, what it must be and
   * what it was. `settings` are all settings of the run, of which those above in the table are already checked.
   */
  check(setting: string, value: unknown, settings: Readonly<Record<string, unknown>>): T;
  /** Parses a text, such as the value of a flag. Throws an error that names the flag, `option`. */
  parse(option: string, text: string): T;
  /** Formats a value as text that `parse` reads. */
  format(value: T): string;
  /** JSON Schema of the values. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Choices that help lists, or none for other kinds of setting. */
  readonly words: readonly string[];
}

/** Largest amount of money that is exact to the cent. */
const MOST_MONEY = 1e13;

/** Returns the kind of a finite number from `min` to `max`, or to the value of the setting named `max`. */
export function number(min: number, max: number | string): SettingKind<number> {
  return {
    check: (setting, value, settings) =>
      checkNumber(setting, value, min, typeof max === "string" ? (settings[max] as number) : max),
    parse: parseNumber,
    format: String,
    schema: { type: "number", minimum: min, ...(typeof max === "number" && { maximum: max }) },
    words: [],
  };
}

/** Returns the kind of a whole number. */
export function integer(min: number, max?: number): SettingKind<number> {
  return {
    check: (setting, value) => checkInteger(setting, value, min, max),
    parse: parseNumber,
    format: String,
    schema: { type: "integer", minimum: min, ...(max !== undefined && { maximum: max }) },
    words: [],
  };
}

/** Kind of an amount of money, at least 0. */
export const money: SettingKind<number> = number(0, MOST_MONEY);

/** Kind of the starting cash, which has its own error code. */
export const startingCash: SettingKind<number> = {
  check(_, cash) {
    if (typeof cash === "number" && Number.isFinite(cash) && cash > 0 && cash <= MOST_MONEY) return cash;
    throw new HindcastError(
      "CASH_OUT_OF_RANGE",
      `cash must be above 0 and at most ${MOST_MONEY}, was ${formatValue(cash)}`,
      {
        cash,
        most: MOST_MONEY,
      },
    );
  },
  parse: parseNumber,
  format: String,
  schema: { type: "number", exclusiveMinimum: 0, maximum: MOST_MONEY },
  words: [],
};

/** Returns the kind of a setting that is one of several words. */
export function choice<const T extends string>(words: readonly T[]): SettingKind<T> {
  return {
    check(setting, value) {
      if (words.includes(value as T)) return value as T;
      throw new HindcastError(
        "SETTING_INVALID",
        `${setting} must be ${words.join(" or ")}, was ${formatValue(value)}`,
        {
          setting,
          value,
          allowed: words,
        },
      );
    },
    parse: (option, text) => parseChoice(option, words, text),
    format: String,
    schema: { type: "string", enum: words },
    words,
  };
}

/** Kind of a setting that is true or false. */
export const boolean: SettingKind<boolean> = {
  check(setting, value) {
    if (typeof value === "boolean") return value;
    throw parameterError(setting, "true or false", value);
  },
  parse: (option, text) => parseChoice(option, ["true", "false"], text) === "true",
  format: String,
  schema: { type: "boolean" },
  words: ["true", "false"],
};

/** Kind of a setting that is a currency code. */
export const currencyCode: SettingKind<string> = {
  check(setting, value) {
    if (typeof value === "string" && /^[A-Z]{3,5}$/.test(value)) return value;
    throw parameterError(setting, "three to five capital letters, such as USD", value);
  },
  parse: (_, text) => text,
  format: String,
  schema: { type: "string", pattern: "^[A-Z]{3,5}$" },
  words: [],
};

/** Kind of a setting that is the IANA name of a time zone. */
export const zoneName: SettingKind<string> = {
  check: (_, value) => zoneOf(value as string).name,
  parse: (_, text) => text,
  format: String,
  schema: { type: "string" },
  words: [],
};

/** Kind of a setting that is a date, an instant or empty. */
export const moment: SettingKind<string> = {
  // A date is checked once the data are known, since it is in the zone of the data.
  check: (_, value) => value as string,
  parse(option, text) {
    namedTime(option, () => parseInstant(text));
    return text;
  },
  format: String,
  schema: { type: "string", maxLength: 40 },
  words: [],
};

/**
 * Returns the kind of a setting that is a model with parameters. A number is the first parameter of the model `plain`,
 * if given.
 */
export function model<F>(models: Readonly<Record<string, AnyModel<F>>>, plain?: string): SettingKind<ModelSettings> {
  const words = offeredModels(models).toSorted();
  const object = { type: "object", properties: { model: { type: "string", enum: words } }, required: ["model"] };
  return {
    check(setting, value) {
      const [field] = plain === undefined ? [] : Object.keys(models[plain]!.params as object);
      const given = typeof value === "number" && field !== undefined ? { model: plain, [field]: value } : value;
      return resolveModel(setting, models, given as ModelSettings).settings;
    },
    parse: (option, text) => readModel(option, models, text, plain),
    format: modelAsText,
    schema: plain === undefined ? object : { anyOf: [{ type: "number" }, object] },
    words,
  };
}

/**
 * Returns a custom model. Throws `SETTING_INVALID` for a model without functions, and `PARAMETER_OUT_OF_RANGE` for any
 * other value.
 */
function checkedPart(part: OwnPartSetting, value: unknown): CustomPart {
  if (isOwnPart(value)) ownFunctions(part, value);
  else throw parameterError(part, "a custom model, such as defineCommission returns", value);
  return value;
}

/** JSON Schema of a custom model, which HTTP requests refer to by name. */
const CUSTOM_SCHEMA = {
  type: "object",
  properties: { model: { type: "string", enum: ["custom"] }, name: { type: "string" } },
  required: ["model", "name"],
};

/** Returns the kind of a setting that is a custom model, or undefined for none. */
export function customPart(part: OwnPartSetting): SettingKind<CustomPart | undefined> {
  return {
    check: (_, value) => (value === undefined ? undefined : checkedPart(part, value)),
    parse(option, text) {
      const named = partFromText(text);
      if (named !== undefined) return named;
      throw parameterError(option, "custom:NAME, a part that the strategy's file exports", text);
    },
    format: (value) => (value === undefined ? "" : `custom:${value.name}`),
    schema: CUSTOM_SCHEMA,
    words: [],
  };
}

/** Returns the kind of a setting that is one of several words or a custom model. */
export function choiceOrCustom<const T extends string>(
  part: OwnPartSetting,
  words: readonly T[],
): SettingKind<T | CustomPart> {
  const word = choice(words);
  return {
    ...word,
    check: (setting, value, settings) =>
      isOwnPart(value) ? checkedPart(part, value) : word.check(setting, value, settings),
    parse: (option, text) => partFromText(text) ?? word.parse(option, text),
    format: (value) => (typeof value === "string" ? value : `custom:${value.name}`),
    schema: { anyOf: [word.schema, CUSTOM_SCHEMA] },
  };
}
