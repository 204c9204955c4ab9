import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { replaceFolder } from "../../src/data/recording/replace-folder.ts";
import { writeRecording } from "../../src/data/recording/write-recording.ts";
import { countingBars, recordedInstrument, recordedMarket } from "./recording-market.ts";
import { BARS_FILE, MARKET, recordingsByHand } from "./recordings-by-hand.ts";

const { root, newFolder, recorded } = recordingsByHand();
const DAY = 86_400_000;

describe("writeRecording", () => {
  const bars = countingBars("1d", 0, DAY, 2);
  const column = (...values: number[]): Float64Array => Float64Array.from(values);
  const contents = (folder: string) =>
    readdirSync(folder)
      .toSorted()
      .map((name) => [name, readFileSync(join(folder, name)).toString("hex")]);

  test("replaces the whole recording and leaves no other files or folders", async () => {
    const folder = join(newFolder(), "inner");
    await writeRecording(folder, MARKET);
    await writeRecording(folder, recordedMarket({ series: [{ symbol: "AAA", bars }] }));
    expect(readdirSync(folder).toSorted()).toEqual([BARS_FILE, "manifest.json"]);
    expect(readdirSync(join(folder, ".."))).toEqual(["inner"]);
  });

  test("fails if another writer replaced the recording in the meantime", async () => {
    const folder = join(newFolder(), "inner");
    await writeRecording(folder, MARKET);
    const writing = replaceFolder(folder, async (write) => {
      await writeRecording(folder, recordedMarket({ name: "Another" }));
      await write("manifest.json", Buffer.from("{}"));
    });
    await expect(writing).rejects.toThrow(`${folder} was changed by another program while it was written`);
    expect((await openRecording(folder)).name).toBe("Another");
    expect(readdirSync(join(folder, ".."))).toEqual(["inner"]);
  });

  test("fails if another writer created the recording in the meantime", async () => {
    const folder = join(newFolder(), "inner");
    const writing = replaceFolder(folder, async (write) => {
      await writeRecording(folder, recordedMarket({ name: "Another" }));
      await write("manifest.json", Buffer.from("{}"));
    });
    await expect(writing).rejects.toThrow(`${folder} was changed by another program while it was written`);
    expect((await openRecording(folder)).name).toBe("Another");
    expect(readdirSync(join(folder, ".."))).toEqual(["inner"]);
  });

  test("replaces a recording only if its checksum equals the option replacing", async () => {
    const folder = newFolder();
    await writeRecording(folder, MARKET);
    const { checksum } = await openRecording(folder);
    await writeRecording(folder, recordedMarket({ name: "Another" }), { replacing: checksum });
    const again = writeRecording(folder, MARKET, { replacing: checksum });
    await expect(again).rejects.toMatchObject({ code: "OUTPUT_NOT_WRITABLE" });
    expect((await openRecording(folder)).name).toBe("Another");
  });

  test("leaves the former recording unchanged when its signal aborts", async () => {
    const folder = join(newFolder(), "inner");
    await writeRecording(folder, MARKET);
    const before = contents(folder);
    const controller = new AbortController();
    const writing = replaceFolder(
      folder,
      async (write) => {
        await write("bars.arrow", Buffer.from("bars"));
        controller.abort(new Error("stopped"));
        await write("manifest.json", Buffer.from("{}"));
      },
      { signal: controller.signal },
    );
    await expect(writing).rejects.toThrow("stopped");
    await expect(writeRecording(folder, MARKET, { signal: controller.signal })).rejects.toThrow("stopped");
    expect(contents(folder)).toEqual(before);
    expect(readdirSync(join(folder, ".."))).toEqual(["inner"]);
  });

  test("replaces the folder that a symbolic link points to, not the link", async () => {
    const target = await recorded();
    const link = newFolder();
    symlinkSync(target, link);
    await writeRecording(link, recordedMarket({ name: "Another" }));
    expect((await openRecording(target)).name).toBe("Another");
  });

  test.each<[what: string, market: Partial<RecordedMarket>, code: string, message: string]>([
    [
      "bars that break a rule",
      { series: [{ symbol: "AAA", bars: countingBars("1d", 0, -DAY, 2) }] },
      "BARS_INVALID",
      "AAA 1d, bar 1: time must be after",
    ],
    [
      "bars later than any date",
      { series: [{ symbol: "AAA", bars: countingBars("1m", 8.64e15, 60_000, 2) }] },
      "BARS_INVALID",
      "AAA 1m, bar 1: time must be within the range of dates, in milliseconds since 1970, was 8640000000060000",
    ],
    [
      "a bar on a day without a session",
      {
        instruments: [recordedInstrument("AAA", { calendar: "XNYS", zone: "America/New_York" })],
        series: [{ symbol: "AAA", bars: countingBars("1d", Date.UTC(2024, 0, 5, 5), DAY, 2) }],
      },
      "BARS_INVALID",
      "AAA 1d, bar 1: calendar XNYS has no session during",
    ],
    [
      "a duplicate series",
      {
        series: [
          { symbol: "AAA", bars },
          { symbol: "AAA", bars },
        ],
      },
      "RECORDING_INVALID",
      "bars of 1d of AAA must occur once, occurs twice",
    ],
    [
      "bars of an unknown instrument",
      { series: [{ symbol: "ZZZ", bars }] },
      "RECORDING_INVALID",
      'bars of 1d must belong to an instrument of the market, but have the symbol "ZZZ"',
    ],
    [
      "an instrument without a lot",
      { instruments: [recordedInstrument("AAA", { lot: NaN })] },
      "RECORDING_INVALID",
      "in instruments[0].lot",
    ],
    [
      "a missing calendar",
      { mainCalendar: "XLON" },
      "CALENDAR_UNKNOWN",
      'in mainCalendar, one of 24/7, XNYS, was "XLON"',
    ],
    [
      "quotes out of order",
      {
        quotes: [
          {
            symbol: "AAA",
            time: column(2, 1),
            bid: column(1, 1),
            ask: column(1, 1),
            bidSize: column(1, 1),
            askSize: column(1, 1),
          },
        ],
      },
      "RECORDING_INVALID",
      "AAA quotes must have rows sorted by time, but row 1 has 1 after 2",
    ],
    [
      "quotes with columns of different lengths",
      {
        quotes: [
          { symbol: "AAA", time: column(1), bid: column(), ask: column(1), bidSize: column(1), askSize: column(1) },
        ],
      },
      "RECORDING_INVALID",
      "AAA quotes must have 1 rows in bid, as in time, has 0",
    ],
    [
      "an infinite bid",
      {
        quotes: [
          {
            symbol: "AAA",
            time: column(1),
            bid: column(Infinity),
            ask: column(1),
            bidSize: column(1),
            askSize: column(1),
          },
        ],
      },
      "RECORDING_INVALID",
      "must have a finite number (or NaN if missing) in bid of row 0, was Infinity",
    ],
    [
      "a fact without a time",
      { facts: [{ symbol: "AAA", kind: "name", value: "A", knownAt: NaN }] },
      "RECORDING_INVALID",
      "knownAt",
    ],
    [
      "an action on half a day",
      { actions: [{ symbol: "AAA", kind: "split", exDate: 0.5, ratio: 2, cash: 0, currency: "USD" }] },
      "RECORDING_INVALID",
      "exDate",
    ],
    [
      "an action of an unknown instrument",
      { actions: [{ symbol: "ZZZ", kind: "split", exDate: 1, ratio: 2, cash: 0, currency: "USD" }] },
      "RECORDING_INVALID",
      "ZZZ",
    ],
  ])("refuses a market with %s and changes no file", async (_, given, code, message) => {
    const folder = join(newFolder(), "inner");
    await writeRecording(folder, MARKET);
    const before = contents(folder);
    await expect(writeRecording(folder, recordedMarket(given))).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
    expect(contents(folder)).toEqual(before);
    expect(readdirSync(join(folder, ".."))).toEqual(["inner"]);
  });

  test("does not replace a folder that contains files of anything but a recording", async () => {
    const folder = newFolder();
    mkdirSync(folder);
    writeFileSync(join(folder, "thesis.txt"), "years of work");
    const refusal = { code: "OUTPUT_NOT_WRITABLE", message: expect.stringContaining("has thesis.txt") };
    await expect(writeRecording(folder, MARKET)).rejects.toMatchObject(refusal);
    const other = await recorded();
    writeFileSync(join(other, "thesis.txt"), "years of work");
    await expect(writeRecording(other, MARKET)).rejects.toMatchObject(refusal);
    expect(readFileSync(join(other, "thesis.txt"), "utf8")).toBe("years of work");
    const file = join(root, "file");
    writeFileSync(file, "");
    await expect(writeRecording(file, MARKET)).rejects.toMatchObject({ code: "OUTPUT_NOT_WRITABLE" });
  });
});
