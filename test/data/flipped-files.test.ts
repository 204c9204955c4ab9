import { join } from "node:path";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FROM_SOURCE, node } from "../cli/child-process.ts";
import { ROOT } from "../house/source-files.ts";
import type { FlippedFiles } from "../support/flipped-files.ts";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { BARS_FILE, recordingsByHand } from "./recordings-by-hand.ts";

const { recorded, withFile, load } = recordingsByHand();

describe("a bar file of a recording with one changed byte and a matching checksum", () => {
  // apache-arrow 21.2.0 hangs when byte 8 is 0: the length of the first Arrow message begins there.
  test("is refused by load and by verify when the byte makes an Arrow message length invalid", async () => {
    const bytes = new Uint8Array(readFileSync(join(await recorded(), BARS_FILE)));
    expect(bytes[8]).toBe(0xff);
    bytes[8] = 0;
    const folder = await withFile(bytes);
    const refusal = { code: "RECORDING_INVALID", message: expect.stringContaining("must be an Arrow file") };
    await expect(load(folder)).rejects.toMatchObject(refusal);
    await expect((await openRecording(folder)).verify()).rejects.toMatchObject(refusal);
  });

  test("is refused by verify when the byte belongs to a price", async () => {
    const bytes = new Uint8Array(readFileSync(join(await recorded(), BARS_FILE)));
    // The change makes the low of the first bar infinite.
    const at = Buffer.from(bytes).lastIndexOf(Buffer.from(new Uint8Array(Float64Array.of(1).buffer)));
    bytes.set(new Uint8Array(Float64Array.of(Infinity).buffer), at);
    const folder = await withFile(bytes);
    await expect((await openRecording(folder)).verify()).rejects.toMatchObject({ code: "BARS_INVALID" });
  });
});

// test/soak/flipped-files.soak.ts runs this test with 2,500 changed files.
test("a file of any format with a changed byte is read, or is refused with an error code", async () => {
  const program = join(ROOT, "test/support/flipped-files.ts");
  const { code, out, err } = await node([...FROM_SOURCE, program, "320", "29"], ROOT, 25_000);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const { strange, read, refused } = JSON.parse(out) as FlippedFiles;
  expect(strange).toEqual([]);
  expect(read).toBeGreaterThan(0);
  expect(refused["RECORDING_INVALID"]).toBeGreaterThan(0);
});
