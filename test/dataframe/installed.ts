import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Danfo, DataFrame } from "../../src/dataframe/danfo.ts";
import { filesUnder, ROOT } from "../house/source-files.ts";

const RECIPE = join(ROOT, "test/dataframe/user");
const FOLDER = join(ROOT, "out/dataframe");

/** A data frame of danfo.js, with methods that only tests use. */
export interface DanfoFrame extends DataFrame {
  readonly dtypes: readonly string[];
  add(value: number): DanfoFrame;
  toString(): string;
}

/**
 * Loads danfojs-node, and first installs it into its own folder if it is missing. It is not a dependency of Hindcast, because
 * installing it downloads files from outside the npm registry.
 */
export function installedDanfo(): Danfo<DanfoFrame> {
  const recipe = filesUnder(["test/dataframe/user"], "")
    .map(({ text }) => text)
    .join("\n");
  const stamp = join(FOLDER, "installed-by");
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== recipe) {
    rmSync(FOLDER, { recursive: true, force: true });
    cpSync(RECIPE, FOLDER, { recursive: true });
    // Without this filter, npm would use the settings of the npm process that runs the tests.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^npm_(config|package)_/i.test(name)),
    );
    execFileSync("npm", ["ci", "--no-audit", "--no-fund"], {
      cwd: FOLDER,
      env,
      stdio: "pipe",
      shell: process.platform === "win32",
    });
    writeFileSync(stamp, recipe);
  }
  return createRequire(join(FOLDER, "package.json"))("danfojs-node") as Danfo<DanfoFrame>;
}

/** Creates the folder of a user who has installed hindcast and danfojs-node, with the sample prices in it. */
export function userFolder(): string {
  const library = join(FOLDER, "node_modules/hindcast");
  rmSync(library, { recursive: true, force: true });
  cpSync(join(ROOT, "dist"), join(library, "dist"), { recursive: true, filter: (path) => !path.endsWith(".map") });
  copyFileSync(join(ROOT, "package.json"), join(library, "package.json"));
  const folder = join(FOLDER, "node_modules/.user");
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(ROOT, "data/sp500-2000.csv"), join(folder, "prices.csv"));
  return folder;
}
