import { resolve } from "node:path";
import { isStrategy, type AnyStrategy } from "../../engine/strategy.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { knownStrategies, type FoundStrategy } from "./known-strategies.ts";
import { importModule } from "./thread-loader.ts";
import { readStrategyFile } from "./strategy-file.ts";

/**
 * Finds a strategy by the path of its file (with a slash or a dot), by `FILE#EXPORT`, or by its name in `folder`. Throws
 * STRATEGY_INVALID, or STRATEGY_NOT_FOUND with the available names.
 */
export async function findStrategy(reference: string, folder: string): Promise<FoundStrategy> {
  const [path, name] = splitExport(reference);
  return /[/\\.]/.test(path) ? findInFile(path, name) : findInFolder(reference, folder);
}

let instances = 0;

/** Loads a strategy again from a new instance of its module, whose variables have their initial values. */
export async function reloadStrategy({ strategy, file }: FoundStrategy): Promise<AnyStrategy> {
  const members = await importModule(resolve(file), `?fresh=check${++instances}`);
  return Object.values(members).find((member) => isStrategy(member) && member.name === strategy.name) as AnyStrategy;
}

function splitExport(reference: string): [path: string, name: string | undefined] {
  const at = reference.lastIndexOf("#");
  return at < 0 ? [reference, undefined] : [reference.slice(0, at), reference.slice(at + 1)];
}

async function findInFile(path: string, name: string | undefined): Promise<FoundStrategy> {
  const { file, sourceHash, strategies, exports } = await readStrategyFile(path);
  const names = [...strategies.keys()];
  if (names.length === 0) {
    const was = Object.keys(exports).join(", ") || "nothing";
    throw new HindcastError(
      "STRATEGY_INVALID",
      `${file} must export a strategy (the return value of defineStrategy), exports ${was}`,
      { file },
    );
  }
  if (name === undefined && names.length > 1) {
    const written = names.map((each) => `${file}#${each}`).join(", ");
    throw new HindcastError(
      "STRATEGY_NOT_FOUND",
      `${file} exports ${names.length} strategies: choose one of ${written}`,
      {
        file,
        known: names,
      },
    );
  }
  const strategy = strategies.get(name ?? names[0]!);
  if (strategy !== undefined) return { strategy, file, sourceHash, exports };
  throw new HindcastError(
    "STRATEGY_NOT_FOUND",
    `strategy of ${file} must be one of ${names.join(", ")}, was "${name}"`,
    {
      file,
      name,
      known: names,
    },
  );
}

async function findInFolder(name: string, folder: string): Promise<FoundStrategy> {
  const { strategies, failures } = await knownStrategies(folder);
  const found = strategies.filter(({ strategy }) => strategy.name === name);
  if (found.length === 1) return found[0]!;
  const known = strategies.map(({ strategy }) => strategy.name);
  const was = found.length > 1 ? `"${name}" is in ${found.map(({ file }) => file).join(" and ")}` : `was "${name}"`;
  // The user may mean a file that failed to load, so the message includes the error of the first such file.
  const failedFile = failures.length > 0 ? `; and ${failures[0]!.message}` : "";
  throw new HindcastError(
    "STRATEGY_NOT_FOUND",
    `strategy must be the path of a file or one of ${known.join(", ") || "none"}, ${was}${failedFile}`,
    {
      name,
      known,
      folder,
    },
  );
}
