import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { extname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type AnyStrategy, isStrategy } from "../../engine/strategy.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { nonFileKind } from "../../data/file-bytes.ts";
import { nameFileOnExit } from "../ending.ts";
import { oneLine, thrownText } from "../failure.ts";
import { importModule, type ModuleExports } from "./import-module.ts";

/** Contents of a strategy file. */
interface StrategyFile {
  readonly file: string;
  /** SHA-256 of the file's bytes. */
  readonly sourceHash: string;
  /** Strategies by export name. A strategy that is exported twice is listed once. */
  readonly strategies: ReadonlyMap<string, AnyStrategy>;
  /** All exports of the file. */
  readonly exports: ModuleExports;
}

const EXTENSIONS = [".ts", ".mts", ".js", ".mjs"];

/** Whether a file may contain strategies, judged by the extension of its name. */
export function isModuleName(name: string): boolean {
  return EXTENSIONS.includes(extname(name)) && !/\.d\.m?ts$/.test(name);
}

/**
 * Loads a strategy file. Throws STRATEGY_NOT_FOUND for a missing file, and STRATEGY_INVALID for a file that is not a module or does not
 * load.
 */
export async function readStrategyFile(
  file: string,
  load: (file: string) => Promise<ModuleExports> = importModule,
): Promise<StrategyFile> {
  if (!isModuleName(file))
    throw invalidFile(file, `must end in ${EXTENSIONS.slice(0, -1).join(", ")} or ${EXTENSIONS.at(-1)}`);
  const found = await stat(file).catch(() => undefined);
  const other = found === undefined ? undefined : nonFileKind(found);
  if (other !== undefined) throw invalidFile(file, `must be a file, was ${other}`);
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") {
      throw new HindcastError("STRATEGY_NOT_FOUND", `file not found: ${file}`, { file });
    }
    throw invalidFile(file, `cannot be read: ${error.code}`);
  });
  const exported = await nameFileOnExit(file, () => awaitExports(load(file))).catch((error: unknown) => {
    if (error === NEVER_SETTLES) throw invalidFile(file, "cannot be loaded: a top-level await never settles");
    throw new HindcastError("STRATEGY_INVALID", `${file} failed to load: ${errorWithLocation(error, file)}`, {
      file,
      cause: error,
    });
  });
  return {
    file,
    sourceHash: createHash("sha256").update(bytes).digest("hex"),
    strategies: collectStrategies(exported),
    exports: exported,
  };
}

const NEVER_SETTLES = Symbol("never");

/**
 * Waits for a module's exports. Throws NEVER_SETTLES if a top-level await never settles. Node would exit without naming the file.
 */
async function awaitExports(exported: Promise<ModuleExports>): Promise<ModuleExports> {
  let giveUp: () => void = () => undefined;
  const never = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(NEVER_SETTLES as never);
  });
  process.once("beforeExit", giveUp);
  try {
    return await Promise.race([exported, never]);
  } finally {
    process.off("beforeExit", giveUp);
  }
}

/** Collects the strategies of a module by export name. A strategy is listed as `default` only if it has no other name. */
function collectStrategies(exported: ModuleExports): ReadonlyMap<string, AnyStrategy> {
  const names = Object.keys(exported).toSorted((a, b) => Number(a === "default") - Number(b === "default"));
  const found = new Map<AnyStrategy, string>();
  for (const name of names) {
    const value = exported[name];
    if (isStrategy(value) && !found.has(value)) found.set(value, name);
  }
  return new Map(Array.from(found, ([strategy, name]) => [name, strategy]));
}

function invalidFile(file: string, message: string): HindcastError {
  return new HindcastError("STRATEGY_INVALID", `${file} ${message}`, { file });
}

/** Formats an error with its location in a strategy file: `TypeError: … (my-strategy.ts, line 12)`. */
export function errorWithLocation(error: unknown, file: string): string {
  const message = error instanceof Error ? error.message : "";
  const compiled = /^(?<path>.+):(?<line>\d+):\d+: ERROR: (?<text>.+)$/m.exec(message)?.groups;
  if (compiled !== undefined)
    return `${oneLine(compiled["text"]!)} (${displayPath(compiled["path"]!)}, line ${compiled["line"]})`;
  const line = lineInFile(error, file);
  return line === undefined ? thrownText(error) : `${thrownText(error)} (${displayPath(file)}, line ${line})`;
}

/** Formats a path as a user would type it: as a relative path if it is below the current folder. */
function displayPath(path: string): string {
  const below = relative(process.cwd(), resolve(path));
  return below === "" || below.startsWith("..") ? path : below;
}

/** Returns the line of the file in which the error was thrown, or in which its syntax is invalid. */
function lineInFile(error: unknown, file: string): string | undefined {
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
