import { createHash, randomBytes } from "node:crypto";

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ID_LENGTH = 12;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SPELLING = new RegExp(`^hc_([0-9A-Za-z]{${ID_LENGTH}})_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** Returns a new id for an API key. */
export function newKeyId(): string {
  return randomText(ID_LENGTH);
}

/**
 * Returns the text of a new API key, `hc_<id>_<secret><checksum>`. The secret has 190 random bits. The checksum tells a typing error from a
 * wrong key.
 */
export function newKeyText(id: string): string {
  const body = `hc_${id}_${randomText(SECRET_LENGTH)}`;
  return body + checksumOf(body);
}

/** Returns the id in the text of an API key; undefined if the text is not that of a key. */
export function keyIdOf(text: string): string | undefined {
  const match = SPELLING.exec(text);
  if (match === null) return undefined;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return text.endsWith(checksumOf(body)) ? match[1] : undefined;
}

/** Returns the digest that is stored instead of an API key's text. The secret is random enough not to need a slow hash. */
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
      // Skips large bytes, with which the first letters of the alphabet would be more likely than others.
      if (byte < 248 && text.length < length) text += LETTERS[byte % LETTERS.length];
    }
  }
  return text;
}
