import { describe, expect, test } from "vitest";
import { checkSource, type PackageFacts } from "./check-source.ts";

const FACTS: PackageFacts = {
  runtimePackages: new Set(["date-fns-tz", "pure-rand", "@noble/hashes", "commander"]),
  publicNames: new Set(["hindcast", "hindcast/indicators"]),
};

const check = (path: string, text: string): string[] => checkSource(path, text, FACTS);

describe("checkSource", () => {
  test.each<[rule: string, path: string, text: string, finding: RegExp]>([
    [
      "an upward import",
      "src/time/a.ts",
      `import { x } from "../market/bars.ts";`,
      /time may import primitives; not market/,
    ],
    [
      "a kernel field without declare",
      "src/primitives/a.ts",
      "export class A {\n  readonly period: number;\n}",
      /:2: .*declare period/,
    ],
    ["an upward type", "src/time/a.ts", `import type { X } from "../market/bars.ts";`, /not market/],
    ["an upward re-export", "src/time/a.ts", `export { x } from "../market/bars.ts";`, /not market/],
    ["an upward export of all", "src/time/a.ts", `export * from "../market/bars.ts";`, /not market/],
    ["an upward dynamic import", "src/time/a.ts", `const x = await import("../market/bars.ts");`, /not market/],
    ["an upward type query", "src/time/a.ts", `type X = import("../market/bars.ts").Bars;`, /not market/],
    ["an import inside a template", "src/time/a.ts", "const t = `${await import('../market/a.ts')}`;", /not market/],
    ["an import after a comment", "src/time/a.ts", `/* " */ import /* x */ "../market/bars.ts";`, /not market/],
    [
      "an import of several lines",
      "src/time/a.ts",
      `import {\n  x,\n  y,\n} from\n  "../market/bars.ts";`,
      /:1: .*not market/,
    ],
    ["another room's index", "src/market/a.ts", `import { x } from "../time/index.ts";`, /declares the name/],
    [
      "an index of a folder in another room",
      "src/engine/a.ts",
      `import x from "../broker/slippage/index.ts";`,
      /declares the name/,
    ],
    ["the room's own index", "src/market/a.ts", `import { x } from "./index.ts";`, /only catalog\.ts may/],
    ["the index of the package", "src/cli/a.ts", `import { x } from "../index.ts";`, /src\/index\.ts is for users/],
    ["a file without its extension", "src/market/a.ts", `import { x } from "../time/interval";`, /ending in \.ts/],
    [
      "a file by the name of its output",
      "src/market/a.ts",
      `import { x } from "../time/interval.js";`,
      /ending in \.ts/,
    ],
    ["the public name", "src/cli/a.ts", `import { sma } from "hindcast/indicators";`, /not the public name/],
    ["a strategy", "src/cli/a.ts", `import { s } from "../../strategies/sma-cross.ts";`, /outside/],
    [
      "a Node module in a pure room",
      "src/market/a.ts",
      `import { readFile } from "node:fs/promises";`,
      /Node's modules/,
    ],
    ["a Node module without node:", "src/data/a.ts", `import fs from "fs";`, /"fs"/],
    ["a package in a pure room", "src/market/a.ts", `import { randomInt } from "pure-rand";`, /only primitives may/],
    ["a package of another room", "src/cli/a.ts", `import cors from "@fastify/cors";`, /only server may/],
    ["sockets in a pure room", "src/engine/a.ts", `import { WebSocket } from "ws";`, /only server, client may/],
    ["a data frame", "src/report/a.ts", `import { DataFrame } from "danfojs";`, /only dataframe may/],
    ["a package that no room may import", "src/cli/a.ts", `import chalk from "chalk";`, /no room may/],
    ["a package that is no dependency", "src/cli/a.ts", `import { tsImport } from "tsx/esm/api";`, /peer dependency/],
    ["require", "src/cli/a.ts", `const x = require("chalk");`, /"chalk"/],
    ["a computed import", "src/engine/a.ts", `await import(path);`, /string literal/],
    ["a resolved module", "src/engine/a.ts", `import.meta.resolve("chalk");`, /"chalk"/],
    [
      "a value where types are allowed",
      "src/web/a.ts",
      `import { p } from "../report/payload.ts";`,
      /write import type/,
    ],
    ["a room without a row", "src/misc/a.ts", ``, /rooms\.ts/],
    ["a file outside the rooms", "src/helpers.ts", ``, /rooms\.ts/],
    ["an index with a declaration", "src/market/index.ts", `export const a = 1;`, /only re-exports/],
    ["a reference comment", "src/time/a.ts", `/// <reference types="node" />`, /tsconfig/],
    ["the clock", "src/engine/a.ts", `const now = Date.now();`, /Date\.now/],
    ["the clock in a template", "src/engine/a.ts", "const now = `at ${Date.now()}`;", /Date\.now/],
    ["the clock after a division", "src/engine/a.ts", `const r = a / b; Date.now(); const s = c / d;`, /Date\.now/],
    ["the clock by a key", "src/engine/a.ts", `Date["now"]()`, /Date\["now"\]/],
    ["the clock by destructuring", "src/engine/a.ts", `const { now } = Date;`, /another name/],
    ["the current date", "src/engine/a.ts", `new Date().getTime()`, /without a time/],
    ["the current date without parentheses", "src/engine/a.ts", `const d = new Date;`, /without a time/],
    ["the current date as text", "src/engine/a.ts", `const d = Date();`, /without new/],
    ["performance.now", "src/engine/a.ts", `performance.now()`, /performance\.now/],
    ["unseeded random numbers", "src/data/a.ts", `Math.random()`, /Math\.random/],
    ["a timer", "src/engine/a.ts", `globalThis.setTimeout(f, 1)`, /setTimeout/],
    [
      "a strategy's private import",
      "strategies/a.ts",
      `import { sma } from "../src/indicators/sma.ts";`,
      /public names/,
    ],
    ["a strategy's import of another file", "strategies/a.ts", `import { b } from "./b.ts";`, /public names/],
    [
      "a strategy's import of an unknown subpath",
      "strategies/a.ts",
      `import { b } from "hindcast/engine";`,
      /public names/,
    ],
    ["unseeded random numbers in a strategy", "strategies/a.ts", `const x = Math.random();`, /Math\.random/],
    ["a long file", "bench/a.ts", "x\n".repeat(501), /501 lines, at most 500/],
    ["a file in camel case", "src/time/tradingDay.ts", ``, /kebab-case/],
  ])("reports a problem in a source file with %s", (_, path, text, finding) => {
    expect(check(path, text)).toEqual([expect.stringMatching(finding)]);
  });
});

