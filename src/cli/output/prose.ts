import { wrappedWords } from "../../report/terminal/tables.ts";
import { lineWidth, type Terminal } from "../terminal.ts";

/** A sentence as it is printed: on a terminal broken between words, elsewhere one line, for other programs. */
export function prose(text: string, { stdout }: Pick<Terminal, "stdout">, indent = ""): string {
  return wrappedWords(text, lineWidth(stdout), indent).join("\n");
}

/** A summary, as a list of commands has it, as the sentence with which the command's own help begins. */
export function sentence(summary: string): string {
  return `${summary[0]!.toUpperCase()}${summary.slice(1)}.`;
}
