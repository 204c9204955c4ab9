/** Characters that a terminal obeys instead of showing: all controls but tab and line feed, and marks that change the direction of text. */
const OBEYED = /(?![\t\n])[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Text for a terminal or a log: characters that a terminal would obey are written as `\u001b`, as JSON has them, so that text of a file or a server moves no
 * cursor, sets no title and hides nothing. A JSON document stays the same document.
 */
export function visibleText(text: string): string {
  return text.replaceAll(OBEYED, (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, "0")}`);
}
