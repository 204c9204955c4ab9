import type { Expression, Node } from "oxc-parser";
import type { ParsedSource } from "./parse-source.ts";

/** An import of another module. */
export interface Import {
  /** Path or package name in the import; undefined if it is computed when the program runs. */
  readonly specifier: string | undefined;
  readonly typeOnly: boolean;
  readonly line: number;
}

/** Returns all imports of a source file, including `import type`, `export … from`, `import()`, `require()` and `import.meta.resolve()`. */
export function readImports({ places, lineOf }: ParsedSource): Import[] {
  return places.flatMap(({ node }) => {
    const named = namedBy(node);
    return named === undefined ? [] : [{ ...named, line: lineOf(node.start) }];
  });
}

function namedBy(node: Node): Omit<Import, "line"> | undefined {
  switch (node.type) {
    case "ImportDeclaration":
      return { specifier: node.source.value, typeOnly: node.importKind === "type" };
    case "ExportAllDeclaration":
      return { specifier: node.source.value, typeOnly: node.exportKind === "type" };
    case "ExportNamedDeclaration":
      return node.source ? { specifier: node.source.value, typeOnly: node.exportKind === "type" } : undefined;
    case "TSImportType":
      return { specifier: node.source.value, typeOnly: true };
    case "ImportExpression":
      return { specifier: textOf(node.source), typeOnly: false };
    case "CallExpression":
      return isLoader(node.callee) ? { specifier: textOf(node.arguments[0]), typeOnly: false } : undefined;
    default:
      return undefined;
  }
}

/** Whether a called expression is `require` or `import.meta.resolve`. */
function isLoader(callee: Expression): boolean {
  if (callee.type === "Identifier") return callee.name === "require";
  return (
    callee.type === "MemberExpression" &&
    callee.object.type === "MetaProperty" &&
    callee.property.type === "Identifier" &&
    callee.property.name === "resolve"
  );
}

function textOf(node: Node | undefined): string | undefined {
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}
