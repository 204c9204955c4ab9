import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

interface Hash {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
}

interface Sha256 {
  start(): Hash;
  /** Returns the digest of bytes, in hexadecimal. */
  hexOf(bytes: Uint8Array): string;
}

interface Crypto {
  createHash(algorithm: string): Hash;
  /** Node's one-shot hash function, which may be missing in runtimes that only resemble Node. */
  readonly hash?: (algorithm: string, bytes: Uint8Array, encoding: string) => string;
}

/** Access to built-in modules of Node without an import, which bundlers for web pages could not resolve. */
interface Host {
  readonly process?: { readonly getBuiltinModule?: (name: string) => Crypto | undefined };
}

/**
 * Node's SHA-256 is many times as fast as an implementation in JavaScript. The SHA-256 of browsers is asynchronous, so it cannot be used.
 */
const crypto = (globalThis as Host).process?.getBuiltinModule?.("node:crypto");
const hash = crypto?.hash;
const SHA256: Sha256 =
  crypto === undefined || hash === undefined
    ? { start: () => sha256.create(), hexOf: (bytes) => bytesToHex(sha256(bytes)) }
    : { start: () => crypto.createHash("sha256"), hexOf: (bytes) => hash("sha256", bytes, "hex") };

/** Size of the buffer before hashing, since a call of Node's hash costs as much as hashing a few hundred bytes. */
const BUFFER_BYTES = 2048;

/**
 * SHA-256 over a sequence of values. Text is hashed as its length and UTF-8 bytes, a number as a little-endian IEEE double. So the same
 * values give the same digest on every machine.
 */
export class Digest {
  #hash: Hash | undefined;
  readonly #bytes = new Uint8Array(BUFFER_BYTES);
  readonly #view = new DataView(this.#bytes.buffer);
  #length = 0;

  number(value: number): this {
    if (this.#length > BUFFER_BYTES - 8) this.#flush();
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
    return this;
  }

  text(value: string): this {
    const bytes = utf8ToBytes(value);
    this.number(bytes.length);
    if (bytes.length > BUFFER_BYTES - this.#length) this.#flush();
    if (bytes.length > BUFFER_BYTES) {
      this.#started().update(bytes);
    } else {
      this.#bytes.set(bytes, this.#length);
      this.#length += bytes.length;
    }
    return this;
  }

  column(values: Float64Array): this {
    this.number(values.length);
    for (let i = 0; i < values.length; i++) this.number(values[i]!);
    return this;
  }

  /** Returns the digest in hexadecimal. No values may be added afterwards. */
  hex(): string {
    if (this.#hash === undefined) return SHA256.hexOf(this.#buffered());
    this.#flush();
    return bytesToHex(this.#hash.digest());
  }

  #buffered(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #started(): Hash {
    return (this.#hash ??= SHA256.start());
  }

  #flush(): void {
    this.#started().update(this.#buffered());
    this.#length = 0;
  }
}

/** Returns the digest of a JSON-like value, independent of the order of object properties. */
export function digestOf(value: unknown): string {
  return new Digest().text(canonical(value)).hex();
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    members.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`;
  }
  return typeof value === "number" && !Number.isFinite(value) ? `"${value}"` : (JSON.stringify(value) ?? "null");
}
