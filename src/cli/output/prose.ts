import { wrappedWords } from "../../report/terminal/wrapped-words.ts";
import { widthOf, type Terminal } from "../terminal.ts";

/** A sentence as it is printed: on a terminal broken between words, elsewhere one line, for other programs. */
export function prose(text: string, { stdout }: Pick<Terminal, "stdout">, indent = ""): string {
  return stdout.isTTY === true ? wrappedWords(text, widthOf(stdout), indent).join("\n") : text;
}
