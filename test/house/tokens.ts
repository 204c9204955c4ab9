/** The words of a TypeScript source: comments and white space are gone, text stays inside its own token. */
export interface Token {
  readonly kind: "word" | "number" | "string" | "template" | "regex" | "punctuation";
  /** As written; for a string its content without the quotes. */
  readonly text: string;
  readonly line: number;
}

const BLANK = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|^#![^\n]*)+/y;
const WORD = /[#@]?[\p{ID_Start}$_][\p{ID_Continue}$]*/uy;
const NUMBER = /\.?\d[\w.]*/y;
const STRING = /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'/y;
const REGEX = /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const TEMPLATE_PART = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)/y;
const PUNCTUATION = /\?\.(?!\d)|\.\.\.|=>|[^\s\w]/y;

/** Words after which a slash begins a regular expression rather than a division. */
const BEFORE_EXPRESSION = new Set(
  "return typeof case in of delete void throw new else do instanceof yield await extends default".split(" "),
);

/**
 * Cuts a source into tokens. Understands what may hide an import or pretend to be one: comments, strings, templates with
 * expressions inside, regular expressions. Throws where a source cannot be cut, so that a mistake of this reader is never silent.
 */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  /** For each template being read, how many braces are open inside its current expression. */
  const templates: number[] = [];
  let at = 0;
  let line = 1;

  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const text = pattern.exec(source)?.[0];
    if (text !== undefined) at += text.length;
    return text;
  };
  const push = (kind: Token["kind"], text: string, written: string = text): void => {
    tokens.push({ kind, text, line });
    line += newlines(written);
  };
  const templatePart = (open: string): void => {
    const part = take(TEMPLATE_PART);
    if (part === undefined) throw new Error(`line ${line}: a template does not end`);
    push("template", open + part);
    if (part.endsWith("${")) templates.push(0);
  };

  while (at < source.length) {
    const blank = take(BLANK);
    if (blank !== undefined) line += newlines(blank);
    if (at >= source.length) break;

    const first = source[at]!;
    let text: string | undefined;
    if ((text = take(WORD)) !== undefined) push("word", text);
    else if ((text = take(NUMBER)) !== undefined) push("number", text);
    else if (first === '"' || first === "'") {
      if ((text = take(STRING)) === undefined) throw new Error(`line ${line}: a string does not end`);
      push("string", text.slice(1, -1), text);
    } else if (first === "`") {
      at++;
      templatePart("`");
    } else if (first === "}" && templates.at(-1) === 0) {
      at++;
      templates.pop();
      templatePart("}");
    } else if (first === "/" && expressionMayBegin(tokens.at(-1)) && (text = take(REGEX)) !== undefined) {
      push("regex", text);
    } else if ((text = take(PUNCTUATION)) !== undefined) {
      if (text === "{" && templates.length > 0) templates[templates.length - 1]!++;
      if (text === "}" && templates.length > 0) templates[templates.length - 1]!--;
      push("punctuation", text);
    } else throw new Error(`line ${line}: ${JSON.stringify(first)} belongs to nothing known`);
  }
  if (templates.length > 0) throw new Error("a template does not end");
  return tokens;
}

function expressionMayBegin(before: Token | undefined): boolean {
  if (before === undefined) return true;
  if (before.kind === "word") return BEFORE_EXPRESSION.has(before.text);
  if (before.kind === "template") return before.text.endsWith("${");
  return before.kind === "punctuation" && before.text !== ")" && before.text !== "]" && before.text !== "}";
}

function newlines(text: string): number {
  return text.split("\n").length - 1;
}
