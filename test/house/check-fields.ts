import type { ParsedSource } from "./parse-source.ts";

/**
 * Finds class fields in the loops of indicators that have no initial value and lack `declare`. Such a field starts as `undefined`, and V8
 * then allocates an object each time its number changes.
 */
export function checkFields(path: string, { places, lineOf }: ParsedSource): string[] {
  return places.flatMap(({ node }) => {
    if (node.type !== "PropertyDefinition" || node.value !== null || node.declare || node.key.type !== "Identifier")
      return [];
    const { name } = node.key;
    return `${path}:${lineOf(node.start)}: write \`declare ${name}\` for a field that the constructor sets`;
  });
}
