import { existsSync } from "node:fs";
import { parameterError } from "../../primitives/check.ts";

/** A file or a recording, with the symbols that the caller names. */
export interface DataFile {
  readonly file: string;
  /** Symbol of the file's bars, or the symbols to read from a file or recording with several. */
  readonly symbols?: readonly string[];
}

/** Parses `FILE` or `SYMBOL=FILE` and appends it to the previous ones. */
export function dataOption(text: string, before: readonly DataFile[] = []): DataFile[] {
  return filesOption("--data", text, before);
}

/** Parses `FILE` or `SYMBOL=FILE` of a table to join. */
export function joinOption(text: string, before: readonly DataFile[] = []): DataFile[] {
  return filesOption("--join", text, before);
}

function filesOption(option: string, text: string, before: readonly DataFile[]): DataFile[] {
  const { symbol, file } = symbolAndFile(option, text);
  return [...before, symbol === undefined ? { file } : { file, symbols: symbol.split(",") }];
}

/**
 * Splits `SYMBOL=FILE`. A text that is itself a path is a file, such as `EURUSD=X.csv`; of several `=` the one before a file that exists
 * separates, else the last one. After a slash, none does: `./a=b.csv` is a file.
 */
export function symbolAndFile(option: string, text: string): { readonly symbol?: string; readonly file: string } {
  if (text !== "" && existsSync(text)) return { file: text };
  const marks = [...text.matchAll(/=/g)].map(({ index }) => index);
  const before = marks.filter((at) => !/[/\\]/.test(text.slice(0, at)));
  const at = before.find((one) => existsSync(text.slice(one + 1))) ?? before.at(-1);
  if (at === undefined ? text === "" : at === 0 || at === text.length - 1)
    throw parameterError(option, "FILE or SYMBOL=FILE", text);
  return at === undefined ? { file: text } : { symbol: text.slice(0, at), file: text.slice(at + 1) };
}

/** Returns a parser of one symbol or several separated by commas; an empty one, such as from an unset shell variable, is rejected. */
export function symbolListOption(option: string): (text: string) => readonly string[] {
  return (text) => {
    const symbols = text.split(",").map((symbol) => symbol.trim());
    if (symbols.every((symbol) => symbol !== "")) return symbols;
    throw parameterError(option, "a symbol, or symbols separated by commas", text);
  };
}

export const symbolsOption = symbolListOption("--symbol");
