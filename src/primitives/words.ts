/** A whole number in words, its thousands set apart: `5,105`. Values that a program reads, such as those of errors, stand as they are. */
export function groupThousands(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/** So many of something, in words: `1 trade`, `2 trades`, `5,105 trades`. */
export function pluralize(count: number, what: string): string {
  return `${groupThousands(count)} ${what}${count === 1 ? "" : "s"}`;
}

/** The most names that one sentence has. */
const MAX_NAMES = 5;

/** Names in words: the first five, and how many more there are. */
export function listNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return `${names.slice(0, MAX_NAMES).join(", ")}${more > 0 ? ` and ${groupThousands(more)} more` : ""}`;
}

/** Characters that a terminal obeys instead of showing: controls but tab and line feed, ends of lines, and marks that change the direction of text. */
const CONTROL_CHARACTERS = /(?![\t\n])[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/**
 * Text for a terminal or a log: characters that a terminal would obey are written as `\u001b`, as JSON has them, so that text of a file or a server moves no
 * cursor, sets no title and hides nothing. A JSON document stays the same document.
 */
export function escapeControls(text: string): string {
  return text.replaceAll(
    CONTROL_CHARACTERS,
    (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, "0")}`,
  );
}
