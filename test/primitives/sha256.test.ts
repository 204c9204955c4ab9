import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type * as sha256Module from "../../src/primitives/sha256.ts";
import { Digest, digestOf } from "../../src/primitives/sha256.ts";
import { property } from "../support/property.ts";

/** Returns the eight bytes of a double in little-endian order, written by Node. */
function bytesOf(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

/** Imports the module as a web page does, without Node's hash function. */
async function inPage(): Promise<typeof sha256Module> {
  const withoutNode = vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
  const name = "../../src/primitives/sha256.ts?page";
  const module = (await import(name)) as typeof sha256Module;
  withoutNode.mockRestore();
  return module;
}
const page = await inPage();

const sha256 = (...parts: Buffer[]) => createHash("sha256").update(Buffer.concat(parts)).digest("hex");

describe("Digest", () => {
  test("of no values is SHA-256 of the empty message", () => {
    // FIPS 180-4 gives this digest of zero bytes.
    expect(new Digest().hex()).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  });

  test.each([0, -0, 1, 100.25, -37.63, NaN, Infinity, 5e-324, 2 ** 53])(
    "hashes the number %d as the eight bytes of a double",
    (value) => {
      expect(new Digest().number(value).hex()).toBe(sha256(bytesOf(value)));
    },
  );

  test.each(["", "abc", "Zürich 東京 🚀"])("hashes the text %j as its length in bytes and its UTF-8 bytes", (text) => {
    const bytes = Buffer.from(text, "utf8");
    expect(new Digest().text(text).hex()).toBe(sha256(bytesOf(bytes.length), bytes));
  });

  property([fc.array(fc.double(), { maxLength: 40 }), fc.constantFrom(0, 1023, 1024, 1025, 3000)])(
    "hashes a column of any length as its length and its values",
    (values, more) => {
      const column = Float64Array.from([...values, ...Array.from({ length: more }, (_, i) => i / 3)]);
      expect(new Digest().column(column).hex()).toBe(
        sha256(bytesOf(column.length), ...Array.from(column, (value) => bytesOf(value))),
      );
    },
  );

  test("differs for two lists of texts that are equal when joined", () => {
    const of = (...texts: string[]) => texts.reduce((digest, text) => digest.text(text), new Digest()).hex();
    expect(of("ab", "c")).not.toBe(of("a", "bc"));
  });
});

describe("Digest in a web page", () => {
  const value = fc.oneof(
    fc.double(),
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.constantFrom("x".repeat(2040), "é".repeat(2000)),
    fc.array(fc.double(), { maxLength: 300 }).map((values) => Float64Array.from(values)),
  );
  property([fc.array(value, { maxLength: 12 })])("returns the digest that Node computes", (values) => {
    const [here, there] = [new Digest(), new page.Digest()];
    expect(there).not.toBeInstanceOf(Digest);
    for (const one of values)
      for (const digest of [here, there])
        if (typeof one === "number") digest.number(one);
        else if (typeof one === "string") digest.text(one);
        else digest.column(one);
    expect(there.hex()).toBe(here.hex());
    expect(page.digestOf(values)).toBe(digestOf(values));
  });
});

describe("digestOf", () => {
  test("does not depend on the order of an object's fields or on undefined fields", () => {
    expect(digestOf({ a: 1, b: { c: [1, 2], d: "x" } })).toBe(
      digestOf({ b: { d: "x", c: [1, 2], e: undefined }, a: 1 }),
    );
  });

  test.each([
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: 1 }, { a: "1" }],
    [{ a: null }, {}],
    [NaN, null],
    [Infinity, -Infinity],
    [["a,b"], ["a", "b"]],
  ])("returns different digests for %j and %j", (one, other) => {
    expect(digestOf(one)).not.toBe(digestOf(other));
  });
});
