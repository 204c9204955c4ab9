import { mergeConfig } from "vitest/config";
import tests from "./vitest.config.ts";

// Long searches for rare failures, run by hand or by night: npm run soak.
const soak = mergeConfig(tests, {
  test: { testTimeout: 30 * 60_000, hookTimeout: 10 * 60_000, passWithNoTests: true },
});
soak.test.include = ["test/soak/**/*.soak.ts"];

export default soak;
