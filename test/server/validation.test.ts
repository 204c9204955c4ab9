import * as fc from "fast-check";
import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { closedObject, Literals } from "../../src/schemas/fields.ts";
import { ApiError } from "../../src/server/errors/api-error.ts";
import { checkClosed, partValidator } from "../../src/server/validation/part-validator.ts";

const query = partValidator(
  "querystring",
  closedObject({
    price: Type.Optional(Type.Number({ minimum: 0 })),
    limit: Type.Optional(Type.Integer({ minimum: -5, maximum: 100, default: 10 })),
    adjust: Type.Optional(Type.Boolean({ default: true })),
    period: Type.Optional(Type.Enum(["1d", "5d", "1mo", "ytd"], { "x-suggestions": { "30d": "1mo" } })),
  }),
);
const body = partValidator(
  "body",
  closedObject({
    symbol: Type.String({ minLength: 1 }),
    quantity: Type.Number({ exclusiveMinimum: 0 }),
    paper_trading: Type.Optional(Type.Boolean({ default: true })),
    stop_loss: Type.Optional(
      closedObject({ stop_price: Type.Number(), hours: Type.Optional(Literals(["regular", "all"])) }),
    ),
    letters: Type.Optional(Type.Array(Type.Enum("abcdefghijklmnopqrst".split("")))),
    more_letters: Type.Optional(Type.Array(Type.Enum("abcdefghijklmnopqrstu".split("")))),
    weights: Type.Optional(
      Type.Unsafe({ type: "object", additionalProperties: { type: "number", maximum: 4 }, minProperties: 1 }),
    ),
    speed: Type.Optional(
      Type.Unsafe({
        anyOf: [
          { type: "number", minimum: 1 },
          { type: "string", enum: ["max"] },
        ],
      }),
    ),
  }),
);
const path = partValidator("params", closedObject({ side: Literals(["buy", "sell"]) }));

/** Problems of a value; an empty list for a valid value. */
function problems(check: typeof query, value: unknown): unknown[] {
  const checked = check(value);
  if (!("error" in checked)) return [];
  expect(checked.error).toBeInstanceOf(ApiError);
  expect(checked.error).toMatchObject({ code: "INVALID_PARAMETERS", status: 400 });
  return checked.error.details["errors"] as unknown[];
}

describe("the validation of query parameters", () => {
  test("converts parameters to their types, and adds defaults", () => {
    expect(query({ price: "12.5", limit: "-3", adjust: "false", period: "ytd" })).toEqual({
      value: { price: 12.5, limit: -3, adjust: false, period: "ytd" },
    });
    expect(query({})).toEqual({ value: { limit: 10, adjust: true } });
  });

  test.each(["0x10", "1e2", "+5", "05", "5.", ".5", " 5", "5 ", "", "NaN", "Infinity", "1_000", "1,5", "٥", "--5"])(
    "rejects %j as a number",
    (text) => {
      expect(problems(query, { price: text })).toMatchObject([{ in: "query", parameter: "price", value: text }]);
      expect(problems(query, { limit: text })).toMatchObject([{ in: "query", parameter: "limit", value: text }]);
    },
  );

  test("rejects fractions for integers and numbers out of range", () => {
    expect(problems(query, { limit: "1.5" })).toHaveLength(1);
    expect(problems(query, { limit: "101" })).toMatchObject([{ parameter: "limit", value: 101 }]);
    expect(problems(query, { price: "-0.5" })).toMatchObject([{ parameter: "price", value: -0.5 }]);
  });

  test.each(["1", "0", "TRUE", "yes", ""])("rejects %j as a boolean", (text) => {
    expect(problems(query, { adjust: text })).toEqual([
      { in: "query", parameter: "adjust", value: text, reason: "must be true or false" },
    ]);
  });

  test("rejects unknown names, and lists the known ones with a suggestion", () => {
    expect(problems(query, { perod: "1d" })).toEqual([
      {
        in: "query",
        parameter: "perod",
        reason: "is unknown",
        allowed: ["price", "limit", "adjust", "period"],
        suggestion: "period",
      },
    ]);
    expect(problems(query, JSON.parse('{"__proto__": "1"}'))).toMatchObject([{ parameter: "__proto__" }]);
  });

  test("lists the allowed values of a closed choice, with a suggestion", () => {
    expect(problems(query, { period: "30d" })).toEqual([
      {
        in: "query",
        parameter: "period",
        value: "30d",
        reason: "must be one of 1d, 5d, 1mo, ytd",
        allowed: ["1d", "5d", "1mo", "ytd"],
        suggestion: "1mo",
      },
    ]);
    expect(problems(query, { period: "5x" })).toMatchObject([{ suggestion: "5d" }]);
  });

  test("rejects a parameter that is given twice", () => {
    expect(problems(query, { period: ["1d", "5d"] })).toEqual([
      { in: "query", parameter: "period", value: ["1d", "5d"], reason: "must be given once" },
    ]);
  });

  test("reports all problems at once", () => {
    const all = problems(query, { price: "x", limit: "1000", wrong: "1", period: "9d" }) as { parameter: string }[];
    expect(all.map(({ parameter }) => parameter).toSorted()).toEqual(["limit", "period", "price", "wrong"]);
  });

  test("accepts every integer in plain digits", () => {
    const numbers = partValidator("querystring", closedObject({ n: Type.Number() }));
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.maxSafeInteger()), (n) => {
        expect(numbers({ n: String(n) })).toEqual({ value: { n } });
      }),
    );
  });
});

