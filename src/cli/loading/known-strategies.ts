import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { AnyStrategy } from "../../engine/strategy.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { importPlain, importModule, type ModuleExports } from "./import-module.ts";
import { isModuleName, readStrategyFile } from "./strategy-file.ts";
import { STRATEGY_FOLDER } from "./strategy-folder.ts";

/** A strategy and its file. */
export interface FoundStrategy {
  readonly strategy: AnyStrategy;
  readonly file: string;
  readonly sourceHash: string;
  /** All exports of the strategy's file, such as custom execution model parts. */
  readonly exports: ModuleExports;
}

/** The strategies of a folder by name, and errors of files that failed to load. */
export interface KnownStrategies {
  readonly strategies: readonly FoundStrategy[];
  readonly failures: readonly HindcastError[];
}

/** Loads the strategies of every module in a folder. Throws STRATEGY_NOT_FOUND for a missing folder. */
export async function knownStrategies(folder: string): Promise<KnownStrategies> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    const message =
      error.code === "ENOENT" ? `folder of strategies not found: ${folder}` : `${folder} cannot be read: ${error.code}`;
    throw new HindcastError("STRATEGY_NOT_FOUND", message, { folder });
  });
  const load = folder === STRATEGY_FOLDER ? importPlain : importModule;
  const strategies: FoundStrategy[] = [];
  const failures: HindcastError[] = [];
  for (const name of files.filter(isModuleName).toSorted()) {
    try {
      const { file, sourceHash, exports, strategies: found } = await readStrategyFile(join(folder, name), load);
      for (const strategy of found.values()) strategies.push({ strategy, file, sourceHash, exports });
    } catch (error) {
      if (!(error instanceof HindcastError)) throw error;
      failures.push(error);
    }
  }
  strategies.sort((a, b) => (a.strategy.name < b.strategy.name ? -1 : 1));
  return { strategies, failures };
}
