import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { decompress as decompressZstd } from "fzstd";
import { type Compressors, snappyUncompress } from "hyparquet";
import { decompressLz4, decompressLz4Raw } from "hyparquet-compressors";

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
    ZSTD: (packed, length) => decompressZstd(packed, new Uint8Array(reserve(length))),
    LZ4: (packed, length) => decompressLz4(packed, reserve(length)),
    LZ4_RAW: (packed, length) => decompressLz4Raw(packed, reserve(length)),
    BROTLI: (packed, length) => brotliDecompressSync(packed, { maxOutputLength: Math.max(1, reserve(length)) }),
  };
}
