import { fileURLToPath } from "node:url";
import { type BuildEnvironmentOptions, defineConfig } from "vite";

// Whoever builds them, with whatever in the environment, the pages are those for users.
process.env["NODE_ENV"] = "production";

/** One script and one style of a page. */
function page(name: string): BuildEnvironmentOptions {
  return {
    outDir: "../../dist/web",
    // The folder also holds the declarations that the compiler wrote.
    emptyOutDir: false,
    target: "es2022",
    reportCompressedSize: false,
    rolldownOptions: { output: { comments: { legal: true, annotation: false, jsdoc: false } } },
    lib: {
      entry: `${name}/main.ts`,
      formats: ["iife"],
      name: `hindcast${name[0]!.toUpperCase()}${name.slice(1)}`,
      fileName: () => `${name}.js`,
      cssFileName: name,
    },
  };
}

/** Bundles the browser code: of the pages of runs and of research, which carry it in themselves, and of the dashboard, which the server sends. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  builder: {},
  environments: {
    client: { build: page("report") },
    research: { consumer: "client", build: page("research") },
    dashboard: { consumer: "client", build: page("dashboard") },
  },
});
