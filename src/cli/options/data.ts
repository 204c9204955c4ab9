import { parameterError } from "../../primitives/check.ts";

/** A price file, with its symbol if `--data` names one. */
export interface DataFile {
  readonly file: string;
  readonly symbol?: string;
}

/**
 * Parses `FILE` or `SYMBOL=FILE` and appends it to the previous files. Text before the first `=` is a symbol unless it contains a slash:
 * `./a=b.csv` is a file.
 */
export function dataOption(text: string, before: readonly DataFile[] = []): DataFile[] {
  const at = text.indexOf("=");
  const symbol = at < 0 || /[/\\]/.test(text.slice(0, at)) ? undefined : text.slice(0, at);
  const file = symbol === undefined ? text : text.slice(at + 1);
  if (file === "" || symbol === "") throw parameterError("--data", "FILE or SYMBOL=FILE", text);
  return [...before, symbol === undefined ? { file } : { file, symbol }];
}

/** Parses a symbol. Rejects an empty symbol, such as that of an unset shell variable. */
export function symbolOption(text: string): string {
  if (text.trim() !== "") return text;
  throw parameterError("--symbol", "the symbol of an instrument", text);
}
