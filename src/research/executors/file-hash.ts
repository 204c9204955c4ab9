import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

/** SHA-256 of a file's bytes. */
export async function fileHash(file: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
}
