import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// The site's tools look for their packages above a page, so pages are copied into this folder.
const root = fileURLToPath(new URL("../", import.meta.url));
const pages = fileURLToPath(new URL("pages/", import.meta.url));
rmSync(pages, { recursive: true, force: true });
for (const name of [
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "data/README.md",
  "bench/README.md",
  "bench/RESULTS.md",
  "docs",
])
  cpSync(join(root, name), join(pages, name), { recursive: true });
cpSync(join(root, "LICENSE"), join(pages, "LICENSE.md"));

// A site opens a folder with its index, as a repository does with its README.
for (const name of readdirSync(pages, { recursive: true, encoding: "utf8" }).filter((each) => each.endsWith(".md"))) {
  const page = join(pages, name);
  writeFileSync(page, readFileSync(page, "utf8").replaceAll(/(\]\([^)\s]*)README\.md/g, "$1index.md"));
  if (basename(page) === "README.md") renameSync(page, join(dirname(page), "index.md"));
}
