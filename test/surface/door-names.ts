import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { tokenize, type Token } from "../house/tokens.ts";

export type NameKind = "value" | "type";

/** The words that may stand between `export` and the word for what is declared. */
const MODIFIERS = new Set(["declare", "abstract", "async"]);
const TYPE_WORDS = new Set(["interface", "type"]);
const VALUE_WORDS = new Set(["const", "let", "function", "class"]);

/** The public names of a door as its source says them, types included; `export *` is followed. */
export function doorNames(file: string): Map<string, NameKind> {
  const tokens = tokenize(readFileSync(file, "utf8"));
  const names = new Map<string, NameKind>();
  for (let i = 0; i < tokens.length; i++) {
    if (tokens[i]!.text !== "export" || tokens[i]!.kind !== "word") continue;
    const typed = tokens[i + 1]!.text === "type" && "{*".includes(tokens[i + 2]!.text);
    const start = typed ? i + 2 : i + 1;
    const found =
      tokens[start]!.text === "*"
        ? starNames(tokens, start, file)
        : tokens[start]!.text === "{"
          ? listedNames(tokens, start)
          : declaredName(tokens, start);
    for (const [name, kind] of found) names.set(name, typed ? "type" : kind);
  }
  return names;
}

/** `export * from "./file.ts"` and `export * as name from "./file.ts"`. */
function starNames(tokens: readonly Token[], star: number, file: string): Iterable<[string, NameKind]> {
  if (tokens[star + 1]!.text === "as") return [[tokens[star + 2]!.text, "value"]];
  return doorNames(join(dirname(file), tokens[star + 2]!.text));
}

/** `export { a, b as c, type D }`, with or without `from`. */
function listedNames(tokens: readonly Token[], open: number): [string, NameKind][] {
  const names: [string, NameKind][] = [];
  let entry: string[] = [];
  for (let i = open + 1; ; i++) {
    const { text } = tokens[i]!;
    if (text !== "," && text !== "}") {
      entry.push(text);
      continue;
    }
    if (entry.length > 0) {
      const typed = entry[0] === "type" && entry.length > 1 && entry[1] !== "as";
      names.push([entry.at(-1)!, typed ? "type" : "value"]);
    }
    entry = [];
    if (text === "}") return names;
  }
}

/** `export const a`, `export interface B`, and so on. */
function declaredName(tokens: readonly Token[], start: number): [string, NameKind][] {
  let i = start;
  while (MODIFIERS.has(tokens[i]!.text)) i++;
  const word = tokens[i]!.text;
  const name = tokens[i + 1]!.text === "*" ? tokens[i + 2]!.text : tokens[i + 1]!.text;
  if (TYPE_WORDS.has(word)) return [[name, "type"]];
  if (VALUE_WORDS.has(word)) return [[name, "value"]];
  throw new Error(`line ${tokens[start]!.line}: a door exports by name, found "export ${word}"`);
}
