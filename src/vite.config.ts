import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const SOURCE = fileURLToPath(new URL(".", import.meta.url));
const PACKAGE = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  readonly exports: Readonly<Record<string, string | { readonly "@hindcast/source": string }>>;
};

/** Modules that Node starts or imports by file name: the command line, child processes, threads, and what these load by file name. */
const STARTED = [
  "cli/main",
  "cli/program",
  "cli/loading/import-module",
  "cli/loading/module-hooks",
  "cli/loading/thread-loader",
  "research/executors/thread",
  "server/backtests/host",
  "server/backtests/thread",
];

/** Source files of the package's public import names, as paths below `src` without `.ts`. */
const DOORS = Object.values(PACKAGE.exports).flatMap((door) =>
  typeof door === "string" ? [] : [door["@hindcast/source"].slice("./src/".length, -".ts".length)],
);

/** Keeps `import.meta.url` at the path that a module has before bundling, since modules use it to find files next to them. */
const places: Plugin = {
  name: "places",
  transform(code, id) {
    if (!id.startsWith(SOURCE) || !code.includes("import.meta.url")) return null;
    const own = JSON.stringify(relative(SOURCE, id).replace(/\.ts$/, ".js"));
    const root = `import.meta.url.slice(0, import.meta.url.lastIndexOf("/dist/node/") + ${"/dist/node/".length})`;
    return { code: code.replaceAll("import.meta.url", `(${root} + ${own})`), map: null };
  },
};

/** Packages to bundle, with their licenses: each has many small files, which take Node 0.25 to 0.5 s to find and read. */
const INSIDE = ["@noble/hashes", "date-fns-tz", "typebox", "apache-arrow", "flatbuffers", "tslib"];
const PACKAGES = fileURLToPath(new URL("../node_modules/", import.meta.url));
const LICENCE_FILE = "LICENCES.txt";

const licences: Plugin = {
  name: "licences",
  generateBundle() {
    const texts = INSIDE.flatMap((name) =>
      readdirSync(PACKAGES + name)
        .filter((file) => /^(?:licen[cs]e|(?:copyright)?notice)\b/i.test(file))
        .map((file) => `${name}: ${file}\n\n${readFileSync(`${PACKAGES}${name}/${file}`, "utf8").trim()}\n`),
    );
    this.emitFile({ type: "asset", fileName: LICENCE_FILE, source: texts.join(`\n${"-".repeat(80)}\n\n`) });
  },
};

/** Returns the comment at the start of a bundled file, which names the packages whose code the file contains. */
function banner({ moduleIds }: { readonly moduleIds: readonly string[] }): string {
  const held = INSIDE.filter((name) => moduleIds.some((id) => id.startsWith(`${PACKAGES}${name}/`)));
  return held.length === 0 ? "" : `/*! Holds ${held.join(", ")}, under the licences in ${LICENCE_FILE}. */`;
}

/** The only file that is not an ES module. It is copied unchanged, and imports the module of a worker thread next to it. */
const POOL_THREAD = "research/executors/pool-thread.cjs";

const poolThread: Plugin = {
  name: "pool-thread",
  generateBundle() {
    const source = readFileSync(new URL(`../dist/${POOL_THREAD}`, import.meta.url));
    this.emitFile({ type: "asset", fileName: POOL_THREAD, source });
  },
};

/** Makes the built command executable. npm does so when it installs the package, but a clone runs the file as it was built. */
const executable: Plugin = {
  name: "executable",
  writeBundle: () => chmodSync(new URL("../dist/node/cli/main.js", import.meta.url), 0o755),
};

/** Groups of folders of `src` to bundle into one file each, since Node takes half a millisecond to find and read a file. */
const TOGETHER = [
  { name: "base", test: /\/src\/(primitives|time)\// },
  { name: "indicators", test: /\/src\/indicators\// },
  { name: "engine", test: /\/src\/(market|ledger|broker|simulation|engine|metrics)\// },
];

/**
 * Bundles the library for Node into a few files: Node takes longer to find and read 800 modules than to run most backtests. Web pages
 * load the single modules that the compiler writes.
 */
export default defineConfig({
  root: SOURCE,
  plugins: [places, licences, poolThread, executable],
  resolve: { conditions: ["@hindcast/source"] },
  ssr: { noExternal: INSIDE },
  build: {
    ssr: true,
    outDir: "../dist/node",
    emptyOutDir: true,
    target: "node20",
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // package.json declares that modules have no side effects, but programs and threads act as soon as they are loaded.
      treeshake: { moduleSideEffects: true },
      input: Object.fromEntries([...DOORS, ...STARTED].map((path) => [path, `${SOURCE}${path}.ts`])),
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "chunks/[name]-[hash].js",
        // V8 optimizes constants only if they are declared with `const`; with `var`, minima over a window took a third longer.
        topLevelVar: false,
        comments: { legal: true, annotation: true, jsdoc: false },
        banner,
        codeSplitting: { groups: TOGETHER },
      },
    },
  },
});
