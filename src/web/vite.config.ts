import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/** Bundles the browser code of the report into one script and one style, which the report reads as files. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  build: {
    outDir: "../../dist/web",
    // The folder also holds the declarations that the compiler wrote.
    emptyOutDir: false,
    target: "es2022",
    reportCompressedSize: false,
    rolldownOptions: { output: { comments: { legal: true, annotation: false, jsdoc: false } } },
    lib: {
      entry: "report/main.ts",
      formats: ["iife"],
      name: "hindcastReport",
      fileName: () => "report.js",
      cssFileName: "report",
    },
  },
});
