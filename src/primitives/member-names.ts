/** The type of a name of letters in snake_case. */
export type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** `plusDi` as `plus_di`: how the served API writes names of members. */
export function snakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])[A-Z]/g, "_$&").toLowerCase();
}

/** `plus_di` as `plusDi`: how code and files write them. */
export function camelCase(name: string): string {
  return name.replaceAll(/(?<=.)_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** An object whose members have other names, and those of objects in it so many levels deep. */
export function renameMembers(
  members: object,
  nameOf: (name: string) => string,
  levels = Infinity,
): Readonly<Record<string, unknown>> {
  const named = (value: unknown): unknown => {
    if (levels === 1 || typeof value !== "object" || value === null) return value;
    return Array.isArray(value) ? value.map(named) : renameMembers(value, nameOf, levels - 1);
  };
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [nameOf(name), named(value)]));
}
