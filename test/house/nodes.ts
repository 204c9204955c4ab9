import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/*
 * Runs the suite on every supported release line of Node: `npm run test:nodes`, or `-- 22 24` for some of them. The npm package `node`
 * provides the binaries, which are installed into `out/nodes`. Tests compare fingerprints and fill hashes with literal values, so these are
 * equal on all lines.
 */
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LINES = ["20", "22", "24"];

/**
 * Installs a version of Node, such as `20.19`, into `out/nodes`. Returns the folder of its binary. Throws if the version cannot be
 * installed.
 */
export function nodeFolder(version: string): string {
  const folder = join(ROOT, "out", "nodes", version);
  mkdirSync(folder, { recursive: true });
  // Install scripts must run: one of them puts the binary into place.
  const words = ["install", "--prefix", folder, "--no-audit", "--no-fund", "--no-save"];
  run("npm", [...words, `node@${version}`]);
  const bin = join(folder, "node_modules", "node", "bin");
  const found = spawnSync("node", ["--version"], { env: withNode(bin), encoding: "utf8" }).stdout.trim();
  if (!found.startsWith(`v${version}.`)) throw new Error(`Node ${version} could not be installed, found ${found}`);
  return bin;
}

/** Environment in which `node` is the binary in this folder. */
export function withNode(bin: string, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return { ...env, PATH: `${bin}${delimiter}${env["PATH"] ?? ""}` };
}

function run(program: string, args: readonly string[], env = process.env): boolean {
  return spawnSync(program, args, { cwd: ROOT, env, stdio: "inherit" }).status === 0;
}

function testOnLines(releaseLines: readonly string[]): void {
  const failed = releaseLines.filter((line) => {
    const env = withNode(nodeFolder(line));
    console.log(`\nNode ${line}`);
    const vitest = [join(ROOT, "node_modules", "vitest", "vitest.mjs"), "run"];
    return [vitest, [...vitest, "--config", "vitest.corpus.config.ts"]].some((args) => !run("node", args, env));
  });
  if (failed.length === 0) return;
  console.error(`failed on Node ${failed.join(", ")}`);
  process.exitCode = 1;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  testOnLines(process.argv.length > 2 ? process.argv.slice(2) : LINES);
