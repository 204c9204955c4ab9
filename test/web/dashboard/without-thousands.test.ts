import { expect, test } from "vitest";
import { withoutThousands } from "../../../src/web/dashboard/data/order-text.ts";

test.each([
  ["1234.5", "1234.5"],
  [" 1,234.5 ", "1234.5"],
  ["1,234,567", "1234567"],
  ["-12,345.", "-12345."],
  ["", ""],
])("commas that separate thousands are removed from the typed number %j", (typed, text) => {
  expect(withoutThousands(typed)).toBe(text);
});

test.each(["1,5", "1,2345", "1234,567", "1,23,456", "1.5,000", ",500"])(
  "a comma in another place stays, so that %s is no number",
  (typed) => {
    expect(withoutThousands(typed)).toBe(typed);
    expect(Number(withoutThousands(typed))).toBeNaN();
  },
);
