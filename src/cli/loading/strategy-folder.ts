import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The package's own strategies: beside the compiled command line, or a folder further up from where Node loads it and from its source. */
export const STRATEGY_FOLDER = [
  new URL("../../strategies", import.meta.url),
  new URL("../../../strategies", import.meta.url),
]
  .map((url) => fileURLToPath(url))
  .find((folder) => existsSync(folder))!;
