import type { FileHandle } from "node:fs/promises";

const BLOCK = 1 << 20;
const NEW_LINE = 10;
/** Bytes that are told of a longer one, so that whoever reads it refuses it. */
const SHOWN = 60;
/** The longest line that is read; a trial takes some hundred bytes. */
const LONGEST = 16 << 20;

/**
 * Tells every whole line of a file, from number 1, and returns the byte after the last of them. What follows the last line break is no
 * line: whoever wrote it did not come to its end.
 */
export async function readLines(file: FileHandle, tell: (line: string, number: number) => void): Promise<number> {
  const block = Buffer.alloc(BLOCK);
  let rest = Buffer.alloc(0);
  let number = 0;
  let position = 0;
  let end = 0;
  for (;;) {
    const { bytesRead } = await file.read(block, 0, BLOCK, position);
    if (bytesRead === 0) return end;
    position += bytesRead;
    const bytes = Buffer.concat([rest, block.subarray(0, bytesRead)]);
    let start = 0;
    for (let at = bytes.indexOf(NEW_LINE); at >= 0; at = bytes.indexOf(NEW_LINE, start)) {
      tell(bytes.toString("utf8", start, at), ++number);
      end += at + 1 - start;
      start = at + 1;
    }
    rest = bytes.subarray(start);
    if (rest.length > LONGEST) {
      tell(rest.toString("utf8", 0, SHOWN), ++number);
      return end;
    }
  }
}
