import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Folder of the built-in strategies. Its path differs between compiled files, the bundle and the source. */
export const STRATEGY_FOLDER = [
  new URL("../../strategies", import.meta.url),
  new URL("../../../strategies", import.meta.url),
]
  .map((url) => fileURLToPath(url))
  .find((folder) => existsSync(folder))!;
