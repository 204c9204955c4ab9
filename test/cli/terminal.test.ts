import { expect, test } from "vitest";
import { hasColor, widthOf } from "../../src/cli/terminal.ts";

const terminal = { write: () => undefined, isTTY: true, columns: 120 };
const pipe = { write: () => undefined };

test("a pipe is 80 characters wide", () => {
  expect(widthOf(terminal)).toBe(120);
  expect(widthOf(pipe)).toBe(80);
  expect(widthOf({ ...terminal, columns: 0 })).toBe(80);
});

test.each([
  ["a terminal", terminal, {}, true],
  ["a pipe", pipe, {}, false],
  ["a terminal that wants none", terminal, { NO_COLOR: "1" }, false],
  ["a terminal that knows none", terminal, { TERM: "dumb" }, false],
  ["a pipe that asks for it", pipe, { FORCE_COLOR: "1" }, true],
  ["a terminal that refuses it", terminal, { FORCE_COLOR: "0" }, false],
])("colour on %s", (_, output, env, expected) => {
  expect(hasColor(output, env)).toBe(expected);
});
