import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/*
 * The suite on every line of Node that is meant to work: `npm run test:nodes`, or `-- 22 24` for some. Their binaries come from the npm package `node`,
 * into `out/nodes`. Tests pin fingerprints and fill hashes to literal values, so they are the same on all.
 */
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LINES = ["20", "22", "24"];

const asked = process.argv.slice(2);
const failed: string[] = [];
for (const line of asked.length > 0 ? asked : LINES) {
  const folder = join(ROOT, "out", "nodes", line);
  mkdirSync(folder, { recursive: true });
  // With its scripts: what the package is for is put in its place by one.
  const installed = run("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", "--no-save", `node@${line}`]);
  const bin = join(folder, "node_modules", "node", "bin");
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}` };
  const version = spawnSync("node", ["--version"], { env, encoding: "utf8" }).stdout.trim();
  if (!installed || !version.startsWith(`v${line}.`)) {
    console.error(`Node ${line} could not be installed, was ${version}`);
    failed.push(line);
    continue;
  }
  console.log(`\nNode ${version}`);
  if (!run("node", [join(ROOT, "node_modules", "vitest", "vitest.mjs"), "run"], env)) failed.push(line);
}
if (failed.length > 0) {
  console.error(`failed on Node ${failed.join(", ")}`);
  process.exitCode = 1;
}

function run(program: string, args: readonly string[], env = process.env): boolean {
  return spawnSync(program, args, { cwd: ROOT, env, stdio: "inherit" }).status === 0;
}
