import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const SOURCE = fileURLToPath(new URL(".", import.meta.url));
const PACKAGE = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  readonly exports: Readonly<Record<string, string | { readonly "@hindcast/source": string }>>;
};

/** What Node starts or imports by its path: the command line, processes, threads, and what these load. */
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

/** What the package's public names lead to, as paths below the source without an ending. */
const DOORS = Object.values(PACKAGE.exports).flatMap((door) =>
  typeof door === "string" ? [] : [door["@hindcast/source"].slice("./src/".length, -".ts".length)],
);

/** A module finds what lies beside it, such as the code of a thread, by its own place and not by that of the file it was put into. */
const places: Plugin = {
  name: "places",
  transform(code, id) {
    if (!id.startsWith(SOURCE) || !code.includes("import.meta.url")) return null;
    const own = JSON.stringify(relative(SOURCE, id).replace(/\.ts$/, ".js"));
    const root = `import.meta.url.slice(0, import.meta.url.lastIndexOf("/dist/node/") + ${"/dist/node/".length})`;
    return { code: code.replaceAll("import.meta.url", `(${root} + ${own})`), map: null };
  },
};

/** Packages of many small files are put into ours too, with their licences: Node takes a quarter to half a second to find and read those of one. */
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

/** What a file says of the packages that were put into it. */
function banner({ moduleIds }: { readonly moduleIds: readonly string[] }): string {
  const held = INSIDE.filter((name) => moduleIds.some((id) => id.startsWith(`${PACKAGES}${name}/`)));
  return held.length === 0 ? "" : `/*! Holds ${held.join(", ")}, under the licences in ${LICENCE_FILE}. */`;
}

/** The one file that is no ES module, as the compiler wrote it: it imports the thread that lies beside it. */
const POOL_THREAD = "research/executors/pool-thread.cjs";

const poolThread: Plugin = {
  name: "pool-thread",
  generateBundle() {
    const source = readFileSync(new URL(`../dist/${POOL_THREAD}`, import.meta.url));
    this.emitFile({ type: "asset", fileName: POOL_THREAD, source });
  },
};

/** npm makes the command executable where it installs the package; a clone that is built runs it as the build wrote it. */
const executable: Plugin = {
  name: "executable",
  writeBundle: () => chmodSync(new URL("../dist/node/cli/main.js", import.meta.url), 0o755),
};

/** Rooms that are loaded together, one file each: it takes Node half a millisecond to find and read another one. */
const TOGETHER = [
  { name: "base", test: /\/src\/(primitives|time)\// },
  { name: "indicators", test: /\/src\/indicators\// },
  { name: "engine", test: /\/src\/(market|ledger|broker|simulation|engine|metrics)\// },
];

/**
 * The library as Node loads it. The compiler writes a file for each module, of which a page takes the few that it needs; Node takes
 * longer to find and read 800 files than to run most backtests, so for Node they are put together into few.
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
      // What is started does something when it is loaded, whatever package.json says of the rest.
      treeshake: { moduleSideEffects: true },
      input: Object.fromEntries([...DOORS, ...STARTED].map((path) => [path, `${SOURCE}${path}.ts`])),
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "chunks/[name]-[hash].js",
        // A constant that is declared as a variable is no constant to the compiler of Node: windows of minima took a third longer.
        topLevelVar: false,
        comments: { legal: true, annotation: true, jsdoc: false },
        banner,
        codeSplitting: { groups: TOGETHER },
      },
    },
  },
});
