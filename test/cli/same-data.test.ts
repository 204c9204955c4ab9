import { join } from "node:path";
import { openRecording, readBars } from "hindcast/data";
import { expect, test } from "vitest";
import { readRunData } from "../../src/cli/commands/open-run.ts";
import type { DataFile } from "../../src/cli/options/data.ts";
import { dataChecksum } from "../../src/research/executors/shared-data.ts";
import { ROOT } from "../house/source-files.ts";
import { samplePrices } from "./sample-prices.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const LINES = ["2020-01-02", "2020-01-03"].map((time) => JSON.stringify({ time, open: 1, high: 2, low: 1, close: 2 }));
const folder = temporaryFolder({ "prices.csv": samplePrices(20), "prices.ndjson": LINES.join("\n") });
const inFolder = (name: string) => join(folder, name);
const sample = join(ROOT, "data/sample");

/** Reads files as the command line does if `--data` is the only option about data. */
const readByCommand = (...files: DataFile[]) =>
  readRunData({ data: files, strategies: "", param: [], report: false }, {});

test("data that a program reads have the same checksum as data that the command line reads from the same files", async () => {
  const recording = await openRecording(sample);
  const symbols = ["AAPL", "MSFT"];
  const pairs = [
    [await readBars(inFolder("prices.csv")), await readByCommand({ file: inFolder("prices.csv") })],
    [await readBars(inFolder("prices.ndjson")), await readByCommand({ file: inFolder("prices.ndjson") })],
    [
      await recording.marketData({ symbols }),
      await readByCommand(...symbols.map((symbol) => ({ file: sample, symbols: [symbol] }))),
    ],
  ] as const;
  for (const [inProgram, inCommand] of pairs) expect(dataChecksum(inProgram)).toBe(dataChecksum(inCommand));
});
