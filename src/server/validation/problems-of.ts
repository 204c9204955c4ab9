import type { TLocalizedValidationError } from "typebox/error";
import { snakeCase } from "../../primitives/member-names.ts";
import type { ParameterProblem } from "../../schemas/api-error.ts";
import { suggestionFor } from "../../data/view/symbol-suggestion.ts";
import { choiceReason } from "../errors/api-error.ts";

/** The part of a request that a schema describes. */
export type RequestPart = ParameterProblem["in"];

/** The members of a JSON schema that this file uses. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly default?: unknown;
  readonly pattern?: string;
  readonly description?: string;
  /** Suggestions for invalid values that clients often try, by value. */
  readonly "x-suggestions"?: Readonly<Record<string, string>>;
  /** Values of a choice or a pattern that messages list. The handler decides when other values are allowed. */
  readonly "x-offered"?: readonly string[];
  /** What a text with a pattern must be, in words. */
  readonly "x-must-be"?: string;
  /** Lists of members of which one must be given. The first member of a list is the usual one. */
  readonly "x-one-of"?: readonly (readonly string[])[];
}

/** Converts the errors of a validator to problems, one for each parameter. */
export function problemsOf(
  part: RequestPart,
  schema: JsonSchema,
  value: unknown,
  errors: readonly TLocalizedValidationError[],
): ParameterProblem[] {
  const problems = new Map<string, ParameterProblem>();
  for (const error of errors) {
    for (const problem of problemsOfError(part, schema, value, error)) {
      const { parameter } = problem;
      // One problem per parameter is enough. A problem with the allowed values replaces one without.
      if (!problems.has(parameter) || problem.allowed !== undefined) problems.set(parameter, problem);
    }
  }
  // A handler reports if more than one of the members is given.
  for (const names of schema["x-one-of"] ?? []) {
    const firstName = names[0]!;
    if (
      isObject(value) &&
      !Array.isArray(value) &&
      !problems.has(firstName) &&
      !names.some((name) => isGiven(valueAt(value, [name])))
    )
      problems.set(firstName, { in: part, parameter: firstName, reason: "must be given" });
  }
  if (problems.size === 0) return [{ in: part, parameter: "", reason: "is invalid" }];
  return [...problems.values()];
}

function problemsOfError(
  part: RequestPart,
  schema: JsonSchema,
  value: unknown,
  error: TLocalizedValidationError,
): ParameterProblem[] {
  const path = error.instancePath === "" ? [] : error.instancePath.slice(1).split("/").map(unescaped);
  const at = (names: readonly string[]): Pick<ParameterProblem, "in" | "parameter"> => ({
    in: part,
    parameter: names.join("."),
  });
  switch (error.keyword) {
    case "required":
      return error.params.requiredProperties
        .filter((name) => !isGiven(valueAt(value, [...path, name])))
        .map((name) => ({ ...at([...path, name]), reason: "must be given" }));
    case "boolean":
      // The member is unknown. If there are many unknown members, the validator may report them only by this error.
      return [unknownMember(at(path), namesIn(schemaAt(schema, path.slice(0, -1))), path.at(-1) ?? "")];
    case "const":
      // The error of the enclosing choice already describes this one.
      return [];
    case "additionalProperties":
      // Members with arbitrary names have a schema of their own, which reports their errors.
      if (memberSchema(schemaAt(schema, path)) !== undefined) return [];
      return error.params.additionalProperties.map((name) =>
        unknownMember(at([...path, name]), namesIn(schemaAt(schema, path)), name),
      );
    default:
  }
  const actual = valueAt(value, path);
  const expected = schemaAt(schema, path);
  const problem: ParameterProblem = { ...at(path), reason: reasonOf(error, expected) };
  if (isGiven(actual)) problem.value = actual;
  const allowed = allowedBy(expected);
  if (allowed === undefined) return [problem];
  problem.reason = choiceReason(allowed);
  problem.allowed = [...allowed];
  const suggestion = suggestedFor(actual, allowed, expected);
  if (suggestion !== undefined) problem.suggestion = suggestion;
  return [problem];
}

function reasonOf(error: TLocalizedValidationError, expected: JsonSchema | undefined): string {
  if (error.keyword === "type")
    return `must be of type ${[error.params.type, ...choiceWords(expected)].flat().join(" or ")}`;
  if (error.keyword === "pattern") {
    const words = expected?.["x-must-be"];
    return words === undefined ? `must match ${expected?.pattern ?? String(error.params.pattern)}` : `must be ${words}`;
  }
  return error.message;
}

function namesIn(schema: JsonSchema | undefined): readonly string[] {
  return Object.keys(schema?.properties ?? {});
}

/** Returns the problem of an unknown member. For a name in camelCase it suggests the correct spelling. */
export function unknownMember(
  where: Pick<ParameterProblem, "in" | "parameter">,
  names: readonly string[],
  name: string,
): ParameterProblem {
  const snakeCased = snakeCase(name);
  const allowed = [...names];
  if (names.includes(snakeCased))
    return { ...where, reason: `must be spelled ${snakeCased}`, allowed, suggestion: snakeCased };
  const suggestion = nearest(name, names);
  return { ...where, reason: "is unknown", allowed, ...(suggestion === undefined ? {} : { suggestion }) };
}

function suggestedFor(actual: unknown, allowed: readonly unknown[], expected?: JsonSchema): string | undefined {
  if (typeof actual !== "string") return undefined;
  const known = expected?.["x-suggestions"];
  if (known !== undefined && Object.hasOwn(known, actual)) return known[actual];
  return nearest(
    actual,
    allowed.filter((one) => typeof one === "string"),
  );
}

function nearest(text: string, names: readonly string[]): string | undefined {
  if (text.length > 40) return undefined;
  return suggestionFor(
    text,
    names.map((name) => ({ symbol: name, name })),
  );
}

/** Returns words that are allowed instead of a value of another type, such as `max` for a speed. */
function choiceWords(schema: JsonSchema | undefined): readonly unknown[] {
  return schema?.anyOf?.flatMap((choice) => choice.enum ?? []) ?? [];
}

/** Returns the values of a closed choice; undefined for other schemas. */
function allowedBy(schema: JsonSchema | undefined): readonly unknown[] | undefined {
  const listed = schema?.["x-offered"] ?? schema?.enum;
  if (listed !== undefined) return listed;
  const choices = schema?.anyOf;
  return choices?.every((choice) => "const" in choice) === true ? choices.map((choice) => choice.const) : undefined;
}

function schemaAt(schema: JsonSchema, path: readonly string[]): JsonSchema | undefined {
  let at: JsonSchema | undefined = schema;
  for (const name of path) at = at?.properties?.[name] ?? at?.items ?? memberSchema(at);
  return at;
}

/** Returns the schema for members with arbitrary names; undefined if the object does not allow them. */
function memberSchema(schema: JsonSchema | undefined): JsonSchema | undefined {
  return typeof schema?.additionalProperties === "object" ? schema.additionalProperties : undefined;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const name of path) {
    if (!isObject(at) || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return at;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isGiven(value: unknown): boolean {
  return value !== undefined;
}

function unescaped(name: string): string {
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}
