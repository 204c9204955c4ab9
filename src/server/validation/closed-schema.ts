import type { TSchema } from "typebox";
import type { JsonSchema } from "./problems-of.ts";

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
