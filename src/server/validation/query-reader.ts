import type { ParameterProblem } from "../../schemas/api-error.ts";
import type { JsonSchema, RequestPart } from "./problems-of.ts";

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
export function queryReader(
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
