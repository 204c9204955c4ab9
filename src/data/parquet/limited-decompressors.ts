import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type Compressors, snappyUncompress } from "hyparquet";

/** What unpacks the pages of a file, and stops when they are more than `maxBytes` in all, whatever the file claims of them. */
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
