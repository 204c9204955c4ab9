import { crc32, deflateRawSync } from "node:zlib";

/** How a zip archive deviates from an ordinary one. */
export interface OddZip {
  readonly stored?: boolean;
  readonly method?: number;
  readonly flags?: number;
  readonly crc?: number;
  readonly entries?: number;
  readonly comment?: string;
  readonly padding?: number;
}

/** Returns a zip archive with one file. */
export function zipOf(name: string, content: string | Uint8Array, odd: OddZip = {}): Buffer {
  return zipOfAll({ [name]: content }, odd);
}

/** Returns a zip archive with files by name. */
export function zipOfAll(contents: Readonly<Record<string, string | Uint8Array>>, odd: OddZip = {}): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(contents)) {
    const bytes = Buffer.from(content);
    const packed = odd.stored === true ? bytes : deflateRawSync(bytes);
    const method = odd.method ?? (odd.stored === true ? 0 : 8);
    const crc = odd.crc ?? crc32(bytes);
    const path = Buffer.from(name);
    const shared = (buffer: Buffer, at: number): Buffer => {
      buffer.writeUInt16LE(20, at);
      buffer.writeUInt16LE(odd.flags ?? 0, at + 2);
      buffer.writeUInt16LE(method, at + 4);
      buffer.writeUInt32LE(crc, at + 10);
      buffer.writeUInt32LE(packed.length, at + 14);
      buffer.writeUInt32LE(bytes.length, at + 18);
      buffer.writeUInt16LE(path.length, at + 22);
      return buffer;
    };
    const local = shared(Buffer.alloc(30), 4);
    local.writeUInt32LE(0x04034b50, 0);
    const entry = shared(Buffer.alloc(46), 6);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, path, packed);
    directory.push(entry, path);
    offset += local.length + path.length + packed.length;
  }
  const comment = Buffer.from(odd.comment ?? "");
  const end = Buffer.alloc(22);
  const entries = odd.entries ?? Object.keys(contents).length;
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...locals, ...directory, end, comment]);
}
