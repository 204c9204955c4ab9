import type { TLocalizedValidationError } from "typebox/error";
import { snakeCase } from "../../primitives/member-names.ts";
import type { ParameterProblem } from "../../schemas/api-error.ts";
import { suggestionFor } from "../../data/view/symbol-suggestion.ts";
import { choiceReason } from "../errors/api-error.ts";

/** Part of a request that a schema describes. */
export type RequestPart = ParameterProblem["in"];

/** What is read of a JSON schema here. */
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
  /** What is suggested for values that are often tried though they are none. */
  readonly "x-suggestions"?: Readonly<Record<string, string>>;
  /** Those of the `enum` that are offered; the handler says when it takes the others. */
  readonly "x-offered"?: readonly string[];
  /** Lists of members of which one must be given; the first is the usual one. */
  readonly "x-one-of"?: readonly (readonly string[])[];
}

/** What a validator found wrong with a part of a request, one entry for each parameter and rule. */
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
      // Of a parameter the first thing that is wrong says enough, but for a list of what is allowed.
      if (!problems.has(parameter) || problem.allowed !== undefined) problems.set(parameter, problem);
    }
  }
  // Which of them is one too many only the handler says; that none is there belongs to what else is missing.
  for (const names of schema["x-one-of"] ?? []) {
    const usual = names[0]!;
    if (
      isObject(value) &&
      !Array.isArray(value) &&
      !problems.has(usual) &&
      !names.some((name) => isGiven(valueAt(value, [name])))
    )
      problems.set(usual, { in: part, parameter: usual, reason: "must be given" });
  }
  if (problems.size === 0) return [{ in: part, parameter: "", reason: "is not what is allowed" }];
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
      // A member that its object does not know; the rule about all of them may be left out when there are many.
      return [unknownMember(at(path), namesIn(schemaAt(schema, path.slice(0, -1))), path.at(-1) ?? "")];
    case "const":
      // Told by the choice of which it is one.
      return [];
    case "additionalProperties":
      // Members under names of the client's own have a schema, which tells what is wrong with each.
      if (ownMember(schemaAt(schema, path)) !== undefined) return [];
      return error.params.additionalProperties.map((name) =>
        unknownMember(at([...path, name]), namesIn(schemaAt(schema, path)), name),
      );
    default:
  }
  const given = valueAt(value, path);
  const expected = schemaAt(schema, path);
  const problem: ParameterProblem = { ...at(path), reason: reasonOf(error, expected) };
  if (isGiven(given)) problem.value = given;
  const allowed = allowedBy(expected);
  if (allowed === undefined) return [problem];
  problem.reason = choiceReason(allowed);
  problem.allowed = [...allowed];
  const suggestion = suggestedFor(given, allowed, expected);
  if (suggestion !== undefined) problem.suggestion = suggestion;
  return [problem];
}

function reasonOf(error: TLocalizedValidationError, expected: JsonSchema | undefined): string {
  if (error.keyword === "type")
    return `must be of type ${[error.params.type, ...wordsOf(expected)].flat().join(" or ")}`;
  if (error.keyword === "pattern") return `must match ${expected?.pattern ?? String(error.params.pattern)}`;
  return error.message;
}

function namesIn(schema: JsonSchema | undefined): readonly string[] {
  return Object.keys(schema?.properties ?? {});
}

/** A member that is none of those allowed; of one in camelCase, how it is written. */
export function unknownMember(
  where: Pick<ParameterProblem, "in" | "parameter">,
  names: readonly string[],
  name: string,
): ParameterProblem {
  const written = snakeCase(name);
  const allowed = [...names];
  if (names.includes(written)) return { ...where, reason: `must be written ${written}`, allowed, suggestion: written };
  const suggestion = nearest(name, names);
  return { ...where, reason: "is unknown", allowed, ...(suggestion === undefined ? {} : { suggestion }) };
}

function suggestedFor(given: unknown, allowed: readonly unknown[], expected?: JsonSchema): string | undefined {
  if (typeof given !== "string") return undefined;
  const known = expected?.["x-suggestions"];
  if (known !== undefined && Object.hasOwn(known, given)) return known[given];
  return nearest(
    given,
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

/** The words that may stand in the place of a value of another type, such as `max` in that of a speed. */
function wordsOf(schema: JsonSchema | undefined): readonly unknown[] {
  return schema?.anyOf?.flatMap((choice) => choice.enum ?? []) ?? [];
}

/** The values of a closed choice. */
function allowedBy(schema: JsonSchema | undefined): readonly unknown[] | undefined {
  if (schema?.enum !== undefined) return schema["x-offered"] ?? schema.enum;
  const choices = schema?.anyOf;
  return choices?.every((choice) => "const" in choice) === true ? choices.map((choice) => choice.const) : undefined;
}

function schemaAt(schema: JsonSchema, path: readonly string[]): JsonSchema | undefined {
  let at: JsonSchema | undefined = schema;
  for (const name of path) at = at?.properties?.[name] ?? at?.items ?? ownMember(at);
  return at;
}

/** The schema of members that have names of the client's own. */
function ownMember(schema: JsonSchema | undefined): JsonSchema | undefined {
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
