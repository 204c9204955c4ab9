import { afterAll, describe, expect, test } from "vitest";
import { keyFor } from "../../support/served-sample.ts";
import { Floor, openFloor } from "../../support/trading-floor.ts";

const floor = await openFloor({ trading: { account: "unchecked" } });
afterAll(() => floor.server.close());

/** Creates a session with these settings. Returns a function that sends requests to the session. */
async function trader(
  settings: Readonly<Record<string, unknown>>,
): Promise<(path: string, body?: object) => Promise<any>> {
  const { server } = floor;
  const headers = keyFor(server);
  const payload = { from: "2024-01-08T14:30:30Z", settings };
  const made = await server.inject({ method: "POST", url: "/_replay/sessions", headers, payload });
  expect(made.statusCode).toBe(201);
  const own = { ...headers, "x-replay-session": made.json().session as string };
  return async (path, body) => {
    const url = `/v2/trading${path}`;
    const method = body === undefined ? "GET" : "POST";
    const answer = await server.inject({ method, url, headers: own, ...(body !== undefined && { payload: body }) });
    return { status: answer.statusCode, body: answer.json() };
  };
}

const SHORT = { symbol: "ACME", side: "sell", type: "market", quantity: 10 };

describe("an account", () => {
  test.each([
    { account: "unchecked" },
    { account: "cash-flow" },
    { account: "free-margin" },
    { account: "buying-power" },
    { account: "margin" },
    // The conventions of Zipline include an account without checks.
    { conventions: "zipline" },
  ])("of a session with the settings %j can sell short", async (settings) => {
    const ask = await trader(settings);
    expect(await ask("/orders", SHORT)).toMatchObject({ status: 201 });
  });

  test("of type cash cannot sell short", async () => {
    const ask = await trader({ account: "cash" });
    expect((await ask("/orders", SHORT)).body.error.code).toBe("INSUFFICIENT_POSITION");
  });

  test("of type unchecked can sell short in the main session as well", async () => {
    expect((await floor.order({ side: "sell" })).status).toBe(201);
  });
});

describe("linked orders that the account cannot pay for together", () => {
  const exits = { order_class: "bracket", take_profit: { limit_price: 95 }, stop_loss: { stop_price: 200 } };
  test.each([
    // The sale brings 90,000 next to 100,000 cash. The stop then reserves 180,000, and the take-profit would need 85,500 more.
    ["an entry with exits that the cash does not cover", { ...SHORT, quantity: 900, ...exits }],
    // Buying at the take-profit reserves 57,000 and leaves 43,000, but the stop needs 63,000.
    [
      "an OCO pair with a second order that the cash does not cover",
      {
        symbol: "ACME",
        side: "buy",
        type: "limit",
        quantity: 600,
        ...exits,
        order_class: "oco",
        stop_loss: { stop_price: 105 },
      },
    ],
  ])("are all refused: %s", async (_, order) => {
    const ask = await trader({ account: "cash-flow", exits: "plain" });
    expect(await ask("/orders", order)).toMatchObject({ body: { error: { code: "INSUFFICIENT_FUNDS" } } });
    expect(await ask("/orders?status=all")).toMatchObject({ body: { orders: [] } });
    expect(await ask("/orders", { ...SHORT, side: "buy", quantity: 990 })).toMatchObject({ body: { status: "new" } });
  });
});

test("accounts of type unchecked are reported as cash, and a reset to cash makes them unchecked again", async () => {
  const client = new Floor(floor.server);
  const reset = (account_type: string) => client.ask("POST", "/account/reset", { account_type });
  expect((await client.account()).account_type).toBe("cash");
  expect((await reset("margin")).body.account_type).toBe("margin");
  // The sale of 10,000 at 100 is worth one million. The account has 100,000 in cash, and the initial margin is one half.
  expect((await client.order({ side: "sell", quantity: 10_000 })).body.error.code).toBe("INSUFFICIENT_FUNDS");
  expect((await reset("cash")).body.account_type).toBe("cash");
  expect((await client.order({ side: "sell", quantity: 10_000 })).status).toBe(201);
});
