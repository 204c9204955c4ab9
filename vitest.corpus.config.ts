import { defineConfig, mergeConfig } from "vitest/config";
import tests from "./vitest.config.ts";

/** From how many on there are indexes, and sums that change by what has changed: here from so few that every run has them. */
const FEW: readonly (readonly [file: string, usual: string, few: string])[] = [
  ["/src/broker/open-orders.ts", "const FEW = 64;", "const FEW = 2;"],
  ["/src/broker/held-sums.ts", "const FEW_HELD = 32;", "const FEW_HELD = 0;"],
  ["/src/broker/held-sums.ts", "const MOST_MOVED = 1 / 8;", "const MOST_MOVED = 1e9;"],
];

/** Lets a few orders and positions count as many: what is kept of many must come to what going through them does. */
const many = {
  name: "many",
  transform(code: string, id: string): string {
    let changed = code;
    for (const [file, usual, few] of FEW) {
      if (!id.endsWith(file)) continue;
      if (!code.includes(usual)) throw new Error(`${id} must have ${usual}`);
      changed = changed.replace(usual, few);
    }
    return changed;
  },
};

// What some 2,300 runs and served sessions come to, against what was recorded: npm run test:corpus. With `--mode many` a few count as many.
export default defineConfig(({ mode }) => {
  const corpus = mergeConfig(tests, { test: { testTimeout: 120_000 } });
  corpus.test.include = ["test/corpus/*.test.ts"];
  corpus.test.exclude = [];
  // It starts no process, so nothing has to be built.
  corpus.test.globalSetup = [];
  return mode === "many" ? { ...corpus, plugins: [many] } : corpus;
});
