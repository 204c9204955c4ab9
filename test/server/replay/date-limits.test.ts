import { afterAll, describe, expect, test } from "vitest";
import { keyFor } from "../../support/served-sample.ts";
import { servedMarket } from "../../support/served-market.ts";
import { FLOOR, FLOOR_OPEN } from "../../support/trading-floor.ts";

const server = await servedMarket(FLOOR, FLOOR_OPEN);
afterAll(() => server.close());
const key = keyFor(server);

async function ask(url: string, body?: object, headers: Readonly<Record<string, string>> = {}) {
  const answer = await server.inject({
    method: body === undefined ? "GET" : "POST",
    url,
    headers: { ...key, ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** The error for a time outside the supported years. */
const beyond = (where: string, parameter: string, value: string) => ({
  status: 400,
  body: {
    error: {
      code: "INVALID_PARAMETERS",
      message: `${parameter} must be in the years 1000 to 9000, was ${value}`,
      details: { errors: [{ in: where, parameter, value, reason: "date_out_of_range" }] },
    },
  },
});

describe("times outside the supported years", () => {
  test.each(["0000-01-01", "0001-01-01T00:00:00Z", "0999-12-31", "9999-12-31", "9999-12-31T23:59:59-14:00"])(
    "cannot be the start of a session or the target of a seek: %s",
    async (from) => {
      expect(await ask("/_replay/sessions", { from })).toMatchObject(beyond("body", "from", from));
      const lockstep = { from, mode: "lockstep", symbols: ["ACME"] };
      expect(await ask("/_replay/sessions", lockstep)).toMatchObject(beyond("body", "from", from));
      expect(await ask("/_replay/seek", { to: from })).toMatchObject(beyond("body", "to", from));
      expect(await ask("/_replay/advance", { until: from })).toMatchObject(beyond("body", "until", from));
    },
  );

  test("are refused in the header X-As-Of", async () => {
    const headers = { "x-as-of": "0000-01-01" };
    expect(await ask("/v2/market-data/clock", undefined, headers)).toMatchObject(
      beyond("header", "X-As-Of", "0000-01-01"),
    );
  });

  test.each(["free", "lockstep"])("are accepted as the end of a %s session", async (mode) => {
    const made = await ask("/_replay/sessions", { mode, from: "2024-01-08", to: "9999-12-31", symbols: ["ACME"] });
    expect(made).toMatchObject({ status: 201, body: { mode, state: "paused" } });
  });

  test("are refused in lockstep sessions, too, if they are not valid dates", async () => {
    const body = { mode: "lockstep", symbols: ["ACME"], to: "+010000-01-01" };
    const reason = "must be a date or time such as 2023-06-30 or 2023-06-30T14:30:00Z";
    expect(await ask("/_replay/sessions", body)).toMatchObject({
      status: 400,
      body: { error: { details: { errors: [{ in: "body", parameter: "to", value: "+010000-01-01", reason }] } } },
    });
  });

  test.each(["1000-01-01", "9000-12-31"])(
    "do not include %s: a session at this time answers all requests",
    async (from) => {
      const headers = { "x-replay-session": (await ask("/_replay/sessions", { from })).body.session };
      const responses = await Promise.all(
        [
          "market-data/clock",
          "market-data/calendar",
          "market-data/symbols",
          "trading/account",
          "trading/portfolio",
        ].map((path) => ask(`/v2/${path}`, undefined, headers)),
      );
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(responses[0]!.body.timestamp).toMatch(
        new RegExp(`^${Number(from.slice(0, 4)) < 2000 ? "(?:0999|1000)" : "9000"}-`),
      );
      const history = await ask("/v2/market-data/stocks/ACME/history?period=ytd&interval=1d", undefined, headers);
      expect(history.status).toBe(Number(from.slice(0, 4)) < 2000 ? 404 : 200);
    },
  );
});
