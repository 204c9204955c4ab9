/** Type of a camelCase name in snake_case. */
export type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** Converts `plusDi` to `plus_di`, the style of the served API. */
export function snakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])[A-Z]/g, "_$&").toLowerCase();
}

/** Converts `plus_di` to `plusDi`, the style of code and files. */
export function camelCase(name: string): string {
  return name.replaceAll(/(?<=.)_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns an object with renamed properties, including those of nested objects up to a number of levels. */
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
