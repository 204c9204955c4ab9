import { type EcmaScriptModule, type Node, parseSync, type Program, visitorKeys } from "oxc-parser";

/** A node of a syntax tree with its parent. */
export interface Place {
  readonly node: Node;
  readonly parent: Node | undefined;
  /** Name of the parent's property that contains the node, such as `callee`. */
  readonly member: string;
}

/** A parsed source file. */
export interface ParsedSource {
  readonly program: Program;
  /** Imports and exports of the file. */
  readonly module: EcmaScriptModule;
  /** All nodes of the syntax tree, parents before their children. */
  readonly places: readonly Place[];
  /** Returns the line number of an offset in the text, starting at 1. */
  readonly lineOf: (place: number) => number;
}

/** Parses a source file. Throws an error if the syntax is wrong. */
export function parseSource(path: string, text: string): ParsedSource {
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const places: Place[] = [];
  gather(places, program, undefined, "");
  return { program, module, places, lineOf: (place) => text.slice(0, place).split("\n").length };
}

function gather(places: Place[], node: Node, parent: Node | undefined, member: string): void {
  places.push({ node, parent, member });
  for (const key of visitorKeys[node.type] ?? []) {
    const below = (node as unknown as Readonly<Record<string, Node | readonly (Node | null)[] | null>>)[key];
    for (const one of [below].flat()) if (one) gather(places, one, node, key);
  }
}

/** Whether an identifier only names a property, as in `object.name` and `{ name: 1 }`. */
export function isMemberName({ parent, member }: Place): boolean {
  if (parent === undefined || ("computed" in parent && parent.computed)) return false;
  return (parent.type === "MemberExpression" && member === "property") || member === "key";
}

/** Returns the identifiers and string literals of a source file, without its comments. */
export function wordsOf({ places }: ParsedSource): { readonly names: string[]; readonly texts: string[] } {
  const names: string[] = [];
  const texts: string[] = [];
  for (const { node } of places) {
    if (node.type === "Identifier" || node.type === "PrivateIdentifier") names.push(node.name);
    else if (node.type === "Literal" && typeof node.value === "string") texts.push(node.value);
    else if (node.type === "TemplateElement") texts.push(node.value.raw);
  }
  return { names, texts };
}
