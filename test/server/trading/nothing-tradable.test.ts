import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RecordedMarket } from "../../../src/market/recorded-market.ts";
import { keyFor } from "../../support/served-sample.ts";
import { connected } from "../../support/stream-client.ts";
import { FLOOR, Floor, openFloor } from "../../support/trading-floor.ts";

const only = (symbol: string): RecordedMarket => ({
  ...FLOOR,
  instruments: FLOOR.instruments.filter((one) => one.symbol === symbol),
  series: FLOOR.series.filter((one) => one.symbol === symbol),
  actions: [],
});

const CASES: readonly (readonly [string, RecordedMarket, object, string, string])[] = [
  ["only an index", only("^IDX"), {}, "^IDX", "^IDX is an index, which cannot be traded"],
  [
    "an account in another currency",
    FLOOR,
    { settings: { currency: "EUR" } },
    "ACME",
    "ACME is traded in USD, but the account uses EUR",
  ],
  ["symbols in another currency", FLOOR, { symbols: ["YEN"] }, "YEN", "YEN is traded in JPY, but the account uses USD"],
  [
    "an account in another currency with interest",
    FLOOR,
    { settings: { currency: "KWD", credit_rate: 0.5, cash: 500 } },
    "ACME",
    "ACME is traded in USD, but the account uses KWD",
  ],
];

describe.each(CASES)("a session without tradable symbols (%s)", (_, recorded, terms, symbol, why) => {
  let main: Floor;
  let floor: Floor;
  beforeAll(async () => {
    main = await openFloor({}, recorded);
    const headers = keyFor(main.server);
    const payload = { from: "2024-01-08T14:30:00Z", ...terms };
    const made = await main.server.inject({ method: "POST", url: "/_replay/sessions", headers, payload });
    expect(made.statusCode).toBe(201);
    const { session } = made.json<{ session: string }>();
    floor = new Floor(main.server, headers, main.server.hindcast.sessions.get(session) as never);
  });
  afterAll(() => main.server.close());

  test("has an account with cash and no positions", async () => {
    const account = await floor.get("/account");
    const { cash, currency } = account.body as { readonly cash: number; readonly currency: string };
    const settings = floor.session.accounts.exchange.settings;
    expect([account.status, cash, currency]).toEqual([200, settings.cash, settings.currency]);
    expect(account.body).toMatchObject({ equity: cash, buying_power: cash, reserved_cash: 0, initial_margin: 0 });
    expect(await floor.get("/portfolio")).toMatchObject({
      status: 200,
      body: { account: { equity: cash }, positions: [], gross_exposure: 0, day_change: 0 },
    });
    expect(await floor.get("/positions")).toMatchObject({ status: 200, body: { positions: [] } });
    expect(await floor.get("/orders?status=all")).toMatchObject({ status: 200, body: { orders: [] } });
    expect(await floor.get("/fills")).toMatchObject({ status: 200, body: { fills: [] } });
    expect((await floor.get("/portfolio/history?period=5d")).body.data).toMatchObject([{ equity: cash, cash }]);
  });

  test("refuses orders and says why", async () => {
    const refusal = { status: 400, body: { error: { code: "INVALID_PARAMETERS" } } };
    const ordered = await floor.order({ symbol });
    expect(ordered).toMatchObject(refusal);
    expect(ordered.body.error.message).toBe(`symbol must be tradable: ${why}`);
    expect(await floor.ask("POST", "/orders/target", { weights: { [symbol]: 0.5 } })).toMatchObject(refusal);
    expect((await floor.order({ symbol: "" })).status).toBe(400);
    expect((await floor.ask("DELETE", `/positions/${encodeURIComponent(symbol)}`)).status).toBe(404);
    expect(await floor.ask("DELETE", "/orders")).toMatchObject({ status: 200, body: { canceled: [] } });
  });

  test("can advance, and its account can be reset", async () => {
    floor.session.advance(Date.UTC(2024, 0, 9, 22));
    const { cash } = floor.session.accounts.exchange.settings;
    expect((await floor.account()).equity).toBe(cash);
    expect(await floor.ask("POST", "/account/reset", { cash: 1234, account_type: "margin" })).toMatchObject({
      status: 200,
      body: { cash: 1234, equity: 1234, account_type: "margin" },
    });
  });
});

test("the stream sends the deposit of an account in a session without tradable symbols", async () => {
  const floor = await openFloor({ trading: { currency: "EUR" } });
  const client = await connected(floor.server, { headers: floor.headers });
  await client.ask({ action: "subscribe", channel: "orders", from: 0 }, "subscribed");
  expect((await floor.get("/account")).status).toBe(200);
  expect((await client.all()).filter(({ type }) => type === "entry")).toMatchObject([
    { entry: { kind: "deposit", amount: 100_000 } },
  ]);
  await client.close();
  await floor.server.close();
});
