import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { withFunctions } from "../../broker/custom-part.ts";
import { type AnyStrategy, isStrategy } from "../../engine/strategy.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { StrategySource } from "../trials/trial-job.ts";

type ModuleExports = Readonly<Record<string, unknown>>;

/** Hashes of the files of loaded modules, by file. Node does not load a module again if its file changes. */
const loaded = new Map<string, string>();

/** Number of new instances of modules that were loaded so far. */
let instances = 0;

/**
 * Imports a user's module: with `import`, or with `importModule` of the module at the URL `loader`. `fresh` loads a new
 * instance, whose variables have their initial values. Without a loader, imported modules are not reloaded.
 */
async function importWithLoader(file: string, loader: string | undefined, fresh: boolean): Promise<ModuleExports> {
  const query = fresh ? `?fresh=${++instances}` : "";
  if (loader === undefined) return (await import(/* @vite-ignore */ pathToFileURL(file).href + query)) as ModuleExports;
  const { importModule } = (await import(/* @vite-ignore */ loader)) as {
    readonly importModule: (file: string, query: string) => Promise<ModuleExports>;
  };
  return importModule(file, query);
}

/**
 * Imports a module. Throws STRATEGY_NOT_FOUND if its file is missing, STRATEGY_INVALID if Node does not load files of its kind, such as
 * TypeScript before Node 22.18, and Node's error if a file that it imports is missing.
 */
async function importFile(file: string, loader: string | undefined, fresh: boolean): Promise<ModuleExports> {
  try {
    return await importWithLoader(file, loader, fresh);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_UNKNOWN_FILE_EXTENSION") {
      const message = `${(error as Error).message}: compile it to JavaScript, or use the command line, which reads TypeScript`;
      throw new HindcastError("STRATEGY_INVALID", message, { file });
    }
    if (existsSync(file)) throw error;
    throw new HindcastError("STRATEGY_NOT_FOUND", `file not found: ${file}`, { file });
  }
}

/** Returns the strategies that a module exports, with their names for error messages. */
function findStrategies(members: ModuleExports) {
  const strategies = Object.entries(members).filter(([, member]) => isStrategy(member)) as [string, AnyStrategy][];
  return { strategies, known: strategies.map(([key, strategy]) => `${key} (${strategy.name})`) };
}

/** Loads a strategy from a new instance of its module: the named export, or the only strategy. Throws STRATEGY_NOT_FOUND. */
export async function loadOnly(source: Pick<StrategySource, "file" | "export">): Promise<AnyStrategy> {
  const members = await importFile(source.file, undefined, true);
  const { strategies, known } = findStrategies(members);
  const keyByStrategy = new Map(strategies.map(([key, strategy]) => [strategy, key]));
  const found =
    source.export === undefined ? [...keyByStrategy.keys()] : [strategies.find(([key]) => key === source.export)?.[1]];
  if (found.length === 1 && found[0] !== undefined) return found[0];
  throw new HindcastError(
    "STRATEGY_NOT_FOUND",
    `${source.file} must export ${source.export === undefined ? "exactly one strategy, unless the option export names one" : `the strategy ${source.export}`}; it exports ${known.join(", ") || "none"}`,
    { file: source.file, known },
  );
}

/** A strategy and all exports of its file, which may include parts of the execution model. */
export interface LoadedStrategy {
  readonly strategy: AnyStrategy;
  readonly members: ModuleExports;
}

/** Adds to settings the functions of custom model parts, which come from the exports of the strategy's file. */
export function withPartFunctions<
  J extends { readonly settings: object; readonly source?: StrategySource | undefined },
>(job: J, { members }: LoadedStrategy): J {
  return { ...job, settings: withFunctions(job.settings, members, job.source?.file ?? "") };
}

/**
 * Loads the strategy of a source in a worker. With `fresh`, it comes from a new instance of its module.
 *
 * Throws STRATEGY_NOT_FOUND if the module does not contain it. Throws STRATEGY_INVALID if the file's hash differs from that of the source,
 * or has changed since this process loaded it.
 */
export async function loadStrategy(
  name: string,
  { file, export: exported, sourceHash }: StrategySource,
  loader?: string,
  fresh = false,
): Promise<LoadedStrategy> {
  if (sourceHash !== undefined) {
    const found = await fileHash(file);
    if (found !== sourceHash) {
      const message = `${file} differs from the file that the experiment started with (SHA-256 was ${sourceHash.slice(0, 12)}, is ${found.slice(0, 12)})`;
      throw new HindcastError("STRATEGY_INVALID", message, { file, sourceHash, was: found });
    }
    const loadedHash = loaded.get(file) ?? found;
    if (found !== loadedHash) {
      const message = `${file} has changed since the worker loaded it (SHA-256 was ${loadedHash.slice(0, 12)}, is ${found.slice(0, 12)}): restart the worker`;
      throw new HindcastError("STRATEGY_INVALID", message, { file, sourceHash: loadedHash, was: found });
    }
    loaded.set(file, found);
  }
  const members = await importFile(file, loader, fresh);
  const { strategies, known } = findStrategies(members);
  const match = strategies.find(([key, strategy]) =>
    exported === undefined ? strategy.name === name : key === exported,
  );
  if (match?.[1].name === name) return { strategy: match[1], members };
  throw new HindcastError(
    "STRATEGY_NOT_FOUND",
    `${file} must export the strategy ${exported ?? name}; it exports ${known.join(", ") || "none"}`,
    { file, name, known },
  );
}

/** Returns the SHA-256 of a file. */
export async function fileHash(file: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
}
