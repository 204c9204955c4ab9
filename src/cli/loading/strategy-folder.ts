import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Folder of the built-in strategies: next to the compiled command line, or one level higher when Node loads the bundle or the source. */
export const STRATEGY_FOLDER = [
  new URL("../../strategies", import.meta.url),
  new URL("../../../strategies", import.meta.url),
]
  .map((url) => fileURLToPath(url))
  .find((folder) => existsSync(folder))!;
