import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type Compressors, snappyUncompress } from "hyparquet";

/** Creates decompressors for the pages of a file that throw once the decompressed pages exceed `maxBytes` in total. */
export function limitedDecompressors(maxBytes: number, tooLarge: () => Error): Compressors {
  let left = maxBytes;
  const reserve = (length: number): number => {
    left -= length;
    if (left < 0) throw tooLarge();
    return length;
  };
  return {
    SNAPPY: (packed, length) => {
      const page = new Uint8Array(reserve(length));
      snappyUncompress(packed, page);
      return page;
    },
    GZIP: (packed, length) => gunzipSync(packed, { maxOutputLength: Math.max(1, reserve(length)) }),
    BROTLI: (packed, length) => brotliDecompressSync(packed, { maxOutputLength: Math.max(1, reserve(length)) }),
  };
}
