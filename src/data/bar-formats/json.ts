import type { BarFormat } from "../bar-format.ts";
import { isJson, isJsonLines } from "../json/json-bytes.ts";
import { openJson } from "../json/open-json.ts";

/** One JSON value that has bars in it. */
export const json: BarFormat = {
  name: "json",
  title: "JSON: lists of objects or of numbers, or lists by column, date or symbol",
  endings: [".json"],
  matches: (bytes) => isJson(bytes) && !isJsonLines(bytes),
  open: openJson,
};
