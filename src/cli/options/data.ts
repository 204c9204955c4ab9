import { parameterError } from "../../primitives/check.ts";

/** A file of prices, and whose prices they are where the caller said so. */
export interface DataFile {
  readonly file: string;
  readonly symbol?: string;
}

/**
 * Reads `FILE` or `SYMBOL=FILE` and adds it to those before. What stands before the first `=` is a symbol unless it has a slash:
 * `./a=b.csv` is a file.
 */
export function dataOption(text: string, before: readonly DataFile[] = []): DataFile[] {
  const at = text.indexOf("=");
  const symbol = at < 0 || /[/\\]/.test(text.slice(0, at)) ? undefined : text.slice(0, at);
  const file = symbol === undefined ? text : text.slice(at + 1);
  if (file === "" || symbol === "") throw parameterError("--data", "FILE or SYMBOL=FILE", text);
  return [...before, symbol === undefined ? { file } : { file, symbol }];
}

/** Reads the symbol of an instrument; an empty one, as an unset variable of a shell leaves it, is none. */
export function symbolOption(text: string): string {
  if (text.trim() !== "") return text;
  throw parameterError("--symbol", "the symbol of an instrument", text);
}
