import { join } from "node:path";
import { expect, test } from "vitest";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { writeRecording } from "../../src/data/recording/write-recording.ts";
import { MarketHistory } from "../../src/data/view/market-history.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { firstInstant, recordingOf } from "../support/arbitrary-recording.ts";
import { expectSame } from "../support/expect-same.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { answersOf } from "../support/view-answers.ts";

const { folder } = temporaryFiles();

test("views of a recording on disk equal views of the market that was written", async () => {
  const seed = { beginning: "2024-01-08", seed: 5, density: 0.7, minutes: true } as const;
  const market = { ...recordingOf(seed), calendars: [calendarOf("XNYS"), calendarOf("24/7")] };
  await writeRecording(join(folder, "recording"), market);
  const loaded = await (await openRecording(join(folder, "recording"))).load();
  const marketHistory = new MarketHistory(market);
  for (const hours of [0, 60, 81.5, 200]) {
    const now = firstInstant(seed) + hours * 3_600_000;
    expectSame(answersOf(loaded.at(now)), answersOf(marketHistory.at(now)));
    expectSame(answersOf(loaded.at(now, 5)), answersOf(marketHistory.at(now, 5)));
  }
  expect(loaded.at(0).universe()).toEqual([]);
});
