import { array, assert, integer, nat, property, stringMatching } from "fast-check";
import { expect, test } from "vitest";
import { wrapWords } from "../../src/report/terminal/tables.ts";

test("wrapped text breaks between words and indents continuation lines", () => {
  expect(wrapWords("warning: 1 trade still open", 16, "  ")).toEqual(["warning: 1 trade", "  still open"]);
  expect(wrapWords("as it stands", Infinity, "  ")).toEqual(["as it stands"]);
});

test("wrapped text keeps every word, and only a line with a single word exceeds the width", () => {
  const words = array(stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 30 });
  assert(
    property(words, integer({ min: 1, max: 30 }), nat(3), (all, width, spaces) => {
      const lines = wrapWords(all.join(" "), width, " ".repeat(spaces));
      expect(lines.flatMap((line) => line.trim().split(" "))).toEqual(all);
      for (const line of lines) if (line.trim().includes(" ")) expect(line.length).toBeLessThanOrEqual(width);
    }),
  );
});
