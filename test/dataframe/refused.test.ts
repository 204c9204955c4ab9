import { toDataFrame } from "hindcast/dataframe";
import { describe, expect, test } from "vitest";
import { barsFrom } from "../support/market.ts";

// Invalid input is refused before danfojs-node is loaded, so these tests run without the package.
describe("toDataFrame refuses invalid data", () => {
  const noon = new Date(Date.UTC(2024, 0, 2, 12));
  const circle: Record<string, unknown> = { id: 1 };
  circle["inner"] = { circle };
  const framed = (data: unknown, more?: unknown) => toDataFrame(data as never, more as never);

  test.each([
    ["a list", [{ when: noon, price: 1 }], "column when, row 0 must be a number, such as getTime() of a Date"],
    ["a list", [{ of: { when: noon } }], "column of.when, row 0 must be a number, such as getTime() of a Date"],
    ["a list", [{ price: 1 }, { tags: new Map([["a", 1]]) }], "column tags, row 1 must be a number"],
    ["a list", [{ tags: new Set([1]) }], "column tags, row 0 must be a number"],
    ["a list", [1, 2, 3], "row 0 must be an object with fields, was 1"],
    ["a list", [{ price: 1 }, null], "row 1 must be an object with fields, was null"],
    ["a list", [noon], "row 0 must be an object with fields, was"],
    [
      "a list",
      [{ "of.price": 1, of: { price: 2 } }],
      'a field of row 0 must be given once (rename one of them), was "of.price"',
    ],
    ["a list", [circle], "inner.circle of row 0 must be a record that does not contain itself"],
    ["columns", { a: [1, 2], b: 5 }, "column b must be an array of values, or a record of such arrays, was 5"],
    ["columns", { a: [1], b: "x" }, 'column b must be an array of values, or a record of such arrays, was "x"'],
    [
      "columns",
      { a: [1], b: undefined },
      "column b must be an array of values, or a record of such arrays, was undefined",
    ],
    ["columns", { a: [1], b: new Set([1]) }, "column b must be an array of values, or a record of such arrays, was {}"],
    ["columns", { a: [1], b: { c: 5 } }, "column b.c must be an array of values, was 5"],
    [
      "columns",
      { a: new DataView(new ArrayBuffer(8)) },
      "column a must be an array of values, or a record of such arrays",
    ],
    ["columns", Float64Array.of(1, 2), "data must be bars, columns by name or a list of objects"],
    ["columns", new Map([["a", [1]]]), "data must be bars, columns by name or a list of objects, was {}"],
    ["columns", null, "data must be bars, columns by name or a list of objects, was null"],
  ])("given as %s: %j", async (_, data, words) => {
    const refused = expect.objectContaining({
      code: "PARAMETER_OUT_OF_RANGE",
      message: expect.stringContaining(words) as string,
    });
    await expect(framed(data)).rejects.toEqual(refused);
  });

  test("given in addition to bars", async () => {
    await expect(framed(barsFrom("10 12 9 11 100"), { x: 5 })).rejects.toThrow(
      "column x must be an array of values, or a record of such arrays",
    );
    await expect(framed(barsFrom("10 12 9 11 100"), null)).rejects.toThrow("more must be columns by name, was null");
  });
});
