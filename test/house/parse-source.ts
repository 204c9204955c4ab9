import { type EcmaScriptModule, type Node, parseSync, type Program, visitorKeys } from "oxc-parser";

/** A node of a syntax tree, below its parent. */
export interface Place {
  readonly node: Node;
  readonly parent: Node | undefined;
  /** The member of the parent that it is, or is in. */
  readonly member: string;
}

/** A source as a parser understands it. */
export interface ParsedSource {
  readonly program: Program;
  /** Its imports and exports. */
  readonly module: EcmaScriptModule;
  /** Every node, from the outside in. */
  readonly places: readonly Place[];
  /** The line, from 1, on which a place of the text lies. */
  readonly lineOf: (place: number) => number;
}

/** Throws where a source cannot be parsed, so that none is passed over. */
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

/** Whether an identifier is the name of a member, as in `object.name` and `{ name: 1 }`, and refers to nothing. */
export function isMemberName({ parent, member }: Place): boolean {
  if (parent === undefined || ("computed" in parent && parent.computed)) return false;
  return (parent.type === "MemberExpression" && member === "property") || member === "key";
}

/** Names and texts that stand in a source, comments left out. */
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
