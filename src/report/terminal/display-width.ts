import stringWidth from "string-width";

/**
 * Columns that a text takes on a terminal: two for a Chinese, Japanese or Korean character, a full-width one and most emoji, none for a mark
 * that is set on the letter before it, one for any other. Colour takes none.
 */
export function displayWidth(text: string): number {
  return stringWidth(text);
}
