import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The working tree. */
export const HERE = fileURLToPath(new URL("../..", import.meta.url));

/** The commit to be held against: what was committed last when the tree has changes, else the one before. */
export function usualBase(): string {
  const changed = git("status", "--porcelain", "--untracked-files=no", "src", "strategies") !== "";
  return changed ? "HEAD" : "HEAD~";
}

/** The files of a commit in a folder of their own, with our packages; gone when `done` is called. */
export function checkedOut(base: string): {
  readonly folder: string;
  readonly commit: string;
  readonly done: () => void;
} {
  const commit = git("rev-parse", "--verify", `${base}^{commit}`);
  const folder = mkdtempSync(join(tmpdir(), "hindcast-base-"));
  const archive = execFileSync("git", ["archive", commit, "package.json", "src", "strategies", "data/sample"], {
    cwd: HERE,
    maxBuffer: 2 ** 30,
  });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  symlinkSync(join(HERE, "node_modules"), join(folder, "node_modules"));
  return { folder, commit, done: () => rmSync(folder, { recursive: true, force: true }) };
}

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: HERE, encoding: "utf8" }).trim();
}
