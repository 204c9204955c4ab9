import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./source-files.ts";

/** Compiles and bundles the source before the first test, since tests start the built command line and load the bundle. */
export default function buildSource(): void {
  run("node_modules/typescript/bin/tsc", "-b", "src", "src/cli");
  run("node_modules/vite/bin/vite.js", "build", "--config", "src/vite.config.ts", "--logLevel", "warn");
}

function run(program: string, ...args: string[]): void {
  execFileSync(process.execPath, [join(ROOT, program), ...args], { cwd: ROOT, stdio: "inherit" });
}
