import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EVENT_NAMES, STATUS_NAMES } from "../../src/broker/order-codes.ts";
import { ORDER_KINDS, TIMES_IN_FORCE } from "../../src/broker/order-record.ts";
import { ROOT } from "../house/source-files.ts";
import { calendarTable, closureTable } from "./calendar-tables.ts";
import { memberTable } from "./member-tables.ts";
import { replacedSection } from "./replaced-section.ts";

const FOLDER = join(ROOT, "docs/reference");
const UPDATE = "To update them: npx vitest run test/surface/member-docs.test.ts -u";
const TABLES: Readonly<Record<string, () => string>> = { calendars: calendarTable, closures: closureTable };

/** Names of the generated sections of a page, such as `src/engine/context.ts#RunContext` for a table of that type's members. */
function placesOf(page: string): string[] {
  const names = [...page.matchAll(/^<!-- ([^/\s]\S*) -->$/gm)].map(([, name]) => name!);
  return names.filter((name) => name.includes(".ts#") || Object.hasOwn(TABLES, name));
}

const pages = readdirSync(FOLDER).filter((name) => placesOf(readFileSync(join(FOLDER, name), "utf8")).length > 0);

test.each(pages)(
  "docs/reference/%s has tables that equal those generated from the doc comments in the source",
  async (name) => {
    const page = readFileSync(join(FOLDER, name), "utf8");
    const written = placesOf(page).reduce((text, place) => {
      const [path, declared] = place.split("#") as [string, string];
      return replacedSection(text, place, TABLES[place]?.() ?? memberTable(path, declared));
    }, page);
    await expect(written, UPDATE).toMatchFileSnapshot(join(FOLDER, name));
  },
);

test("docs/reference/orders.md mentions every order type, time in force, order status and order event", () => {
  const page = readFileSync(join(FOLDER, "orders.md"), "utf8");
  const names = [...ORDER_KINDS, ...TIMES_IN_FORCE, ...STATUS_NAMES, ...EVENT_NAMES];
  expect(names.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
});
