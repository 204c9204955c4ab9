import { afterAll, describe, expect, test } from "vitest";
import { keyFor } from "../../support/served-sample.ts";
import { servedMarket } from "../../support/served-market.ts";
import { FLOOR, FLOOR_OPEN } from "../../support/trading-floor.ts";

const server = await servedMarket(FLOOR, FLOOR_OPEN);
afterAll(() => server.close());
const headers = keyFor(server);
const ask = async (url: string, payload: object, session = "main") => {
  const own = { ...headers, "x-replay-session": session };
  const answer = await server.inject({ method: "POST", url, headers: own, payload });
  return { status: answer.statusCode, body: answer.json() };
};
const make = (settings: object, more: object = {}) =>
  ask("/_replay/sessions", { from: "2024-01-08T14:30:00Z", ...more, settings });

const OUTSIDE = "must be a field of the body, not of settings";
const CASES = [
  [{ from: "2020-01-01" }, "settings.from", OUTSIDE, `settings.from ${OUTSIDE}`],
  [{ to: "2024-01-08" }, "settings.to", OUTSIDE, `settings.to ${OUTSIDE}`],
  [
    { hours: "regular" },
    "settings.hours",
    "must be extended or left out: each order chooses its hours with extended_hours",
    "settings.hours must be extended or left out: each order chooses its hours with extended_hours",
  ],
  [
    { exclusive_orders: true },
    "settings.exclusive_orders",
    "setting_invalid",
    "exclusive_orders must be false in a served session, was true: cancel orders and close the position before a new order",
  ],
  [
    { cash: 0.001 },
    "settings.cash",
    "cash_out_of_range",
    "cash must be at least 0.01, the smallest unit of USD, was 0.001",
  ],
  [
    { cash: 0.5, currency: "JPY" },
    "settings.cash",
    "cash_out_of_range",
    "cash must be at least 1, the smallest unit of JPY, was 0.5",
  ],
  [{ cash: -1 }, "settings.cash", "cash_out_of_range", "cash must be above 0 and at most 10000000000000, was -1"],
] as const;

describe.each(CASES)("the invalid settings %j", (settings, parameter, reason, message) => {
  const value = Object.values(settings)[0] as unknown;
  const error = {
    code: "INVALID_PARAMETERS",
    message,
    details: { errors: [{ in: "body", parameter, value, reason }] },
  };

  test("are refused for a new replay session", async () => {
    expect(await make(settings)).toMatchObject({ status: 400, body: { error } });
    expect(server.hindcast.sessions.list().map(({ id }) => id)).not.toContain("s1");
  });

  test("are refused for a restart of a replay session", async () => {
    expect(await ask("/_replay/start", { settings })).toMatchObject({ status: 400, body: { error } });
  });
});

test("a lockstep session accepts a date range, hours and exclusive orders in its settings", async () => {
  const settings = { from: "2024-01-08", to: "2024-01-08", hours: "regular", exclusive_orders: true };
  const made = await ask("/_replay/sessions", { mode: "lockstep", symbols: ["ACME"], interval: "1m", settings });
  expect(made).toMatchObject({ status: 201, body: { run: { start: "2024-01-08T14:30:00.000Z" } } });
  await server.inject({ method: "DELETE", url: `/_replay/sessions/${made.body.session}`, headers });
});

test("a server with exclusive orders in its settings does not start", async () => {
  const started = servedMarket(FLOOR, FLOOR_OPEN, { trading: { exclusiveOrders: true } });
  await expect(started).rejects.toMatchObject({ code: "SETTING_INVALID", details: { setting: "exclusiveOrders" } });
});

test("a server whose settings give less cash than the smallest unit of the currency does not start", async () => {
  const started = servedMarket(FLOOR, FLOOR_OPEN, { trading: { cash: 0.001 } });
  await expect(started).rejects.toMatchObject({ code: "CASH_OUT_OF_RANGE" });
});
