import { escapeControls } from "../../primitives/words.ts";

/** Option that allows colors in text for a terminal. */
export interface ColorOption {
  /** Whether the text contains escape codes of colors. Default: false, for files and pipes. */
  readonly color?: boolean;
}

/** Styles of text in a terminal. */
export interface Ink {
  strong(text: string): string;
  faint(text: string): string;
  /** Colors a text green for a value above zero, and red for a value below zero. */
  signed(text: string, value: number): string;
}

const PLAIN: Ink = { strong: unchanged, faint: unchanged, signed: unchanged };

const COLORED: Ink = {
  strong: (text) => wrap(text, 1, 22),
  faint: (text) => wrap(text, 2, 22),
  signed(text, value) {
    if (value > 0) return wrap(text, 32, 39);
    return value < 0 ? wrap(text, 31, 39) : text;
  },
};

/** Returns the styles of text, which do nothing without colors. */
export function ink({ color = false }: ColorOption = {}): Ink {
  return color ? COLORED : PLAIN;
}

function wrap(text: string, on: number, off: number): string {
  return `\u001B[${on}m${text}\u001B[${off}m`;
}

function unchanged(text: string): string {
  return text;
}

/** Matches the escape codes that `ink` uses, and no others. */
const INK_CODES = new RegExp(String.raw`(${String.fromCodePoint(27)}\[(?:1|2|22|31|32|39)m)`, "u");

/** Escapes control characters in text for a terminal, except the codes of `ink` if colors are allowed. */
export function escapeLine(text: string, { color = false }: ColorOption = {}): string {
  if (!color) return escapeControls(text);
  return text
    .split(INK_CODES)
    .map((part, i) => (i % 2 === 1 ? part : escapeControls(part)))
    .join("");
}
