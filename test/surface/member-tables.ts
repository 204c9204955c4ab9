import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Node } from "oxc-parser";
import { parseSource } from "../house/parse-source.ts";
import { ROOT } from "../house/source-files.ts";

/** A member of an interface or class, with its doc comment. */
interface Member {
  readonly name: string;
  readonly type: string;
  readonly comment: string;
}

/** Returns a Markdown table of an interface's or class's public members. Throws if a member has no doc comment. */
export function memberTable(path: string, name: string): string {
  const rows = membersOf(path, name).map(({ name: member, type, comment }) => {
    if (comment === "") throw new Error(`${path}: ${name}.${member} has no doc comment`);
    return `| \`${member}\` | \`${type.replaceAll("|", "\\|")}\` | ${comment.replaceAll("|", "\\|")} |`;
  });
  return ["| member | type | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

function membersOf(path: string, name: string): Member[] {
  const text = readFileSync(join(ROOT, path), "utf8");
  const { places } = parseSource(path, text);
  const found = places.find(
    ({ node }) =>
      (node.type === "TSInterfaceDeclaration" || node.type === "ClassDeclaration") && node.id?.name === name,
  )?.node;
  if (found?.type !== "TSInterfaceDeclaration" && found?.type !== "ClassDeclaration")
    throw new Error(`${path} has no interface or class ${name}`);
  return (found.body.body as readonly Node[]).flatMap((node) => {
    const member = memberOf(text, node);
    return member === undefined ? [] : [{ ...member, comment: commentBefore(text, node.start) }];
  });
}

function memberOf(text: string, node: Node): Omit<Member, "comment"> | undefined {
  if (node.type === "TSPropertySignature" && node.typeAnnotation)
    return { name: nameOf(node), type: oneLine(text, node.typeAnnotation.typeAnnotation) };
  if (node.type === "TSMethodSignature")
    return { name: nameOf(node), type: signature(text, node.params, node.returnType?.typeAnnotation) };
  if (node.type !== "MethodDefinition" || node.static || node.kind === "constructor") return undefined;
  if (node.key.type === "PrivateIdentifier") return undefined;
  const returned = node.value.returnType?.typeAnnotation;
  if (node.kind === "get") return { name: nameOf(node), type: returned ? oneLine(text, returned) : "" };
  return { name: nameOf(node), type: signature(text, node.value.params, returned) };
}

function nameOf(node: { readonly key: Node; readonly optional?: boolean | null }): string {
  const name = node.key.type === "Identifier" ? node.key.name : "";
  return node.optional === true ? `${name}?` : name;
}

function signature(text: string, params: readonly Node[], returned: Node | undefined): string {
  return `(${params.map((one) => oneLine(text, one)).join(", ")}) => ${returned ? oneLine(text, returned) : "void"}`;
}

/** Returns source text on one line, without `readonly` and without the type arguments of strategy contexts. */
function oneLine(text: string, { start, end }: Node): string {
  return text.slice(start, end).replaceAll(/\s+/g, " ").replaceAll("readonly ", "").replaceAll("<P, G, S>", "");
}

/** Returns the doc comment directly before a member, without its `@example`. */
function commentBefore(text: string, start: number): string {
  const found = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*$/.exec(text.slice(0, start));
  return (found?.[1] ?? "")
    .split("@example")[0]!
    .replaceAll(/\s*\n\s*\*[ \t]*/g, " ")
    .trim();
}
