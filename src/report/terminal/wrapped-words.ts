import { displayWidth } from "./display-width.ts";

/** Lines of at most `width` columns of a terminal, broken between words, all but the first indented; a word that is longer stays whole. */
export function wrappedWords(text: string, width: number, indent = ""): string[] {
  const lines: string[] = [];
  let taken = 0;
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const own = displayWidth(word);
    if (last !== undefined && taken + 1 + own <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
      taken += 1 + own;
    } else {
      lines.push(last === undefined ? word : indent + word);
      taken = last === undefined ? own : indent.length + own;
    }
  }
  return lines;
}
