import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { withFunctions } from "../../broker/own-part.ts";
import { type AnyStrategy, isStrategy } from "../../engine/strategy.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { StrategySource } from "../trials/trial-job.ts";

type ModuleExports = Readonly<Record<string, unknown>>;

/** Hashes of the files whose modules were loaded. A module is loaded once, and stays what it was when its file changes. */
const loaded = new Map<string, string>();

/** Instances of modules that were loaded beside the first. */
let instances = 0;

/**
 * How a worker imports a user's module: Node's own way, or `importModule` of the module at this address, as the command line has it. `fresh`: a new
 * instance, whose variables are as they were before anything ran. Node's own way leaves the modules that it imports as they are.
 */
async function importWith(file: string, loader: string | undefined, fresh: boolean): Promise<ModuleExports> {
  const query = fresh ? `?fresh=${++instances}` : "";
  if (loader === undefined) return (await import(/* @vite-ignore */ pathToFileURL(file).href + query)) as ModuleExports;
  const { importModule } = (await import(/* @vite-ignore */ loader)) as {
    readonly importModule: (file: string, query: string) => Promise<ModuleExports>;
  };
  return importModule(file, query);
}

/** The same; throws STRATEGY_NOT_FOUND where the file is not there. One that it imports in turn is named by the error of Node. */
async function importFile(file: string, loader: string | undefined, fresh: boolean): Promise<ModuleExports> {
  try {
    return await importWith(file, loader, fresh);
  } catch (error) {
    if (existsSync(file)) throw error;
    throw new HindcastError("STRATEGY_NOT_FOUND", `file not found: ${file}`, { file });
  }
}

/** The strategies among the members of a module, and how an error names them. */
function strategiesOf(members: ModuleExports) {
  const strategies = Object.entries(members).filter(([, member]) => isStrategy(member)) as [string, AnyStrategy][];
  return { strategies, known: strategies.map(([key, strategy]) => `${key} (${strategy.name})`) };
}

/** The strategy of a file from a new instance of its module: the export of that name, or the only one. Throws STRATEGY_NOT_FOUND. */
export async function loadOnly(source: Pick<StrategySource, "file" | "export">): Promise<AnyStrategy> {
  const members = await importFile(source.file, undefined, true);
  const { strategies, known } = strategiesOf(members);
  const different = new Map(strategies.map(([key, strategy]) => [strategy, key]));
  const found =
    source.export === undefined ? [...different.keys()] : [strategies.find(([key]) => key === source.export)?.[1]];
  if (found.length === 1 && found[0] !== undefined) return found[0];
  throw new HindcastError(
    "STRATEGY_NOT_FOUND",
    `${source.file} must export ${source.export === undefined ? "one strategy, or say which (export)" : `the strategy ${source.export}`}, exports ${known.join(", ") || "none"}`,
    { file: source.file, known },
  );
}

/** A strategy, and all that its file exports: parts of the execution model among them. */
export interface LoadedStrategy {
  readonly strategy: AnyStrategy;
  readonly members: ModuleExports;
}

/** Settings with the functions of the parts that the strategy's file exports; see `withFunctions`. */
export function withParts<J extends { readonly settings: object; readonly source?: StrategySource | undefined }>(
  job: J,
  { members }: LoadedStrategy,
): J {
  return { ...job, settings: withFunctions(job.settings, members, job.source?.file ?? "") };
}

/**
 * The strategy of a source, loaded where a worker runs; `fresh` from a new instance of its module. Throws STRATEGY_NOT_FOUND when the module does not hold it, and STRATEGY_INVALID when its
 * source is not the one that was meant, or has changed since this process loaded it.
 */
export async function loadStrategy(
  name: string,
  { file, export: exported, sourceHash }: StrategySource,
  loader?: string,
  fresh = false,
): Promise<LoadedStrategy> {
  if (sourceHash !== undefined) {
    const was = await fileHash(file);
    if (was !== sourceHash) {
      const message = `${file} is not the file that the experiment began with (SHA-256 ${sourceHash.slice(0, 12)}) but another (${was.slice(0, 12)})`;
      throw new HindcastError("STRATEGY_INVALID", message, { file, sourceHash, was });
    }
    const before = loaded.get(file) ?? was;
    if (was !== before) {
      const message = `${file} has changed since the worker loaded it (SHA-256 was ${before.slice(0, 12)}, is ${was.slice(0, 12)}): restart the worker`;
      throw new HindcastError("STRATEGY_INVALID", message, { file, sourceHash: before, was });
    }
    loaded.set(file, was);
  }
  const members = await importFile(file, loader, fresh);
  const { strategies, known } = strategiesOf(members);
  const found = strategies.find(([key, strategy]) =>
    exported === undefined ? strategy.name === name : key === exported,
  );
  if (found?.[1].name === name) return { strategy: found[1], members };
  throw new HindcastError(
    "STRATEGY_NOT_FOUND",
    `${file} must export the strategy ${exported ?? name}, exports ${known.join(", ") || "none"}`,
    { file, name, known },
  );
}

/** SHA-256 of a file's bytes. */
export async function fileHash(file: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
}
