import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { expect, test } from "vitest";
import { filesUnder, ROOT } from "../house/source-files.ts";
import { linksOf } from "./markdown-links.ts";

test("docs/README.md and docs/decisions/README.md together link to every page of the documentation", () => {
  const listed = ["docs/README.md", "docs/decisions/README.md"].flatMap((index) =>
    linksOf(readFileSync(join(ROOT, index), "utf8")).map((link) =>
      posix.join(posix.dirname(index), link.split("#")[0]!),
    ),
  );
  const missing = filesUnder(["docs"], ".md").filter(({ path }) => path !== "docs/README.md" && !listed.includes(path));
  expect(missing.map(({ path }) => path)).toEqual([]);
});
