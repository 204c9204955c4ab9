import { type TUnsafe, Type } from "typebox";

/** One of a closed list of words, as a plain `enum`: what validates it can then say which words there are. */
export function Literals<const T extends string>(
  words: readonly T[],
  options: { readonly description?: string; readonly default?: T; readonly examples?: readonly T[] } = {},
): TUnsafe<T> & { type: string } {
  return Type.Unsafe<T>({ type: "string", enum: [...words], ...options }) as TUnsafe<T> & { type: string };
}
