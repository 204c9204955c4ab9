import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { BARS_FILE, recordingsByHand } from "./recordings-by-hand.ts";

const { root, recorded, load } = recordingsByHand();

describe("a file of a recording that differs from the recording's manifest", () => {
  test.each([
    ["was cut off", (path: string) => truncateSync(path, 100), "bytes, as the manifest says, has 100"],
    ["is missing", (path: string) => rmSync(path), "is missing from the recording"],
    [
      "has one changed bit",
      (path: string) => {
        const bytes = readFileSync(path);
        bytes[700]! ^= 1;
        writeFileSync(path, bytes);
      },
      "as the manifest says, was",
    ],
  ])("is refused with its name when it %s", async (_, damage, message) => {
    const folder = await recorded();
    const path = join(folder, BARS_FILE);
    damage(path);
    const recording = await openRecording(folder);
    await expect(recording.load()).rejects.toMatchObject({
      code: "RECORDING_DAMAGED",
      message: expect.stringContaining(message),
      details: { file: path },
    });
    await expect(recording.verify()).rejects.toMatchObject({ code: "RECORDING_DAMAGED" });
    // Other symbols of the recording can still be loaded.
    expect((await recording.load({ symbols: ["BBB"] })).market().series[0]!.bars.length).toBe(2);
  });

  test("can be read again after it is restored", async () => {
    const folder = await recorded();
    const path = join(folder, BARS_FILE);
    const recording = await openRecording(folder);
    renameSync(path, `${path}.away`);
    await expect(recording.load()).rejects.toMatchObject({ code: "RECORDING_DAMAGED" });
    renameSync(`${path}.away`, path);
    expect((await recording.load()).market().series.length).toBe(2);
  });

  test("is refused when it is a link to a file outside the folder, a folder or a pipe", async () => {
    const folder = await recorded();
    const path = join(folder, BARS_FILE);
    renameSync(path, join(root, "outside.arrow"));
    symlinkSync(join(root, "outside.arrow"), path);
    const refusal = {
      code: "RECORDING_INVALID",
      message: expect.stringContaining("must be a plain file in the folder"),
    };
    await expect(load(folder)).rejects.toMatchObject(refusal);
    rmSync(path);
    mkdirSync(path);
    await expect(load(folder)).rejects.toMatchObject(refusal);
  });
});
