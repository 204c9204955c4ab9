const MAGIC = 0x184d2204;
/** Bits of the flags that follow the magic number. */
const HAS_BLOCK_CHECKSUMS = 0x10;
const HAS_SIZE = 0x08;
const HAS_DICTIONARY = 0x01;
const IS_PLAIN = 0x80000000;

/** Memory for unpacked bytes, which grows up to a limit. */
interface Output {
  bytes: Uint8Array;
  length: number;
  readonly reserve: (more: number) => void;
}

/**
 * Unpacks a frame of LZ4 (LZ4 frame format 1.6), whose blocks may refer to earlier blocks. Calls `reserve` with the number of bytes before
 * each growth, which may throw. Throws `Error` for damaged frames.
 */
export function unpackLz4Frame(packed: Uint8Array, reserve: (bytes: number) => void): Uint8Array {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  if (view.getUint32(0, true) !== MAGIC) throw new Error("an LZ4 frame begins with other bytes");
  const flags = view.getUint8(4);
  let at = 7 + ((flags & HAS_SIZE) === 0 ? 0 : 8) + ((flags & HAS_DICTIONARY) === 0 ? 0 : 4);
  const checksum = (flags & HAS_BLOCK_CHECKSUMS) === 0 ? 0 : 4;
  const output: Output = { bytes: new Uint8Array(0), length: 0, reserve };
  for (;;) {
    const size = view.getUint32(at, true);
    at += 4;
    if (size === 0) return output.bytes.subarray(0, output.length);
    const end = at + (size & ~IS_PLAIN);
    if (end > packed.length) throw new Error("an LZ4 block ends early");
    const block = packed.subarray(at, end);
    if ((size & IS_PLAIN) === 0) unpackBlock(block, output);
    else append(block, output);
    at = end + checksum;
  }
}

function unpackBlock(block: Uint8Array, output: Output): void {
  let at = 0;
  const lengthFrom = (start: number): number => {
    let length = start;
    for (let byte = start === 15 ? 255 : 0; byte === 255;) {
      byte = byteAt(block, at++);
      length += byte;
    }
    return length;
  };
  while (at < block.length) {
    const token = block[at++]!;
    const literals = lengthFrom(token >> 4);
    if (at + literals > block.length) throw new Error("an LZ4 block ends early");
    append(block.subarray(at, at + literals), output);
    at += literals;
    // The last sequence of a block has no match.
    if (at === block.length) return;
    const distance = byteAt(block, at) + 256 * byteAt(block, at + 1);
    at += 2;
    const length = lengthFrom(token & 15) + 4;
    if (distance === 0 || distance > output.length) throw new Error("an LZ4 block refers to bytes before its start");
    grow(output, length);
    // A match may overlap the bytes that it creates.
    for (let i = 0; i < length; i++, output.length++)
      output.bytes[output.length] = output.bytes[output.length - distance]!;
  }
}

function byteAt(block: Uint8Array, at: number): number {
  const byte = block[at];
  if (byte === undefined) throw new Error("an LZ4 block ends early");
  return byte;
}

function append(bytes: Uint8Array, output: Output): void {
  grow(output, bytes.length);
  output.bytes.set(bytes, output.length);
  output.length += bytes.length;
}

function grow(output: Output, more: number): void {
  const needed = output.length + more;
  if (needed <= output.bytes.length) return;
  const capacity = Math.max(needed, 2 * output.bytes.length, 1024);
  output.reserve(capacity - output.bytes.length);
  const bytes = new Uint8Array(capacity);
  bytes.set(output.bytes.subarray(0, output.length));
  output.bytes = bytes;
}
