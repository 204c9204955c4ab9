import { join } from "node:path";
import { readFileSync } from "node:fs";
import { readBars } from "hindcast/data";
import { describe, expect, test } from "vitest";
import { FROM_SOURCE, node } from "../cli/child-process.ts";
import { ROOT } from "../house/source-files.ts";
import type { FlippedFiles } from "../support/flipped-files.ts";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { BARS_FILE, recordingsByHand } from "./recordings-by-hand.ts";

const { recorded, withFile, load } = recordingsByHand();
const files = temporaryFiles();

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

// apache-arrow 21.2.0 reads each of these files without end, or exhausts the memory.
test.each([
  ["pandas-lz4.feather", 1529, 0xff, "a FlatBuffers table has -244 bytes of slots"],
  ["decimals.feather", 1911, 8, "a list has"],
])("the Arrow file %s with byte %i as %i is refused", async (name, at, value, message) => {
  const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, "file-kinds/files", name)));
  bytes[at] = value;
  await expect(readBars(files.write(name, bytes))).rejects.toMatchObject({
    code: "DATA_FILE_INVALID",
    message: expect.stringContaining(`cannot be read as an Arrow file: ${message}`) as unknown,
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
