import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT, readJson } from "../house/source-files.ts";

const SOURCE = [process.execPath, "--import", "tsx", "--conditions=@hindcast/source"];

/** Runs a TypeScript file from the folder in a process of its own, with the library's source behind the public names. */
export function runFile(folder: string, file: string): Promise<string> {
  return run(folder, [...SOURCE, file]);
}

/**
 * Runs a line of a page in the folder as a reader would, only from source instead of from the last build:
 * `npx hindcast …`, or `npm run …` for a script of package.json that starts the command line.
 */
export function runLine(folder: string, line: string): Promise<string> {
  const words = line.trim().split(/\s+/);
  const main = join(ROOT, "src/cli/main.ts");
  if (words[0] === "npx" && words[1] === "hindcast") return run(folder, [...SOURCE, main, ...words.slice(2)]);
  if (words[0] === "npm" && words[1] === "run") {
    const { scripts } = readJson("package.json") as { scripts: Record<string, string | undefined> };
    const script = scripts[words[2]!]?.split(/\s+/);
    if (script?.[0] === "node" && script[1] === "dist/cli/main.js")
      return run(ROOT, [...SOURCE, main, ...script.slice(2)]);
  }
  throw new Error(
    `a line to run starts with "npx hindcast" or "npm run" and a script of the command line, was ${line}`,
  );
}

async function run(folder: string, [program, ...args]: string[]): Promise<string> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const options = { cwd: folder, env: { ...env, NO_COLOR: "1" }, timeout: 60_000, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(program!, args, options);
  return stdout;
}
