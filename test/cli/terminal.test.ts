import { expect, test } from "vitest";
import { hasColor, widthOf } from "../../src/report/terminal/terminal.ts";

const terminal = { write: () => undefined, isTTY: true, columns: 120 };
const pipe = { write: () => undefined };

test("output is as wide as the terminal, and 80 columns wide in a pipe", () => {
  expect(widthOf(terminal)).toBe(120);
  expect(widthOf(pipe)).toBe(80);
  expect(widthOf({ ...terminal, columns: 0 })).toBe(80);
});

test.each([
  ["a terminal", terminal, {}, true],
  ["a pipe", pipe, {}, false],
  ["a terminal with NO_COLOR", terminal, { NO_COLOR: "1" }, false],
  ["a dumb terminal", terminal, { TERM: "dumb" }, false],
  ["a pipe with FORCE_COLOR", pipe, { FORCE_COLOR: "1" }, true],
  ["a terminal with FORCE_COLOR=0", terminal, { FORCE_COLOR: "0" }, false],
])("output for %s has color only if the terminal and the environment allow it", (_, output, env, expected) => {
  expect(hasColor(output, env)).toBe(expected);
});
