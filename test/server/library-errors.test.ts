import { describe, expect, test } from "vitest";
import { checkInteger } from "../../src/primitives/check.ts";
import { HindcastError } from "../../src/primitives/errors.ts";
import { ApiError } from "../../src/server/errors/api-error.ts";
import { apiErrorOf } from "../../src/server/errors/error-of.ts";

const told = (error: unknown) => {
  const { status, code, message, details } = apiErrorOf(error, "request-1");
  return { status, code, message, details };
};

/** What was thrown by work that throws. */
function thrown(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

describe("a failure of the library", () => {
  test("of an unknown symbol is 404 with the symbol and a suggestion", () => {
    const details = { symbol: "APPL", suggestion: "AAPL" };
    const error = new HindcastError("SYMBOL_UNKNOWN", "symbol must be known", details);
    expect(told(error)).toEqual({ status: 404, code: "SYMBOL_NOT_FOUND", message: "symbol must be known", details });
    const alone = new HindcastError("SYMBOL_UNKNOWN", "symbol must be known", { symbol: "Q", suggestion: undefined });
    expect(told(alone).details).toEqual({ symbol: "Q", suggestion: null });
  });

  test("of an interval that is not recorded names those that are", () => {
    const details = { symbol: "SPY", interval: "1m", available: ["1d"] };
    expect(told(new HindcastError("INTERVAL_UNAVAILABLE", "no", details))).toMatchObject({
      status: 400,
      code: "INVALID_PARAMETERS",
      details: {
        errors: [{ in: "query", parameter: "interval", value: "1m", reason: "interval_unavailable", allowed: ["1d"] }],
      },
    });
  });

  test("of raw prices that are not recorded names the parameter", () => {
    expect(told(new HindcastError("RAW_UNAVAILABLE", "no")).details).toEqual({
      errors: [{ in: "query", parameter: "adjust", value: false, reason: "raw_unavailable" }],
    });
  });

  test("of a value out of bounds is 400 with the bounds", () => {
    expect(told(thrown(() => checkInteger("period", 0)))).toEqual({
      status: 400,
      code: "INVALID_PARAMETERS",
      message: "period must be a whole number above 0",
      details: { errors: [{ in: "request", parameter: "period", value: 0, reason: "must be a whole number above 0" }] },
    });
  });

  test("that no request can cause is the server's own, and is not told", () => {
    for (const error of [
      new HindcastError("RECORDING_DAMAGED", "/data/secret/bars.arrow is damaged", { file: "/data/secret" }),
      new Error("oops"),
      "a text",
      undefined,
      null,
      Object.assign(new Error("disk"), { code: "ENOSPC", path: "/data" }),
      Object.assign(new Error("strange"), { statusCode: 503 }),
    ])
      expect(told(error)).toEqual({
        status: 500,
        code: "INTERNAL_ERROR",
        message: "internal server error",
        details: { request_id: "request-1" },
      });
  });

  test("that is told already stays as it is", () => {
    const error = new ApiError("MARKET_CLOSED", "the market is closed", { symbol: "AAPL" });
    expect(apiErrorOf(error, "request-1")).toBe(error);
  });
});
