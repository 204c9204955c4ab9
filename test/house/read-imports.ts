import type { Token } from "./tokens.ts";

/** One place where a source names another module. */
export interface Import {
  /** Undefined where the name is computed. */
  readonly specifier: string | undefined;
  readonly typeOnly: boolean;
  readonly dynamic: boolean;
  readonly line: number;
}

/** Every import of a source: `import`, `import type`, `export … from`, `import()`, `require()` and `import.meta.resolve()`. */
export function readImports(tokens: readonly Token[]): Import[] {
  const found: Import[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.kind !== "word" || isMember(tokens, i)) continue;
    const next = tokens[i + 1];
    const called = next?.text === "(" && next.kind === "punctuation";

    if (token.text === "import" && next?.text === ".") {
      if (tokens[i + 2]?.text === "meta" && tokens[i + 4]?.text === "resolve") found.push(calledWith(tokens, i + 5));
    } else if (called && (token.text === "import" || token.text === "require")) {
      found.push(calledWith(tokens, i + 1));
    } else if (token.text === "import" || (token.text === "export" && isListAhead(tokens, i + 1))) {
      const source = sourceOf(tokens, i);
      if (source !== undefined)
        found.push({ specifier: source.text, typeOnly: isTypeOnly(tokens, i), dynamic: false, line: token.line });
    }
  }
  return found;
}

/** True for `object.import` and for the key in `{ import: 1 }`: words that only look like the keyword. */
function isMember(tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1]?.text;
  return before === "." || before === "?." || tokens[i + 1]?.text === ":";
}

function calledWith(tokens: readonly Token[], open: number): Import {
  const first = tokens[open + 1];
  const end = tokens[open + 2]?.text;
  const plain = first?.kind === "string" && (end === ")" || end === ",");
  return { specifier: plain ? first.text : undefined, typeOnly: false, dynamic: true, line: tokens[open]!.line };
}

/** `export {`, `export *`, `export type {`, `export type *`: what may be followed by `from`. */
function isListAhead(tokens: readonly Token[], i: number): boolean {
  const at = tokens[i]?.text === "type" ? i + 1 : i;
  return tokens[at]?.text === "{" || tokens[at]?.text === "*";
}

/** The module's name: the string right after `import`, or the one after `from` behind the list of names. */
function sourceOf(tokens: readonly Token[], start: number): Token | undefined {
  const first = tokens[start + 1];
  if (tokens[start]!.text === "import" && first?.kind === "string") return first;
  for (let i = start + 1; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.text === "from" && tokens[i + 1]?.kind === "string") return tokens[i + 1];
    const ends = token.text === ";" || token.text === "=" || (token.text === "}" && tokens[i + 1]?.text !== "from");
    if (ends && token.kind === "punctuation") return undefined;
  }
  return undefined;
}

/** `import { type A } from` is not type-only: the module is still loaded. */
function isTypeOnly(tokens: readonly Token[], start: number): boolean {
  if (tokens[start + 1]?.text !== "type") return false;
  const next = tokens[start + 2];
  const namedType = next?.text === "from" && tokens[start + 3]?.kind === "string";
  return !namedType && next?.text !== ",";
}
