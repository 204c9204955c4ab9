import { mergeConfig } from "vitest/config";
import tests from "./vitest.config.ts";

// What some 2,300 runs and served sessions come to, against what was recorded: npm run test:corpus.
const corpus = mergeConfig(tests, { test: { testTimeout: 120_000 } });
corpus.test.include = ["test/corpus/*.test.ts"];
corpus.test.exclude = [];
// It starts no process, so nothing has to be built.
corpus.test.globalSetup = [];

export default corpus;
