import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of the working tree. */
export const HERE = fileURLToPath(new URL("../..", import.meta.url));

/** Commit to compare with: the last one if the tree has changes, otherwise its parent. */
export function defaultBase(): string {
  const changed = git("status", "--porcelain", "--untracked-files=no", "src", "strategies") !== "";
  return changed ? "HEAD" : "HEAD~";
}

/** Extracts the files of a commit into a temporary folder, with the installed packages. `remove` deletes the folder. */
export function checkOut(base: string): {
  readonly folder: string;
  readonly commit: string;
  readonly remove: () => void;
} {
  const commit = git("rev-parse", "--verify", `${base}^{commit}`);
  const folder = mkdtempSync(join(tmpdir(), "hindcast-base-"));
  const archive = execFileSync("git", ["archive", commit, "package.json", "src", "strategies", "data/sample"], {
    cwd: HERE,
    maxBuffer: 2 ** 30,
  });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  symlinkSync(join(HERE, "node_modules"), join(folder, "node_modules"));
  return { folder, commit, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: HERE, encoding: "utf8" }).trim();
}
