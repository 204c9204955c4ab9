import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { extname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type AnyStrategy, isStrategy } from "../../engine/strategy.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { nonFileKind } from "../../data/file-bytes.ts";
import { namedOnEnd } from "../ending.ts";
import { oneLine, thrownText } from "../failure.ts";
import { importModule, type ModuleExports } from "./import-module.ts";

/** What a file of strategies holds. */
interface StrategyFile {
  readonly file: string;
  /** SHA-256 of the file's bytes. */
  readonly sourceHash: string;
  /** Strategies by the name of their export; one that is exported twice stands once. */
  readonly strategies: ReadonlyMap<string, AnyStrategy>;
  /** Everything that the file exports. */
  readonly exports: ModuleExports;
}

const ENDINGS = [".ts", ".mts", ".js", ".mjs"];

/** Whether a file's name is that of a module which may hold strategies. */
export function isModuleName(name: string): boolean {
  return ENDINGS.includes(extname(name)) && !/\.d\.m?ts$/.test(name);
}

/**
 * Loads a file of strategies. Throws STRATEGY_NOT_FOUND for a file that is not there, and STRATEGY_INVALID for one that is no
 * module or that does not load.
 */
export async function readStrategyFile(
  file: string,
  load: (file: string) => Promise<ModuleExports> = importModule,
): Promise<StrategyFile> {
  if (!isModuleName(file))
    throw invalid(file, `must end in ${ENDINGS.slice(0, -1).join(", ")} or ${ENDINGS.at(-1)}, did not`);
  const found = await stat(file).catch(() => undefined);
  const other = found === undefined ? undefined : nonFileKind(found);
  if (other !== undefined) throw invalid(file, `must be a file, was ${other}`);
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") {
      throw new HindcastError("STRATEGY_NOT_FOUND", `file not found: ${file}`, { file });
    }
    throw invalid(file, `cannot be read: ${error.code}`);
  });
  const exported = await namedOnEnd(file, () => settled(load(file))).catch((error: unknown) => {
    if (error === NEVER) throw invalid(file, "cannot be loaded: a top-level await never settles");
    throw new HindcastError("STRATEGY_INVALID", `${file} failed to load: ${errorWithPlace(error, file)}`, {
      file,
      cause: error,
    });
  });
  return {
    file,
    sourceHash: createHash("sha256").update(bytes).digest("hex"),
    strategies: strategiesOf(exported),
    exports: exported,
  };
}

const NEVER = Symbol("never");

/** What a module exports; throws NEVER for one that awaits at its top level what never comes. Node itself would end without naming the file. */
async function settled(exported: Promise<ModuleExports>): Promise<ModuleExports> {
  let giveUp: () => void = () => undefined;
  const never = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(NEVER as never);
  });
  process.once("beforeExit", giveUp);
  try {
    return await Promise.race([exported, never]);
  } finally {
    process.off("beforeExit", giveUp);
  }
}

/** The default export counts only where the same strategy has no name of its own. */
function strategiesOf(exported: ModuleExports): ReadonlyMap<string, AnyStrategy> {
  const names = Object.keys(exported).toSorted((a, b) => Number(a === "default") - Number(b === "default"));
  const found = new Map<AnyStrategy, string>();
  for (const name of names) {
    const value = exported[name];
    if (isStrategy(value) && !found.has(value)) found.set(value, name);
  }
  return new Map(Array.from(found, ([strategy, name]) => [name, strategy]));
}

function invalid(file: string, message: string): HindcastError {
  return new HindcastError("STRATEGY_INVALID", `${file} ${message}`, { file });
}

/** Where in its source a strategy's file went wrong, in an editor's numbers: `TypeError: … (my-strategy.ts, line 12)`. */
export function errorWithPlace(error: unknown, file: string): string {
  const message = error instanceof Error ? error.message : "";
  const compiled = /^(?<path>.+):(?<line>\d+):\d+: ERROR: (?<text>.+)$/m.exec(message)?.groups;
  if (compiled !== undefined)
    return `${oneLine(compiled["text"]!)} (${shownPath(compiled["path"]!)}, line ${compiled["line"]})`;
  const line = lineIn(error, file);
  return line === undefined ? thrownText(error) : `${thrownText(error)} (${shownPath(file)}, line ${line})`;
}

/** A path as a reader would type it: relative where the file lies below the folder of the command. */
function shownPath(path: string): string {
  const below = relative(process.cwd(), resolve(path));
  return below === "" || below.startsWith("..") ? path : below;
}

/** Line of the innermost call in the file, or where Node says that its text is wrong. */
function lineIn(error: unknown, file: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  for (const line of (error.stack ?? "").split("\n")) {
    const place = /(?<path>(?:file:\/\/)?\/[^()]*?):(?<line>\d+)(?::\d+)?\)?$/.exec(line)?.groups;
    if (place !== undefined && pathOf(place["path"]!) === resolve(file)) return place["line"];
  }
  return undefined;
}

function pathOf(place: string): string {
  if (!place.startsWith("file:")) return place;
  const url = new URL(place);
  url.search = "";
  return fileURLToPath(url);
}
