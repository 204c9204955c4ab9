import { afterAll, expect, test } from "vitest";
import { keyFor } from "../support/served-sample.ts";
import { servedMarket } from "../support/served-market.ts";
import { FLOOR, FLOOR_OPEN } from "../support/trading-floor.ts";

const server = await servedMarket(FLOOR, FLOOR_OPEN);
afterAll(() => server.close());
const key = keyFor(server);

const SKIPPED = "2023-03-12T02:30";
const reason = "must be a time that the clocks of America/New_York show, not one that they skip when they go forward";

test.each([
  ["header", "X-As-Of", { method: "GET", url: "/v2/market-data/clock", headers: { ...key, "x-as-of": SKIPPED } }],
  ["query", "after", { method: "GET", url: `/v2/trading/orders?after=${SKIPPED}`, headers: key }],
  ["body", "from", { method: "POST", url: "/_replay/sessions", headers: key, payload: { from: SKIPPED } }],
] as const)(
  "a local time that does not exist because of daylight saving is refused in the %s parameter %s",
  async (where, parameter, request) => {
    const answer = await server.inject(request);
    expect({ status: answer.statusCode, body: answer.json() }).toMatchObject({
      status: 400,
      body: {
        error: { code: "INVALID_PARAMETERS", details: { errors: [{ in: where, parameter, value: SKIPPED, reason }] } },
      },
    });
  },
);
