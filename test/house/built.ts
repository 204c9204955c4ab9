import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./source-files.ts";

/** Tests that start the command line start what is built: this source, compiled before the first of them. */
export default function built(): void {
  execFileSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-b", "src/cli"], {
    cwd: ROOT,
    stdio: "inherit",
  });
}
