import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { indicators } from "../../src/indicators/catalog.ts";
import type { Param } from "../../src/primitives/param.ts";
import { ROOT } from "../house/source-files.ts";
import { INDICATOR_DIFFERENCES } from "../../src/indicators/differences.ts";
import { catalogTables, compatTable, differencesTable } from "./indicator-tables.ts";
import { replacedSection } from "./replaced-section.ts";

const PAGE = join(ROOT, "docs/reference/indicators.md");
const text = readFileSync(PAGE, "utf8");

test("docs/reference/indicators.md has tables that equal those generated from the catalog of indicators", async () => {
  const tables = { catalog: catalogTables(), compat: compatTable(), differences: differencesTable() };
  const written = Object.entries(tables).reduce((page, [mark, table]) => replacedSection(page, mark, table), text);
  await expect(written, "To update them: npx vitest run test/surface/indicator-docs.test.ts -u").toMatchFileSnapshot(
    PAGE,
  );
});

const PROGRAMS = { talib: "TA-Lib", tradingview: "TradingView" } as const;

test("if an indicator has a preset for another program, its listed differences name the program and the preset's parameters", () => {
  for (const { spec } of Object.values(indicators)) {
    const differences = Object.entries(INDICATOR_DIFFERENCES).find(([name]) => name === spec.name)?.[1] ?? [];
    for (const [program, preset] of Object.entries(spec.compat ?? {}))
      for (const [param, value] of Object.entries(preset as Readonly<Record<string, unknown>>))
        expect(
          differences.filter((text) => text.includes(PROGRAMS[program as keyof typeof PROGRAMS])).join(" "),
          `${spec.name}, ${program}`,
        ).toContain(`${param}: ${JSON.stringify(value)}`);
  }
});

test("every definition listed in docs/reference/indicators.md names existing indicators and options", () => {
  const rows = text.split("\n").filter((line) => /^\| \d+ \|/.test(line));
  expect(rows.length).toBeGreaterThanOrEqual(25);
  for (const row of rows) {
    const [number, who = "", , option = ""] = row.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, ""));
    const names = [...who.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
    expect(names.length, `row ${number ?? row}`).toBeGreaterThan(0);
    for (const name of names) expect(indicators, row).toHaveProperty(name);
    for (const [, param, value] of option.matchAll(/`(\w+): ([^`]+)`/g)) {
      const owner = names.find((name) => Object.hasOwn(indicators[name]!.spec.params as object, param!));
      expect(owner, `${param} of ${names.join(", ")}`).toBeDefined();
      const spec = (indicators[owner!]!.spec.params as Readonly<Record<string, Param>>)[param!]!;
      if (spec.kind === "choice") expect(spec.choices.map((choice) => JSON.stringify(choice))).toContain(value);
    }
  }
});
