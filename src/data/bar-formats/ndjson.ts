import type { BarFormat } from "../bar-format.ts";
import { isJsonLines } from "../json/json-bytes.ts";
import { openJsonLines } from "../json/open-json-lines.ts";

/** JSON lines. */
export const ndjson: BarFormat = {
  name: "ndjson",
  title: "NDJSON: one JSON object per line",
  endings: [".ndjson", ".jsonl"],
  matches: isJsonLines,
  open: openJsonLines,
};
