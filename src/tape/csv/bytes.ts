/** The bytes that give text its structure. */
export const TAB = 9;
export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const SPACE = 32;
export const QUOTE = 34;
export const PLUS = 43;
export const COMMA = 44;
export const MINUS = 45;
export const POINT = 46;
export const ZERO = 48;
export const COLON = 58;
export const SEMICOLON = 59;

/**
 * A file's text as bytes, followed by line feeds: whoever reads a number or a time comes to a byte that ends it without
 * asking each time whether the file goes on.
 */
export interface TextBytes {
  readonly bytes: Uint8Array;
  /** The same bytes, to be read several at a time. */
  readonly view: DataView;
  /** How many of the bytes are the file's. */
  readonly length: number;
}

/** Line feeds behind the text: more than the longest time. */
const PADDING = 64;

/** Room for a text of so many bytes. */
export function textBytes(length: number): TextBytes {
  const bytes = new Uint8Array(length + PADDING);
  bytes.fill(LINE_FEED, length);
  return { bytes, view: new DataView(bytes.buffer), length };
}
