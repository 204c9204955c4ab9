import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";
import { roomPicture, roomTable } from "./room-picture.ts";
import { writtenBetween } from "./written-between.ts";

const PAGE = join(ROOT, "docs/explanation/architecture.md");

test("the picture and the table of the rooms are those that the imports are held against", async () => {
  const page = readFileSync(PAGE, "utf8");
  const written = writtenBetween(writtenBetween(page, "picture", roomPicture()), "rooms", roomTable());
  await expect(
    written,
    "To write them anew: npx vitest run test/surface/architecture-docs.test.ts -u",
  ).toMatchFileSnapshot(PAGE);
});
