import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { BARS_FILE, type Json, recordingsByHand } from "./recordings-by-hand.ts";

const { root, recorded, withManifest } = recordingsByHand();
const DAY = 86_400_000;

describe("the manifest of a recording", () => {
  test.each<[what: string, change: (manifest: Json) => void, message: string]>([
    ["of another format", (m) => (m.format = "csv"), 'must have "hindcast.recording" in format, was "csv"'],
    [
      "of a later version",
      (m) => (m.version = 2),
      "must have version 1, the only version that this release reads, in version, was 2",
    ],
    ["without a name", (m) => delete m.name, "must have a text in name, was undefined"],
    ["with an empty name", (m) => (m.name = ""), 'must have a non-empty string in name, was ""'],
    [
      "of unknown provenance",
      (m) => (m.provenance = "rumour"),
      'must have one of recorded, synthetic in provenance, was "rumour"',
    ],
    ["with a note that is not text", (m) => (m.notes = [1]), "must have a text in notes[0], was 1"],
    ["with an unknown field", (m) => (m.license = ""), "must not have a field license"],
    ["with instruments in an object", (m) => (m.instruments = {}), "must have a list in instruments, was {}"],
    ["with a number as an instrument", (m) => (m.instruments[0] = 5), "must have an object in instruments[0], was 5"],
    ["with a lot of 0", (m) => (m.instruments[1].lot = 0), "must have a number above 0 in instruments[1].lot, was 0"],
    [
      "with a tick as text",
      (m) => (m.instruments[0].tick = "x"),
      'must have a number of at least 0 in instruments[0].tick, was "x"',
    ],
    [
      "with a flag that is not a boolean",
      (m) => (m.instruments[0].continuous = 1),
      "must have true or false in instruments[0].continuous, was 1",
    ],
    [
      "with too many decimals",
      (m) => (m.instruments[0].decimals = 99),
      "must have a whole number from 0 to 20 in instruments[0].decimals, was 99",
    ],
    [
      "with a duplicate instrument",
      (m) => (m.instruments[1].symbol = "AAA"),
      'must have a unique value in instruments[1].symbol, but "AAA" occurs twice',
    ],
    [
      "with a file above the folder",
      (m) => (m.files[0].file = "../x.arrow"),
      'a plain file name, without folders in files[0].file, was "../x.arrow"',
    ],
    ["with a file in a subfolder", (m) => (m.files[0].file = "a/x.arrow"), "a plain file name, without folders"],
    [
      "with a file by its absolute path",
      (m) => (m.files[0].file = "/etc/passwd"),
      "a plain file name, without folders",
    ],
    ["with a hidden file", (m) => (m.files[0].file = ".x.arrow"), "a plain file name, without folders"],
    ["with the manifest as a file", (m) => (m.files[0].file = "manifest.json"), "a plain file name, without folders"],
    [
      "with a duplicate file",
      (m) => (m.files[1].file = BARS_FILE.toLowerCase()),
      "must have a unique value in files[1].file",
    ],
    [
      "with a file of an unknown instrument",
      (m) => (m.files[0].symbol = "CCC"),
      'must list the instrument of files[0].symbol, but has none with the symbol "CCC"',
    ],
    ["with an unknown interval", (m) => (m.files[0].interval = "3d"), 'in files[0].interval, was "3d"'],
    [
      "with an interval for quotes",
      (m) => (m.files[2].interval = "1d"),
      'must have null for quotes in files[2].interval, was "1d"',
    ],
    [
      "with a symbol for actions",
      (m) => (m.files[3].symbol = "AAA"),
      'must have null for actions in files[3].symbol, was "AAA"',
    ],
    [
      "with times for a file without rows",
      (m) => (m.files[2].first = 5),
      "must have null for a file without rows in files[2].first, was 5",
    ],
    [
      "with a last time before the first",
      (m) => (m.files[0].last = -1),
      "must have a number of at least 0 in files[0].last, was -1",
    ],
    [
      "with an invalid checksum",
      (m) => (m.files[0].sha256 = "x"),
      "must have 64 lowercase hexadecimal digits in files[0].sha256",
    ],
    [
      "with a file that is too large",
      (m) => (m.files[0].bytes = 2 ** 31),
      "must have a whole number from 0 to 2147483647 in files[0].bytes",
    ],
    [
      "with files that overlap",
      (m) => m.files.push({ ...m.files[0], file: "more.arrow", first: 2 * DAY }),
      `must have a time in files[4].first that is after ${2 * DAY}, the last time of ${BARS_FILE}`,
    ],
  ])("%s is refused with the path of the invalid field", async (_, change, message) => {
    const folder = await withManifest(change);
    await expect(openRecording(folder)).rejects.toMatchObject({
      code: "RECORDING_INVALID",
      message: expect.stringContaining(message),
      details: { file: join(folder, "manifest.json") },
    });
  });

  test.each<[what: string, change: (manifest: Json) => void]>([
    ["the main one", (m) => (m.mainCalendar = "XXXX")],
    ["an instrument's", (m) => (m.instruments[0].calendar = "XXXX")],
    ["a named one", (m) => m.calendars.push("XXXX")],
  ])("is refused if a calendar in it is unknown: %s", async (_, change) => {
    await expect(openRecording(await withManifest(change))).rejects.toMatchObject({
      code: "CALENDAR_UNKNOWN",
      message: expect.stringContaining('was "XXXX"'),
    });
  });

  test("is refused if an instrument's time zone is unknown", async () => {
    const folder = await withManifest((m) => (m.instruments[0].zone = "EST5"));
    await expect(openRecording(folder)).rejects.toMatchObject({ code: "ZONE_UNKNOWN" });
  });

  test("is refused if it is not JSON in UTF-8, is a link or is missing", async () => {
    const folder = await recorded();
    const path = join(folder, "manifest.json");
    writeFileSync(path, "{");
    await expect(openRecording(folder)).rejects.toMatchObject({
      code: "RECORDING_INVALID",
      message: expect.stringContaining("must be valid JSON"),
    });
    rmSync(path);
    await expect(openRecording(folder)).rejects.toMatchObject({
      code: "RECORDING_NOT_FOUND",
      message: `${folder} is not a recording: it has no manifest.json. hindcast import bars FILE... --into DIR makes one of files of bars`,
    });
    writeFileSync(path, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]));
    await expect(openRecording(folder)).rejects.toMatchObject({
      code: "RECORDING_INVALID",
      message: expect.stringContaining("must be text in UTF-8"),
    });
    rmSync(path);
    symlinkSync(join(await recorded(), "manifest.json"), path);
    await expect(openRecording(folder)).rejects.toMatchObject({ code: "RECORDING_INVALID" });
    await expect(openRecording(join(root, "nowhere"))).rejects.toMatchObject({ code: "RECORDING_NOT_FOUND" });
  });
});
