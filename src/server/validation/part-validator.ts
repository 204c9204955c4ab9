import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import type { ParameterProblem } from "../../schemas/api-error.ts";
import { type ApiError, invalidParameters } from "../errors/api-error.ts";
import { type JsonSchema, problemsOf, type RequestPart } from "./problems-of.ts";
import { queryReader } from "./query-reader.ts";

/** What came of the check of a part of a request: the value as handlers read it, or what is wrong with it. */
export type Checked = { readonly value: unknown } | { readonly error: ApiError };

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
