import { wrapWords } from "../../report/terminal/tables.ts";
import { lineWidth, type Terminal } from "../../report/terminal/terminal.ts";

/** Wraps a text to the width of a terminal. In a file or a pipe the text stays on one line. */
export function prose(text: string, { stdout }: Pick<Terminal, "stdout">, indent = ""): string {
  return wrapWords(text, lineWidth(stdout), indent).join("\n");
}

/** Turns the summary of a command, such as `stop the clock`, into the first sentence of its help: `Stops the clock.` */
export function sentence(summary: string): string {
  const [verb, ...others] = summary.split(" ");
  return `${verb![0]!.toUpperCase()}${verb!.slice(1)}s ${others.join(" ")}.`;
}
