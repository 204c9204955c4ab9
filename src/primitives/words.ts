/** Formats a whole number with thousands separators: `5,105`. Not for values that programs read. */
export function groupThousands(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/** Formats a count with its noun: `1 trade`, `2 trades`, `5,105 trades`. */
export function pluralize(count: number, noun: string): string {
  return `${groupThousands(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Maximum number of names in one sentence. */
const MAX_NAMES = 5;

/** Formats a list of names: the first five, and the number of further ones. */
export function listNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return `${names.slice(0, MAX_NAMES).join(", ")}${more > 0 ? ` and ${groupThousands(more)} more` : ""}`;
}

/** Characters that control a terminal instead of being shown: controls except tab and line feed, line separators and text direction marks. */
const CONTROL_CHARACTERS = /(?![\t\n])[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/**
 * Escapes control characters as `\u001b`, as JSON does, so that text from a file or server cannot control the terminal.
 * A JSON document keeps its meaning.
 */
export function escapeControls(text: string): string {
  return text.replaceAll(
    CONTROL_CHARACTERS,
    (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, "0")}`,
  );
}

/** Escapes text for HTML content and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
