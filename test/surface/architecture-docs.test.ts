import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { roomPicture, roomTable } from "./room-picture.ts";
import { replacedSection } from "./replaced-section.ts";

const PAGE = join(ROOT, "docs/explanation/architecture.md");

test("docs/explanation/architecture.md shows the import rules that test/house/rooms.ts lists, as a graph and a table", async () => {
  const page = readFileSync(PAGE, "utf8");
  const written = replacedSection(replacedSection(page, "picture", roomPicture()), "rooms", roomTable());
  await expect(written, "To update them: npx vitest run test/surface/architecture-docs.test.ts -u").toMatchFileSnapshot(
    PAGE,
  );
});
