import { defineConfig, mergeConfig } from "vitest/config";
import tests from "./vitest.config.ts";

/** Limits above which the broker keeps indexes and updates sums in steps. This mode changes them so that every run does both. */
const FEW: readonly (readonly [file: string, usual: string, few: string])[] = [
  ["/src/broker/open-orders.ts", "const FEW_ORDERS = 64;", "const FEW_ORDERS = 2;"],
  ["/src/broker/position-sums.ts", "const FEW_POSITIONS = 32;", "const FEW_POSITIONS = 0;"],
  ["/src/broker/position-sums.ts", "const MOST_MOVED = 1 / 8;", "const MOST_MOVED = 1e9;"],
];

/** Replaces those limits. Indexes and updated sums must give the results that going through all orders and positions gives. */
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
