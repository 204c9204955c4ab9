import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./source-files.ts";

/** Tests that start the command line start what is built: this source, compiled before the first of them, also what strategies import of it. */
export default function built(): void {
  execFileSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-b", "src", "src/cli"], {
    cwd: ROOT,
    stdio: "inherit",
  });
}
