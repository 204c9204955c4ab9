import { expect, test } from "vitest";
import { recordingText } from "../../../src/cli/commands/data.ts";
import type { Recording } from "../../../src/data/recording/recording.ts";

test("hindcast data prints counts and sizes with thousands separators", () => {
  const file = { symbol: "ACME", kind: "bars", interval: "1m", rows: 1000, bytes: 2_000_000, first: 0, last: 60_000 };
  const recording = {
    manifest: {
      name: "large",
      description: "",
      licence: "",
      provenance: "recorded",
      notes: [],
      mainCalendar: "24/7",
      files: Array.from({ length: 1234 }, () => file),
    },
    instruments: [],
    calendars: [{ name: "24/7" }],
    checksum: "0",
  };
  const text = recordingText(recording as unknown as Recording, false, undefined);
  // The recording has 1,234 files with 1,000 rows and 2 MB each.
  expect(text).toMatch(/bars 1m +1,234,000 +1970-01-01/);
  expect(text).toContain("\nFiles: 1,234, 2,468.0 MB\n");
});
