import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import type { ParameterProblem } from "../../schemas/api-error.ts";
import { type ApiError, invalidParameters } from "../errors/api-error.ts";
import { type JsonSchema, problemsOf, type RequestPart } from "./problems-of.ts";

/** Result of validating a part of a request: the value for handlers, or the error. */
type Checked = { readonly value: unknown } | { readonly error: ApiError };

/** Parts of a request, by the names that Fastify uses. */
const PARTS: Readonly<Record<string, RequestPart>> = {
  body: "body",
  querystring: "query",
  params: "path",
  headers: "header",
};

/**
 * Returns a function that validates a part of a request. A body must match its schema without conversion. In URLs all values are text, so
 * numbers and booleans are parsed first, with a strict syntax.
 */
export function partValidator(httpPart: string | undefined, schema: TSchema): (data: unknown) => Checked {
  const part = PARTS[httpPart ?? ""] ?? "request";
  const json = schema as JsonSchema;
  const validator = Compile(schema);
  if (part === "body") {
    const defaults = Object.entries(json.properties ?? {}).filter(([, property]) => property.default !== undefined);
    const optional = (json.required ?? []).every((name) => json.properties?.[name]?.default !== undefined);
    return (given) => {
      // Fastify passes null if the body is missing.
      if (given === null && !optional) return refused([{ in: part, parameter: "", reason: "must be given as JSON" }]);
      const data = given ?? {};
      if (isRecord(data)) {
        for (const [name, property] of defaults) if (!Object.hasOwn(data, name)) data[name] = property.default;
      }
      return validator.Check(data) ? { value: data } : refused(problemsOf(part, json, data, validator.Errors(data)));
    };
  }
  const read = queryReader(part, json);
  return (data) => {
    const problems: ParameterProblem[] = [];
    const value = read(data, problems);
    if (problems.length === 0 && validator.Check(value)) return { value };
    const known = new Set(problems.map(({ parameter }) => parameter));
    const more = problemsOf(part, json, value, validator.Errors(value));
    return refused([...problems, ...more.filter(({ parameter }) => !known.has(parameter))]);
  };
}

function refused(problems: readonly ParameterProblem[]): Checked {
  return { error: invalidParameters(problems) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Pattern of numbers in a URL: plain digits, a minus sign, one decimal point. */
const NUMBER = /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,17})?$/;
const INTEGER = /^-?(?:0|[1-9]\d{0,15})$/;

/** Parses a value in a URL. Returns undefined if the value is invalid. */
type Reader = (text: string) => unknown;

const READERS: Readonly<Record<string, { readonly reason: string; readonly read: Reader }>> = {
  number: {
    reason: "must be a number in plain digits, such as 12.5",
    read: (text) => (NUMBER.test(text) ? Number(text) : undefined),
  },
  integer: {
    reason: "must be a whole number in plain digits",
    read: (text) => (INTEGER.test(text) ? Number(text) : undefined),
  },
  boolean: {
    reason: "must be true or false",
    read: (text) => (text === "true" ? true : text === "false" ? false : undefined),
  },
};

/**
 * Returns a reader for the values in a URL. It parses texts by the schema, adds defaults and collects problems. Members that the schema
 * does not know stay, and the validator refuses them.
 */
function queryReader(
  part: RequestPart,
  schema: JsonSchema,
): (raw: unknown, problems: ParameterProblem[]) => Record<string, unknown> {
  const properties = Object.entries(schema.properties ?? {});
  // A query that consists of texts without defaults needs no parsing.
  const needsNoReading = properties.every(
    ([, { default: defaultValue, type }]) => defaultValue === undefined && READERS[String(type)] === undefined,
  );
  return (raw, problems) => {
    const given = (raw ?? {}) as Record<string, unknown>;
    if (needsNoReading && isText(given)) return given;
    const value: Record<string, unknown> = { ...given };
    for (const [name, property] of properties) {
      if (!Object.hasOwn(given, name)) {
        if (property.default !== undefined) value[name] = property.default;
      } else if (typeof given[name] === "string") {
        const reader = READERS[String(property.type)];
        if (reader === undefined) continue;
        const read = reader.read(given[name]);
        if (read === undefined) problems.push({ in: part, parameter: name, value: given[name], reason: reader.reason });
        else value[name] = read;
      }
    }
    for (const [name, one] of Object.entries(given)) {
      if (!Array.isArray(one)) continue;
      problems.push({ in: part, parameter: name, value: one, reason: "must be given once" });
    }
    return value;
  };
}

function isText(members: Readonly<Record<string, unknown>>): boolean {
  for (const name in members) if (typeof members[name] !== "string") return false;
  return true;
}

/** Throws unless every object in a schema lists its members. Other objects would silently accept misspelled members. */
export function checkClosed(place: string, schema: TSchema): void {
  checkSchema(place, schema as JsonSchema);
}

function checkSchema(place: string, schema: JsonSchema): void {
  if (schema.properties !== undefined && schema.additionalProperties === undefined) {
    throw new TypeError(`${place} must be a closedObject: an open object accepts misspelled members`);
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) checkSchema(`${place}.${name}`, property);
  if (schema.items !== undefined) checkSchema(`${place}[]`, schema.items);
  for (const [i, choice] of (schema.anyOf ?? []).entries()) checkSchema(`${place}|${i}`, choice);
}

/** Returns a schema in which members with a default are not required, since the defaults are filled in before validation. */
export function withoutDefaultsRequired(schema: TSchema): TSchema {
  const { required, properties } = schema as JsonSchema;
  if (required === undefined) return schema;
  const requiredNames = required.filter((name) => properties?.[name]?.default === undefined);
  return { ...schema, required: requiredNames } as TSchema;
}
