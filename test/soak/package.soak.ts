import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import { plainEnvironment } from "../cli/child-process.ts";
import { nodeFolder, withNode } from "../house/nodes.ts";
import { ROOT } from "../house/source-files.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

/* Tests the package as users get it: packed, installed into an empty folder, and used from there. */
const files = temporaryFiles();
/** Folders for installations, one per version of Node, outside of any other installation. */
const nodes = temporaryFiles();
const { folder } = files;
const TSC = join(ROOT, "node_modules/.bin/tsc");

/** Limits for the packed and the installed size. */
const PACKED_MB = 6;
const PACKED_FILES = 6000;
const PACKAGES = 130;

// Leaves out npm settings of the process that runs the tests, which must not affect the installation.
const env = Object.fromEntries(
  Object.entries(plainEnvironment()).filter(([name]) => !/^npm_(config|package)_/i.test(name)),
);

function run(program: string, args: readonly string[], cwd = folder, environment: NodeJS.ProcessEnv = env): string {
  return execFileSync(program, args, { cwd, env: environment, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

beforeAll(() => {
  run("npm", ["pack", "--pack-destination", folder], ROOT);
  packed = readdirSync(folder).find((name) => name.endsWith(".tgz"))!;
  expect(statSync(join(folder, packed)).size / 1e6).toBeLessThan(PACKED_MB);
  entries = run("tar", ["-tf", packed]).trim().split("\n");
  files.write("package.json", JSON.stringify({ name: "user", private: true, type: "module" }));
  run("npm", ["install", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", join(folder, packed)]);
  copyFileSync(join(ROOT, "test/soak/user/user.mts"), join(folder, "user.mts"));
  copyFileSync(join(ROOT, "data/sp500-2000.csv"), join(folder, "prices.csv"));
}, 1_200_000);

let packed = "";

/** Names of the packed files, each beginning with `package/`. */
let entries: readonly string[] = [];

describe("a packed package", () => {
  test("has no source maps of programs and no compiler settings", () => {
    expect(entries.length).toBeGreaterThan(2000);
    expect(entries.length).toBeLessThan(PACKED_FILES);
    expect(entries.filter((entry) => /\.js\.map$|tsconfig|\.test\.|\/\.|^package\/src\/web/.test(entry))).toEqual([]);
  });

  test("has no compiled file without its source", () => {
    const held = new Set(entries);
    const compiled = entries.filter((entry) => /^package\/dist\/(?!web\/|node\/).*\.js$/.test(entry));
    expect(compiled.length).toBeGreaterThan(500);
    const sourceOf = (entry: string): string =>
      entry
        .replace(/\/dist\/(?!strategies\/)/, "/src/")
        .replace(/\/dist\//, "/")
        .replace(/js$/, "ts");
    expect(compiled.filter((entry) => !held.has(sourceOf(entry)))).toEqual([]);
  });

  test("has minified page scripts", () => {
    const sizes = ["report", "research", "dashboard"].map((page) => statSync(join(ROOT, `dist/web/${page}.js`)).size);
    expect(Math.max(...sizes)).toBeLessThan(260_000);
  });
});

describe("a package installed with engine-strict", () => {
  test.each(["20.19", "22", "24"])("starts on Node %s, and every dependency allows that version", (version) => {
    const environment = withNode(nodeFolder(version), env);
    const user = join(nodes.folder, version);
    mkdirSync(user);
    nodes.write(`${version}/package.json`, JSON.stringify({ name: "user", private: true, type: "module" }));
    const words = ["install", "--engine-strict", "--prefer-offline", "--no-audit", "--no-fund"];
    run("npm", [...words, join(folder, packed)], user, environment);
    const bin = join(user, "node_modules/.bin/hindcast");
    expect(run(bin, ["run", "sma-cross", "--data", join(folder, "prices.csv")], user, environment)).toContain("2000");
  });
});

describe("an installed package", () => {
  test("has no more dependencies than expected", () => {
    const installed = run("npm", ["ls", "--all", "--parseable"]).trim().split("\n");
    expect(installed.length).toBeGreaterThan(50);
    expect(installed.length).toBeLessThan(PACKAGES);
  });

  test.each([
    ["nodenext", "nodenext"],
    ["bundler", "esnext"],
  ])("has types that compile with %s, in every file", (moduleResolution, module) => {
    const compilerOptions = {
      target: "es2023",
      lib: ["es2023", "dom"],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      module,
      moduleResolution,
    };
    files.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["user.mts"] }));
    // The compiler prints its errors to stdout, so a failure shows them here.
    expect(run(TSC, ["--project", "tsconfig.json", "--pretty", "false"])).toBe("");
  });

  test("gives a user's program the same results as the source", async () => {
    const words = JSON.parse(run(process.execPath, ["user.mjs"])) as Readonly<Record<string, unknown>>;
    expect(words).toMatchObject({ page: true, doors: true });
    expect(words["fillHash"]).toMatch(/^[0-9a-f]{64}$/);
    const again = JSON.parse(
      run(process.execPath, ["--import", import.meta.resolve("tsx"), "--conditions=@hindcast/source", "user.mts"]),
    ) as unknown;
    expect(again, "compiled and source agree").toEqual(words);
  });

  test("has a command with help and runs", () => {
    const bin = join(folder, "node_modules/.bin/hindcast");
    expect(run(bin, ["--help"])).toContain("Usage: hindcast");
    expect(run(bin, ["run", "sma-cross", "--data", "prices.csv", "--symbol", "SPX"])).toContain("2000-01-03");
  });

  test("has a client that bundles for a browser without Node modules", async () => {
    writeFileSync(join(folder, "page.js"), 'export { createClient, runRemote } from "hindcast/client";');
    const { outputFiles, metafile } = await build({
      absWorkingDir: folder,
      entryPoints: ["page.js"],
      bundle: true,
      format: "esm",
      platform: "browser",
      minify: true,
      write: false,
      metafile: true,
      logLevel: "silent",
    });
    const inputs = Object.keys(metafile.inputs).filter((name) => name.startsWith("node:"));
    expect(inputs).toEqual([]);
    expect(outputFiles[0]!.contents.length).toBeLessThan(240_000);
  });
});
