import { parameterError } from "../../primitives/check.ts";
import type { ImportSource } from "../../tape/importing/read-import-file.ts";

/**
 * Reads `FILE` or `SYMBOL=FILE` and adds it to those before. What stands before the last `=` that a path could follow is a symbol unless it
 * has a slash: `GC=F=gold.csv` is a file of GC=F.
 */
export function importFile(text: string, before: readonly ImportSource[] = []): ImportSource[] {
  const slash = text.search(/[/\\]/);
  const at = (slash < 0 ? text : text.slice(0, slash)).lastIndexOf("=");
  const [symbol, file] = at < 0 ? [undefined, text] : [text.slice(0, at), text.slice(at + 1)];
  if (file === "" || symbol === "") throw parameterError("a file to import", "FILE or SYMBOL=FILE", text);
  return [...before, symbol === undefined ? { file } : { file, symbol }];
}
