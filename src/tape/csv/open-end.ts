import { basename } from "node:path";
import { LINE_FEED, type TextBytes } from "./bytes.ts";

/** What is to be said of a plain text whose last line has no end, for nobody can tell whether its last cell was cut off; nothing of others. */
export function openEnd(file: string, { bytes, length }: TextBytes): readonly string[] {
  return bytes[length - 1] === LINE_FEED
    ? []
    : [
        `The last line of ${basename(file)} has no line end: were the file cut off there, its last cell would be wrong.`,
      ];
}
