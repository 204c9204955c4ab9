import { expect, test } from "vitest";
import { SETTINGS } from "../../../src/engine/settings.ts";

const { from, to } = SETTINGS;

test.each(["2020-02-29", "2020-02-28T09:30", "2020-02-28T09:30:00-05:00"])(
  "the option --from accepts %s and keeps the text as written",
  (text) => {
    expect(from.kind.parse("--from", text)).toBe(text);
  },
);

test("the error about an invalid date names the option that has it", () => {
  expect(() => from.kind.parse("--from", "2021-02-29")).toThrow(
    '--from must be a date that exists, 2021-02 has days 01 to 28, was "2021-02-29"',
  );
  expect(() => to.kind.parse("--to", "29.2.2020")).toThrow(/^--to must be YYYY-MM-DD .*, was "29\.2\.2020"$/);
});
