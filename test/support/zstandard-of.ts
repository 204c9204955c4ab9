/** Largest block of a Zstandard frame in bytes. */
const LARGEST_BLOCK = 2 ** 17;

/** Returns a Zstandard frame (RFC 8878) whose blocks are stored, since Node 20 has no compressor: every decoder must read it. */
export function zstandardOf(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content);
  const header = Buffer.alloc(9);
  header.writeUInt32LE(0xfd2fb528, 0);
  // One segment, whose size has four bytes.
  header.writeUInt8(0b1010_0000, 4);
  header.writeUInt32LE(bytes.length, 5);
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length || at === 0; at += LARGEST_BLOCK) {
    const block = bytes.subarray(at, at + LARGEST_BLOCK);
    const isLast = at + LARGEST_BLOCK >= bytes.length;
    const size = Buffer.alloc(3);
    size.writeUIntLE((block.length << 3) | (isLast ? 1 : 0), 0, 3);
    blocks.push(size, block);
  }
  return Buffer.concat([header, ...blocks]);
}
