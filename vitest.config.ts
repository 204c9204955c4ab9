import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

// Tests import the library by its public names and run its source: the first condition of every export in package.json.
const conditions = ["@hindcast/source", ...defaultServerConditions];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 30_000,
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      exclude: ["src/web/**"],
      reporter: ["text-summary", "lcovonly"],
    },
  },
});
