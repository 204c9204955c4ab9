import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { ServerSettings } from "../../server/server-settings.ts";
import { knownStrategies } from "../loading/known-strategies.ts";
import { STRATEGY_FOLDER } from "../loading/strategy-folder.ts";

const FROM_SOURCE = import.meta.url.endsWith(".ts");

/** The strategies of a folder for the backtests of a server, and the threads that run them: one processor is left to the answers. */
export async function servedStrategies(
  folder: string,
  threads = Math.max(1, availableParallelism() - 1),
): Promise<Pick<ServerSettings, "strategies" | "backtestThreads">> {
  const { strategies } = await knownStrategies(folder);
  const place = (path: string) => new URL(path, import.meta.url);
  return {
    strategies: strategies.map((found) => ({ ...found, file: resolve(found.file) })),
    backtestThreads: {
      threads,
      // Node reads the package's own as they are, and a thread that need not read TypeScript begins sooner.
      ...(folder !== STRATEGY_FOLDER && {
        loader: place(`../loading/import-module${FROM_SOURCE ? ".ts" : ".js"}`).href,
      }),
      ...(FROM_SOURCE && { entry: fileURLToPath(place("backtest-from-source.mjs")) }),
    },
  };
}
