import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import type { ParameterProblem } from "../../schemas/api-error.ts";
import { type ApiError, invalidParameters } from "../errors/api-error.ts";
import { type JsonSchema, problemsOf, type RequestPart } from "./problems-of.ts";

/** What came of the check of a part of a request: the value as handlers read it, or what is wrong with it. */
type Checked = { readonly value: unknown } | { readonly error: ApiError };

/** Fastify's names of the parts. */
const PARTS: Readonly<Record<string, RequestPart>> = {
  body: "body",
  querystring: "query",
  params: "path",
  headers: "header",
};

/**
 * Compiles the check of one part of a request. A body must be what its schema says as it stands: nothing is converted. Members of an address are
 * text, so their numbers and booleans are read first, by a strict spelling.
 */
export function partValidator(httpPart: string | undefined, schema: TSchema): (data: unknown) => Checked {
  const part = PARTS[httpPart ?? ""] ?? "request";
  const json = schema as JsonSchema;
  const validator = Compile(schema);
  if (part === "body") {
    const defaults = Object.entries(json.properties ?? {}).filter(([, property]) => property.default !== undefined);
    const optional = (json.required ?? []).every((name) => json.properties?.[name]?.default !== undefined);
    return (given) => {
      // Fastify reads no body as null.
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

/** What a number in an address looks like: digits, a sign only for less than 0, one point. */
const NUMBER = /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,17})?$/;
const WHOLE = /^-?(?:0|[1-9]\d{0,15})$/;

/** Reads a member of an address; a text that spells none is left as it is, and a problem noted. */
type Reader = (text: string) => unknown;

const READERS: Readonly<Record<string, { readonly reason: string; readonly read: Reader }>> = {
  number: {
    reason: "must be a number in plain digits, such as 12.5",
    read: (text) => (NUMBER.test(text) ? Number(text) : undefined),
  },
  integer: {
    reason: "must be a whole number in plain digits",
    read: (text) => (WHOLE.test(text) ? Number(text) : undefined),
  },
  boolean: {
    reason: "must be true or false",
    read: (text) => (text === "true" ? true : text === "false" ? false : undefined),
  },
};

/**
 * Reads the members of an address, which are all text, as what their schema says, and fills in what the schema gives by default. Problems are
 * added to the list; members that the schema does not know stay, for the validator to refuse.
 */
function queryReader(
  part: RequestPart,
  schema: JsonSchema,
): (raw: unknown, problems: ParameterProblem[]) => Record<string, unknown> {
  const properties = Object.entries(schema.properties ?? {});
  // Text without defaults needs no reading: such members are as they stand.
  const asItStands = properties.every(
    ([, { default: byDefault, type }]) => byDefault === undefined && READERS[String(type)] === undefined,
  );
  return (raw, problems) => {
    const given = (raw ?? {}) as Record<string, unknown>;
    if (asItStands && isText(given)) return given;
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

/** Throws unless every object of a request's schema says which members it may have: an open one would overlook misspelt members. */
export function checkClosed(place: string, schema: TSchema): void {
  check(place, schema as JsonSchema);
}

function check(place: string, schema: JsonSchema): void {
  if (schema.properties !== undefined && schema.additionalProperties === undefined) {
    throw new TypeError(`${place} must be a closedObject: an open one overlooks misspelt members`);
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) check(`${place}.${name}`, property);
  if (schema.items !== undefined) check(`${place}[]`, schema.items);
  for (const [i, choice] of (schema.anyOf ?? []).entries()) check(`${place}|${i}`, choice);
}

/** A schema whose members with a default are not required: they are filled in before the check. */
export function withoutDefaultsRequired(schema: TSchema): TSchema {
  const { required, properties } = schema as JsonSchema;
  if (required === undefined) return schema;
  const needed = required.filter((name) => properties?.[name]?.default === undefined);
  return { ...schema, required: needed } as TSchema;
}