describe("the validation of a request body", () => {
  test("accepts a valid body without conversion, and adds defaults", () => {
    expect(body({ symbol: "AAPL", quantity: 5 })).toEqual({
      value: { symbol: "AAPL", quantity: 5, paper_trading: true },
    });
  });

  test.each(["5", true, null, [5], { value: 5 }, NaN])(
    "refuses the quantity %j, since nothing is converted",
    (quantity) => {
      expect(problems(body, { symbol: "AAPL", quantity })).toMatchObject([
        { in: "body", parameter: "quantity", value: quantity, reason: "must be of type number" },
      ]);
    },
  );

  test("refuses missing and nested members by name", () => {
    expect(problems(body, {})).toEqual([
      { in: "body", parameter: "symbol", reason: "must be given" },
      { in: "body", parameter: "quantity", reason: "must be given" },
    ]);
    expect(problems(body, { symbol: "A", quantity: 1, stop_loss: { stop_price: "1", stop_prise: 2 } })).toMatchObject([
      { parameter: "stop_loss.stop_prise", reason: "is unknown", suggestion: "stop_price" },
      { parameter: "stop_loss.stop_price", value: "1" },
    ]);
  });

  test("accepts members whose names the client chooses, and checks their values", () => {
    const required = { symbol: "A", quantity: 1 };
    expect(problems(body, { ...required, weights: { MSFT: "1", "A/B": null, KO: 5, AAPL: 1 } })).toEqual([
      { in: "body", parameter: "weights.MSFT", value: "1", reason: "must be of type number" },
      { in: "body", parameter: "weights.A/B", value: null, reason: "must be of type number" },
      { in: "body", parameter: "weights.KO", value: 5, reason: "must be <= 4" },
    ]);
  });

  test("names the allowed values in the message, even for nested members and lists", () => {
    const required = { symbol: "A", quantity: 1 };
    const refusal = (check: typeof query, value: unknown) => {
      const checked = check(value);
      return "error" in checked ? [checked.error.message, checked.error.details["errors"]] : [];
    };
    expect(refusal(body, { ...required, stop_loss: { stop_price: 1, hours: "pre" } })).toEqual([
      "stop_loss.hours must be one of regular, all",
      [
        {
          in: "body",
          parameter: "stop_loss.hours",
          value: "pre",
          reason: "must be one of regular, all",
          allowed: ["regular", "all"],
        },
      ],
    ]);
    expect(refusal(path, { side: "hold" })[0]).toBe("side must be one of buy, sell");
    expect(refusal(query, { period: "9d" })[0]).toBe("period must be one of 1d, 5d, 1mo, ytd");
    // The message lists only twenty of the allowed values; the details list all.
    expect(refusal(body, { ...required, letters: ["a", "z"] })[0]).toBe(
      "letters.1 must be one of a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t",
    );
    expect(refusal(body, { ...required, more_letters: ["z"] })).toMatchObject([
      "more_letters.0 must be one of the values in allowed",
      [{ allowed: "abcdefghijklmnopqrstu".split("") }],
    ]);
    expect(refusal(body, { ...required, speed: "fast" })[0]).toBe("speed must be of type number or max");
  });

  test("never throws, whatever the body contains", () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.object()), (value) => {
        for (const check of [body, query]) {
          const checked = check(value);
          if ("error" in checked) {
            expect(checked.error).toMatchObject({ status: 400 });
            expect(checked.error.details["errors"]).not.toEqual([]);
            JSON.stringify(checked.error.details);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

test("a route whose schema would ignore misspelled members cannot be defined", () => {
  const open = Type.Object({ a: Type.String() });
  expect(() => checkClosed("body", open)).toThrow("body must be a closedObject");
  expect(() => checkClosed("body", closedObject({ list: Type.Array(open) }))).toThrow("body.list[]");
  expect(() => checkClosed("body", closedObject({ list: Type.Array(closedObject({})) }))).not.toThrow();
});
