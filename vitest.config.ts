import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { conditions: ["@hindcast/source"] },
  ssr: { resolve: { conditions: ["@hindcast/source"] } },
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
