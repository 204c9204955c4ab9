import { expect, test } from "vitest";
import { DEFAULT_SCOPES, SCOPES } from "../../../src/schemas/scope.ts";
import { expiryOf, scopesText, statusText, windowText } from "../../../src/web/dashboard/data/key-text.ts";

const KEY = {
  id: "4fT2mQxZ81ab",
  name: "robot",
  tier: "pro",
  scopes: [],
  status: "active",
  created_at: "2030-01-01T00:00:00.000Z",
  expires_at: null,
  revoked_at: null,
  replaced_by: null,
  usage: { requests_total: 0, last_used_at: null },
} as const;

test("the chosen expiry of an API key is counted from the current time, or is the last second of a day", () => {
  const now = Date.UTC(2030, 0, 1, 12);
  expect(expiryOf("never", "2031-01-31", now)).toBeUndefined();
  expect(expiryOf("7d", "2031-01-31", now)).toBe("2030-01-08T12:00:00.000Z");
  expect(expiryOf("365d", "2031-01-31", now)).toBe("2031-01-01T12:00:00.000Z");
  expect(expiryOf("on", "2031-01-31", now)).toBe("2031-01-31T23:59:59Z");
});

test("the status of an API key says when the key expires or when it ended", () => {
  expect(statusText({ ...KEY, scopes: [] })).toBe("Active");
  const expires = { ...KEY, scopes: [], expires_at: "2030-02-01T10:30:00.000Z" };
  expect(statusText(expires)).toBe("Active until 2030-02-01 10:30 UTC");
  expect(statusText({ ...expires, replaced_by: "x" })).toBe("Active until 2030-02-01 10:30 UTC, replaced");
  expect(statusText({ ...expires, status: "expired" })).toBe("Expired 2030-02-01 10:30 UTC");
  const revoked = { ...KEY, scopes: [], status: "revoked", revoked_at: "2030-01-02T09:05:00.000Z" } as const;
  expect(statusText({ ...revoked, scopes: [] })).toBe("Revoked 2030-01-02 09:05 UTC");
});

test("every scope of an API key has a short name, and the full and the default set of scopes have names of their own", () => {
  expect(scopesText(SCOPES)).toBe("all");
  expect(scopesText(DEFAULT_SCOPES)).toBe("default");
  expect(scopesText(["market_data:read", "admin"])).toBe("market_data:read, admin");
  expect(scopesText(SCOPES.filter((scope) => scope !== "backtest"))).toContain("admin");
});

test("the requests of an API key in this hour are shown with the limit of its tier", () => {
  const window = { requests: 1204, remaining: 8796, ends_at: null };
  expect(windowText({ limits: { requests: 10_000, window_seconds: 3600, stream: true }, window })).toBe(
    "1,204 of 10,000",
  );
  expect(windowText({ limits: { requests: null, window_seconds: 3600, stream: true }, window })).toBe("1,204");
});
