import { describe, expect, test } from "vitest";
import { checkInteger } from "../../src/primitives/check.ts";
import { HindcastError } from "../../src/primitives/errors.ts";
import { ApiError } from "../../src/server/errors/api-error.ts";
import { apiErrorOf } from "../../src/server/errors/error-of.ts";

const apiError = (error: unknown) => {
  const { status, code, message, details } = apiErrorOf(error, "request-1");
  return { status, code, message, details };
};

/** Returns the error that `work` throws. */
function thrown(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

describe("an error thrown by the library", () => {
  test("about an unknown symbol becomes a 404 response with the symbol and a suggestion", () => {
    const details = { symbol: "APPL", suggestion: "AAPL" };
    const error = new HindcastError("SYMBOL_UNKNOWN", "symbol must be known", details);
    expect(apiError(error)).toEqual({
      status: 404,
      code: "SYMBOL_NOT_FOUND",
      message: "symbol must be known",
      details,
    });
    const withoutSuggestion = new HindcastError("SYMBOL_UNKNOWN", "symbol must be known", {
      symbol: "Q",
      suggestion: undefined,
    });
    expect(apiError(withoutSuggestion).details).toEqual({ symbol: "Q", suggestion: null });
  });

  test("about an interval that is not recorded becomes a response with the recorded intervals", () => {
    const details = { symbol: "SPY", interval: "1m", available: ["1d"] };
    expect(apiError(new HindcastError("INTERVAL_UNAVAILABLE", "no", details))).toMatchObject({
      status: 400,
      code: "INVALID_PARAMETERS",
      details: {
        errors: [{ in: "query", parameter: "interval", value: "1m", reason: "interval_unavailable", allowed: ["1d"] }],
      },
    });
  });

  test("about missing unadjusted prices becomes a response that names the parameter", () => {
    expect(apiError(new HindcastError("RAW_UNAVAILABLE", "no")).details).toEqual({
      errors: [{ in: "query", parameter: "adjust", value: false, reason: "raw_unavailable" }],
    });
  });

  test("about a value out of range becomes a 400 response with the range", () => {
    expect(apiError(thrown(() => checkInteger("period", 0)))).toEqual({
      status: 400,
      code: "INVALID_PARAMETERS",
      message: "period must be a whole number above 0",
      details: { errors: [{ in: "request", parameter: "period", value: 0, reason: "must be a whole number above 0" }] },
    });
  });

  test("that no request can cause becomes a 500 response without details", () => {
    for (const error of [
      new HindcastError("RECORDING_DAMAGED", "/data/secret/bars.arrow is damaged", { file: "/data/secret" }),
      new Error("oops"),
      "a text",
      undefined,
      null,
      Object.assign(new Error("disk"), { code: "ENOSPC", path: "/data" }),
      Object.assign(new Error("strange"), { statusCode: 503 }),
    ])
      expect(apiError(error)).toEqual({
        status: 500,
        code: "INTERNAL_ERROR",
        message: "internal server error",
        details: { request_id: "request-1" },
      });
  });

  test("that already is an API error stays unchanged", () => {
    const error = new ApiError("MARKET_CLOSED", "the market is closed", { symbol: "AAPL" });
    expect(apiErrorOf(error, "request-1")).toBe(error);
  });
});
