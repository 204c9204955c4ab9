import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * SHA-256 over a sequence of values. Text is hashed as its length and UTF-8 bytes, a number as an IEEE double, little end first,
 * so that the same values give the same digest on every machine.
 */
export class Digest {
  readonly #hash = sha256.create();
  readonly #bytes = new Uint8Array(8);
  readonly #view = new DataView(this.#bytes.buffer);

  number(value: number): this {
    this.#view.setFloat64(0, value, true);
    this.#hash.update(this.#bytes);
    return this;
  }

  text(value: string): this {
    const bytes = utf8ToBytes(value);
    this.number(bytes.length);
    this.#hash.update(bytes);
    return this;
  }

  column(values: Float64Array): this {
    this.number(values.length);
    const chunk = new Uint8Array(8 * 1024);
    const view = new DataView(chunk.buffer);
    for (let start = 0; start < values.length; start += 1024) {
      const end = Math.min(1024, values.length - start);
      for (let i = 0; i < end; i++) view.setFloat64(8 * i, values[start + i]!, true);
      this.#hash.update(chunk.subarray(0, 8 * end));
    }
    return this;
  }

  /** The digest in hexadecimal; nothing may be added after. */
  hex(): string {
    return bytesToHex(this.#hash.digest());
  }
}

/** Digest of any JSON-like value, the order of object members aside. */
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
