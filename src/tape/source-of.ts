import type { Source } from "./source.ts";
import type { BarFileOptions } from "./bar-file-options.ts";
import { csv } from "./sources/csv.ts";
import { sources } from "./sources/catalog.ts";

/**
 * The source that reads a file, by the ending of its name; columns of text for an ending that none of them knows.
 *
 * @example
 * const { series } = await sourceOf("aapl.parquet").read("aapl.parquet");
 */
export function sourceOf(file: string): Source<BarFileOptions> {
  const name = file.toLowerCase();
  return Object.values(sources).find(({ endings }) => endings.some((ending) => name.endsWith(ending))) ?? csv;
}
