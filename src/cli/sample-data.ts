import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { DataFile } from "./options/data.ts";

const FOLDERS = [new URL("../../data/", import.meta.url), new URL("../../../data/", import.meta.url)];

/** The sample of the package, for commands without `--data`: the S&P 500 from 2000 to 2020, in daily bars. */
export function sampleData(): DataFile {
  const files = FOLDERS.map((folder) => fileURLToPath(new URL("sp500-2000.csv", folder)));
  return { file: files.find((file) => existsSync(file)) ?? files[0]!, symbols: ["^GSPC"] };
}

/** Note of a run on the sample. */
export const SAMPLE_NOTE =
  "No --data was given, so this is the sample of the package: the S&P 500, daily, 2000 to 2020.";
