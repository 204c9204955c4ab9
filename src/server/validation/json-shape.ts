const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;

/** What the text alone tells of JSON. */
export interface JsonShape {
  /** The most lists and objects that stand in one another; no more than one beyond what is allowed. */
  readonly depth: number;
  /** Members of all objects, as often as they are written. */
  readonly members: number;
}

/**
 * How deep a JSON text nests, up to `deepest` levels and one, and how many members it has. Told from the text: what is read of one that nests as deep as it is
 * long can be neither checked nor written again, and what is read of one that names a member twice has it once.
 */
export function jsonShape(json: string, deepest: number): JsonShape {
  let level = 0;
  let depth = 0;
  let members = 0;
  let quoted = false;
  for (let i = 0; i < json.length; i++) {
    const code = json.codePointAt(i)!;
    if (quoted) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) {
      quoted = true;
    } else if (code === COLON) {
      members++;
    } else if (isOpening(code)) {
      level++;
      if (level > depth) depth = level;
      if (depth > deepest) break;
    } else if (isClosing(code)) {
      level--;
    }
  }
  return { depth, members };
}

/** `[` and `{`, `]` and `}`. */
const isOpening = (code: number): boolean => code === 91 || code === 123;
const isClosing = (code: number): boolean => code === 93 || code === 125;
