import type { BarFormat } from "../bar-format.ts";
import { arrow } from "./arrow.ts";
import { csv } from "./csv.ts";
import { json } from "./json.ts";
import { ndjson } from "./ndjson.ts";
import { parquet } from "./parquet.ts";

/** File formats, in the order in which they are tried. Any other text is CSV. */
export const barFormats: readonly BarFormat[] = [parquet, arrow, ndjson, json, csv];

/** Endings of file names, also when packed. */
export const BAR_FILE_ENDINGS: readonly string[] = barFormats.flatMap(({ endings }) =>
  endings.flatMap((ending) => [ending, `${ending}.gz`, `${ending}.zst`, `${ending}.zip`]),
);

/** Returns the format that the first bytes of a file show. */
export function formatOf(bytes: Uint8Array): BarFormat {
  return barFormats.find((format) => format.matches(bytes))!;
}
