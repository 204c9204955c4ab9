import { textOf } from "../csv/cell.ts";
import { fileError } from "../csv/file-error.ts";
import type { ImportFile } from "./importer.ts";

/** What a file of JSON says. Throws DATA_FILE_INVALID for one that is none, such as one that was cut off. */
export function jsonOf({ file, text }: ImportFile): unknown {
  try {
    // The mark that some tools of Windows write before it is no part of it.
    return JSON.parse(textOf(text.bytes, 0, text.length).replace(/^\uFEFF/, ""));
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw fileError("DATA_FILE_INVALID", file, `must be whole JSON, was not: ${cause}`, { cause });
  }
}
