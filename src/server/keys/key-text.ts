import { createHash, randomBytes } from "node:crypto";

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ID_LENGTH = 12;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SPELLING = new RegExp(`^hc_([0-9A-Za-z]{${ID_LENGTH}})_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** A new name of a key. */
export function newKeyId(): string {
  return randomText(ID_LENGTH);
}

/** The text of a new key, `hc_<id>_<secret><checksum>`. The secret has 190 bits of chance; the checksum tells a typing error from a wrong key. */
export function newKeyText(id: string): string {
  const body = `hc_${id}_${randomText(SECRET_LENGTH)}`;
  return body + checksumOf(body);
}

/** The name of the key that a text spells; undefined for a text that spells none. */
export function keyIdOf(text: string): string | undefined {
  const match = SPELLING.exec(text);
  if (match === null) return undefined;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return text.endsWith(checksumOf(body)) ? match[1] : undefined;
}

/** What is kept of a key's text. So much chance needs no slow hash. */
export function keyDigest(text: string): Buffer {
  return createHash("sha256").update(text, "latin1").digest();
}

function checksumOf(body: string): string {
  const digest = createHash("sha256").update("hindcast key checksum:").update(body, "latin1").digest();
  return Array.from(digest.subarray(0, CHECKSUM_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join("");
}

function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // Bytes beyond the last whole alphabet would make its first letters likelier.
      if (byte < 248 && text.length < length) text += LETTERS[byte % LETTERS.length];
    }
  }
  return text;
}