describe("checkSource", () => {
  test.each<[what: string, path: string, text: string]>([
    ["a downward import", "src/market/a.ts", `import type { Interval } from "../time/interval.ts";`],
    ["a file of the same room", "src/market/a.ts", `import { Bars } from "./bars.ts";`],
    ["the catalog's import of the room's index", "src/indicators/catalog.ts", `import * as index from "./index.ts";`],
    ["the index of a folder in the same room", "src/broker/a.ts", `import { none } from "./slippage/index.ts";`],
    ["the package index's export of a room's index", "src/index.ts", `export * from "./market/index.ts";`],
    [
      "an index that re-exports",
      "src/market/index.ts",
      `/** Exports. */ export { a } from "./a.ts"; export type { B } from "./b.ts";`,
    ],
    ["a package in its room", "src/time/a.ts", `import { fromZonedTime } from "date-fns-tz";`],
    ["a file of a package in its room", "src/primitives/a.ts", `import { sha256 } from "@noble/hashes/sha2.js";`],
    ["a Node module where Node is allowed", "src/data/a.ts", `import { readFile } from "node:fs/promises";`],
    ["a user's file loaded by the command line", "src/cli/a.ts", `await import(url);`],
    ["types where only types are allowed", "src/web/a.ts", `import type { P } from "../report/payload.ts";`],
    ["a style sheet in the web", "src/web/a.ts", `import "./page.css"; import css from "./page.css?inline";`],
    ["a bundled package in the web", "src/web/a.ts", `import { createChart } from "lightweight-charts";`],
    ["an import in a comment", "src/time/a.ts", `// import "../market/bars.ts";\n/* Date.now() */`],
    ["an import in a string", "src/time/a.ts", `const s = 'import "chalk"';`],
    ["an import in a template", "src/time/a.ts", 'const s = `import "chalk" ${x} Date.now()`;'],
    ["a quote in a regular expression", "src/time/a.ts", `const s = /["'\`/]/.test(x);`],
    ["a property called import", "src/time/a.ts", `const commands = { import: 1, export: 2 }; commands.import;`],
    ["an export without a source", "src/time/a.ts", `export { a, b };\nconst from = "chalk";`],
    [
      "dates from given times",
      "src/time/a.ts",
      `new Date(time); Date.UTC(2000, 0); Math.max(1, 2); x instanceof Date;`,
    ],
    ["the clock in the command line", "src/cli/a.ts", `Date.now(); setTimeout(f, 1);`],
    ["a strategy of public names", "strategies/a.ts", `import { ta } from "hindcast"; import "hindcast/indicators";`],
    ["a file of 500 lines", "test/a.test.ts", "x\n".repeat(500)],
    ["a tool's settings", "src/web/vite.config.ts", `import { defineConfig } from "vite";`],
  ])("reports no problem in a source file with %s", (_, path, text) => {
    expect(check(path, text)).toEqual([]);
  });
});

test("checkSource throws for a file that cannot be parsed", () => {
  expect(() => check("src/time/a.ts", `const s = "no end\n;`)).toThrow("src/time/a.ts: Unterminated string");
  expect(() => check("src/time/a.ts", "const s = `no end")).toThrow("src/time/a.ts: Unterminated");
});
