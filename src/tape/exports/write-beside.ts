import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { HindcastError } from "../../primitives/errors.ts";

/**
 * Writes pieces into a file that takes its name when it is whole, gzipped where the name ends in `.gz`. The same pieces give the same bytes.
 * Throws OUTPUT_NOT_WRITABLE; then what was there is untouched.
 */
export async function writeBeside(file: string, pieces: Iterable<string | Uint8Array>): Promise<void> {
  const beside = `${file}.${randomUUID()}.new`;
  try {
    const out = createWriteStream(beside, { flags: "wx", flush: true });
    if (file.toLowerCase().endsWith(".gz")) await pipeline(Readable.from(pieces), createGzip(), out);
    else await pipeline(Readable.from(pieces), out);
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    const cause = error instanceof Error && "code" in error ? String(error.code) : undefined;
    if (cause === undefined || error instanceof HindcastError || !/^E[A-Z]+$/.test(cause)) throw error;
    throw new HindcastError(
      "OUTPUT_NOT_WRITABLE",
      `${file} must be a file that can be written, was refused: ${cause}`,
      {
        file,
        cause,
      },
    );
  }
}
