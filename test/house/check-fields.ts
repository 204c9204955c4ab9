import type { ParsedSource } from "./parse-source.ts";

/**
 * Public fields of a kernel's classes that have no value of their own and are not declared. They would begin as `undefined`, and the
 * engine then keeps a number in them that changes with each bar as a new object each time.
 */
export function checkFields(path: string, { places, lineOf }: ParsedSource): string[] {
  return places.flatMap(({ node }) => {
    if (node.type !== "PropertyDefinition" || node.value !== null || node.declare || node.key.type !== "Identifier")
      return [];
    const { name } = node.key;
    return `${path}:${lineOf(node.start)}: a field that the constructor sets is declared, \`declare ${name}\``;
  });
}
