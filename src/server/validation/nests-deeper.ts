const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Whether lists and objects of a JSON text stand in one another more levels deep than allowed. Told from the text alone: what is read of one that
 * nests as deep as it is long can be neither checked nor written again.
 */
export function nestsDeeper(json: string, levels: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < json.length; i++) {
    const code = json.codePointAt(i)!;
    if (quoted) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) {
      quoted = true;
    } else if (isOpening(code)) {
      if (++depth > levels) return true;
    } else if (isClosing(code)) {
      depth--;
    }
  }
  return false;
}

/** `[` and `{`, `]` and `}`. */
const isOpening = (code: number): boolean => code === 91 || code === 123;
const isClosing = (code: number): boolean => code === 93 || code === 125;
