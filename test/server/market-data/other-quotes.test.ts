import { afterAll, describe, expect, test } from "vitest";
import { askOnce, asking, servedMarket } from "../../support/served-market.ts";
import { crypto, fact, market, quotes, series, stock } from "../../support/recorded-by-hand.ts";

const utc = (text: string): number => Date.parse(`${text}Z`);

const MARKET = market({
  mainCalendar: "24/7",
  instruments: [
    crypto("BTCUSD", "BTC", { name: "Bitcoin" }),
    crypto("ETHEUR", "ETH", { currency: "EUR" }),
    // A stock whose symbol is also the base currency of a crypto pair.
    stock("SOL"),
    crypto("SOLUSD", "SOL"),
    stock("EURUSD", { assetClass: "forex", zone: "UTC", calendar: "24/7", base: "EURUSD", decimals: 5 }),
    stock("USDJPY", {
      assetClass: "forex",
      zone: "UTC",
      calendar: "24/7",
      base: "USDJPY",
      currency: "JPY",
      decimals: 3,
    }),
    stock("GBPUSD", { assetClass: "forex", zone: "UTC", calendar: "24/7", base: "GBPUSD", decimals: 5 }),
    stock("SIH24", {
      assetClass: "commodity",
      unit: "troy ounce",
      contractMonth: "2024-03",
      decimals: 3,
      calendar: "24/7",
      zone: "UTC",
    }),
    stock("CL=F", { assetClass: "commodity", calendar: "24/7", zone: "UTC", continuous: true, name: "" }),
  ],
  series: [
    series(
      "BTCUSD",
      "1h",
      `2024-01-01T00:00 100 110 90 105 10.25
       2024-01-02T00:00 200 250 190 220 1.5
       2024-01-02T01:00 220 230 210 225 2.125`,
      "UTC",
    ),
    series("ETHEUR", "1h", "2024-01-02T01:00 50 50 50 50 1", "UTC"),
    series("SOL", "1d", "2024-01-02 9 9 9 9 9"),
    series("SOLUSD", "1h", "2024-01-02T01:00 20 20 20 20 1", "UTC"),
    series("GBPUSD", "1h", "2024-01-02T01:00 1.25 1.26 1.24 1.255 0", "UTC"),
    series("SIH24", "1d", "2024-01-01 23.1234 23.5 23 23.4 12\n2024-01-02 23.4 24 23.3 23.9 30", "UTC"),
    series("CL=F", "1d", "2024-01-02 70 71 69 70.5 5", "UTC"),
  ],
  quotes: [
    quotes("EURUSD", [
      [utc("2024-01-01T01:00:00"), 1.1, 1.1001],
      [utc("2024-01-02T01:30:00"), 1.121212121, 1.1213],
    ]),
    quotes("USDJPY", [[utc("2024-01-02T01:30:00"), 140.12345, 140.2]]),
  ],
  facts: [
    fact("BTCUSD", "circulating_supply", 1000.5, utc("2024-01-01T00:00:00")),
    fact("BTCUSD", "total_supply", 2000, utc("2024-01-01T00:00:00")),
  ],
});
const NOW = utc("2024-01-02T02:00:00");

const server = await servedMarket(MARKET, NOW);
const ask = asking(server);
afterAll(() => server.close());

