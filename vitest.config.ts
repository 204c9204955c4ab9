import { defaultServerConditions } from "vite";
import { configDefaults, defineConfig } from "vitest/config";
import { LongestFirst } from "./test/house/longest-first.ts";

// Tests import the library by its public names and run its source: the first condition of every export in package.json.
const conditions = ["@hindcast/source", ...defaultServerConditions];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/**/*.test.ts"],
    // A project of its own: vitest.corpus.config.ts.
    exclude: [...configDefaults.exclude, "test/corpus/**"],
    globalSetup: ["test/house/built.ts"],
    testTimeout: 30_000,
    // A file of tests takes less time than the library takes to be loaded, so files share what they load. None changes what others see.
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      exclude: ["src/web/**"],
      reporter: ["text-summary", "lcovonly"],
      // What tests reach in this process; the command line also runs in processes of its own, which are not counted.
      thresholds: {
        lines: 80,
        branches: 74,
        "src/{primitives,time,market,data,broker}/**": { lines: 95, branches: 90 },
        "src/metrics/**": { lines: 99, branches: 95 },
        "src/indicators/**": { lines: 93, branches: 88 },
        "src/{ledger,report}/**": { lines: 85, branches: 80 },
      },
    },
  },
});
