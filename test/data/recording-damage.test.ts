import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { BARS_FILE, recordingsByHand } from "./recordings-by-hand.ts";

const { root, recorded, load } = recordingsByHand();

describe("a file that is not what the manifest says", () => {
  test.each([
    ["was cut off", (path: string) => truncateSync(path, 100), "bytes, as the manifest says, has 100"],
    ["is gone", (path: string) => rmSync(path), "is missing from the recording"],
    [
      "has one other bit",
      (path: string) => {
        const bytes = readFileSync(path);
        bytes[700]! ^= 1;
        writeFileSync(path, bytes);
      },
      "as the manifest says, was",
    ],
  ])("is refused by its name when it %s", async (_, damage, message) => {
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
    // The rest of the recording is as good as before.
    expect((await recording.load({ symbols: ["BBB"] })).market().series[0]!.bars.length).toBe(2);
  });

  test("is read again once it was restored", async () => {
    const folder = await recorded();
    const path = join(folder, BARS_FILE);
    const recording = await openRecording(folder);
    renameSync(path, `${path}.away`);
    await expect(recording.load()).rejects.toMatchObject({ code: "RECORDING_DAMAGED" });
    renameSync(`${path}.away`, path);
    expect((await recording.load()).market().series.length).toBe(2);
  });

  test("is not followed as a link out of the folder, nor waited for as a pipe", async () => {
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