describe("a crypto quote", () => {
  test("covers the last 24 hours, and has exact values next to values rounded to whole numbers", async () => {
    const { status, json } = await ask("crypto/btc/quote");
    expect(status).toBe(200);
    // The change compares 225 with 105, the close 24 hours earlier. The volume is 1.5 + 2.125 coins, and the cap 225 × 1000.5 = 225,112.5.
    expect(json).toEqual({
      symbol: "BTC",
      name: "Bitcoin",
      price: 225,
      change_24h: 120,
      change_percent_24h: 114.2857,
      volume_24h: 4,
      market_cap: 225_113,
      circulating_supply: 1001,
      total_supply: 2000,
      ath: 250,
      ath_date: "2024-01-02T00:00:00.000Z",
      timestamp: "2024-01-02T02:00:00.000Z",
      id: "BTCUSD",
      vs_currency: "USD",
      volume_24h_exact: 3.625,
      circulating_supply_exact: 1000.5,
    });
  });

  test("has null for unknown values", async () => {
    const { json } = await ask("crypto/SOLUSD/quote");
    expect(json).toMatchObject({
      symbol: "SOLUSD",
      id: "SOLUSD",
      change_24h: null,
      change_percent_24h: null,
      market_cap: null,
      circulating_supply: null,
      total_supply: null,
    });
  });

  test("is found by its base currency even if a stock has that symbol", async () => {
    expect((await ask("crypto/SOL/quote")).json).toMatchObject({ id: "SOLUSD", price: 20 });
    expect((await askOnce(MARKET, utc("2024-01-02T20:00:00"), "stocks/SOL/quote")).json).toMatchObject({ price: 9 });
  });

  test("is converted at the exchange rate of each time: directly, inverted, or through dollars", async () => {
    const middle = (1.121212121 + 1.1213) / 2;
    const euros = (await ask("crypto/BTC/quote?vs_currency=eur")).json;
    // A day earlier 105 dollars were 95.45020681 euros at 1.10005; now 225 dollars are 200.66781169. The bar with the high of 250 closed at
    // a rate of 1.10005.
    expect(euros).toMatchObject({ vs_currency: "EUR", change_percent_24h: 110.233, volume_24h: 4 });
    expect(euros.price).toBeCloseTo(225 / middle, 8);
    expect(euros.change_24h).toBeCloseTo(225 / middle - 105 / 1.10005, 8);
    expect(euros.ath).toBeCloseTo(250 / 1.10005, 8);
    expect(euros.ath_date).toBe("2024-01-02T00:00:00.000Z");
    const yen = (await ask("crypto/ETH/quote?vs_currency=JPY")).json;
    expect(yen.price).toBeCloseTo(50 * middle * ((140.12345 + 140.2) / 2), 8);
    // One BTC costs 225 dollars, one SOL costs 20.
    expect((await ask("crypto/BTC/quote?vs_currency=SOL")).json.price).toBe(11.25);
    expect((await ask("crypto/BTC/quote?vs_currency=BTC")).json.price).toBe(1);
    const unknown = await ask("crypto/BTC/quote?vs_currency=CHF");
    expect(unknown.status).toBe(400);
    expect(unknown.json.error.details.errors).toEqual([
      {
        in: "query",
        parameter: "vs_currency",
        value: "CHF",
        reason: "currency_unknown",
        allowed: ["BTC", "EUR", "GBP", "JPY", "SOL", "USD"],
      },
    ]);
    expect((await ask("crypto/BTC/quote?vs_currency=U$")).status).toBe(400);
    const like = await ask("crypto/BTX/quote");
    expect([like.status, like.json.error.details]).toEqual([404, { symbol: "BTX", suggestion: "BTC" }]);
    expect((await ask("crypto/EURUSD/quote")).status).toBe(404);
  });
});

describe("a forex quote", () => {
  test("has bid, ask and spread in units of the price", async () => {
    const { json } = await ask("forex/eurusd/quote");
    // Compares the mid price of 1.12125606 with 1.10005.
    expect(json).toEqual({
      pair: "EURUSD",
      bid: 1.12121,
      ask: 1.1213,
      spread: 0.00009,
      change_24h: 0.0212061,
      change_percent_24h: 1.9277,
      timestamp: "2024-01-02T01:30:00.000Z",
      indicative: false,
    });
  });

  test("has three decimals for yen, and nulls if there is no price 24 hours earlier", async () => {
    const { json } = await ask("forex/USDJPY/quote");
    expect(json).toMatchObject({ bid: 140.123, ask: 140.2, spread: 0.077, change_24h: null, change_percent_24h: null });
  });

  test("is marked as indicative if it is based on a single price instead of bid and ask", async () => {
    const { json } = await ask("forex/GBPUSD/quote");
    expect(json).toMatchObject({ bid: 1.255, ask: 1.255, spread: 0, indicative: true });
  });

  test.each(["EUR", "EURUSDX", "EUR%2FUSD", "EUR123"])(`is refused for the pair "%s"`, async (pair) => {
    const { status, json } = await ask(`forex/${pair}/quote`);
    expect([status, json.error.details.errors[0].parameter]).toEqual([400, "pair"]);
  });

  test("gets 404 for unknown pairs and for crypto pairs", async () => {
    const { status, json } = await ask("forex/EURUSB/quote");
    expect([status, json.error.details]).toEqual([404, { symbol: "EURUSB", suggestion: "EURUSD" }]);
    expect((await ask("forex/BTCUSD/quote")).status).toBe(404);
  });
});

describe("the endpoints for commodities", () => {
  test("list commodities by symbol", async () => {
    const { json } = await ask("commodities");
    const common = { exchange: "XNYS", currency: "USD" };
    expect(json).toEqual({
      commodities: [
        { ...common, symbol: "CL=F", name: null, unit: null, contract_month: null, continuous: true },
        { ...common, symbol: "SIH24", name: "SIH24", unit: "troy ounce", contract_month: "2024-03", continuous: false },
      ],
      timestamp: "2024-01-02T02:00:00.000Z",
    });
    expect((await askOnce(MARKET, utc("2023-12-31T00:00:00"), "commodities")).json.commodities).toEqual([]);
  });

  test("quote a commodity with its unit and contract month", async () => {
    const { json } = await ask("commodities/sih24/quote");
    expect(json).toEqual({
      symbol: "SIH24",
      name: "SIH24",
      price: 23.4,
      change: 0,
      change_percent: 0,
      volume: 0,
      day_high: 23.4,
      day_low: 23.4,
      week_52_high: 23.5,
      week_52_low: 23,
      unit: "troy ounce",
      currency: "USD",
      contract_month: "2024-03",
      market_status: "open",
      timestamp: "2024-01-02T00:00:00.000Z",
    });
    expect((await ask("commodities/CL%3DF/quote")).json.symbol).toBe("CL=F");
    expect((await ask("commodities/BTCUSD/quote")).status).toBe(404);
  });
});
