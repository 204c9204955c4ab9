import { escapeControls } from "../../primitives/words.ts";

/** Whether text for a terminal may carry colour. */
export interface Colour {
  /** Escape codes for colour; off by default, so that a file or pipe gets plain text. */
  readonly color?: boolean;
}

/** Ways to set text off in a terminal. */
export interface Ink {
  strong(text: string): string;
  faint(text: string): string;
  /** Green above zero, red below, plain otherwise. */
  signed(text: string, value: number): string;
}

const PLAIN: Ink = { strong: same, faint: same, signed: same };

const COLOURED: Ink = {
  strong: (text) => wrap(text, 1, 22),
  faint: (text) => wrap(text, 2, 22),
  signed(text, value) {
    if (value > 0) return wrap(text, 32, 39);
    return value < 0 ? wrap(text, 31, 39) : text;
  },
};

/** The ink to write with. */
export function ink({ color = false }: Colour = {}): Ink {
  return color ? COLOURED : PLAIN;
}

function wrap(text: string, on: number, off: number): string {
  return `\u001B[${on}m${text}\u001B[${off}m`;
}

function same(text: string): string {
  return text;
}

/** The codes of `ink`, and of nothing else. */
const INK = new RegExp(String.raw`(${String.fromCodePoint(27)}\[(?:1|2|22|31|32|39)m)`, "u");

/** Text for a terminal: the codes of `ink` stay where there may be colour, and all else that a terminal would obey is made visible. */
export function visibleLine(text: string, { color = false }: Colour = {}): string {
  if (!color) return escapeControls(text);
  return text
    .split(INK)
    .map((part, i) => (i % 2 === 1 ? part : escapeControls(part)))
    .join("");
}
