import { type Static, type TSchema, type TUnsafe, Type } from "typebox";

/**
 * A value that may be unknown: null then, never 0. Written as an array of types, which the serialiser takes apart; of a union it would try one member
 * after the other.
 */
export function Nullable<T extends TSchema & { type: string }>(schema: T): TUnsafe<Static<T> | null> {
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, "null"] });
}
