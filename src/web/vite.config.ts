import { fileURLToPath } from "node:url";
import { type BuildEnvironmentOptions, defineConfig } from "vite";

// Pages are always production builds, whatever the environment.
process.env["NODE_ENV"] = "production";

/** Build options for the script and the style sheet of one page. */
function page(name: string): BuildEnvironmentOptions {
  return {
    outDir: "../../dist/web",
    // The output folder also contains declarations from the compiler, which must stay.
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

/** Bundles the code for browsers: the report and research pages, into which it is embedded, and the dashboard, which the server serves. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  builder: {},
  environments: {
    client: { build: page("report") },
    research: { consumer: "client", build: page("research") },
    dashboard: { consumer: "client", build: page("dashboard") },
  },
});
