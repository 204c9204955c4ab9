import { describe, expect, test } from "vitest";
import { StockQuote } from "../../../src/schemas/stock-quote.ts";
import { askOnce, asking, servedMarket } from "../../support/served-market.ts";
import { crypto, fact, market, ny, quotes, series, split, stock } from "../../support/recorded-by-hand.ts";

/** A stock with a split of 4 for 1 on Tuesday, 2024-01-09. */
const ACME = market({
  instruments: [
    stock("ACME", { name: "Acme" }),
    stock("TOOLONG"),
    stock("^IDX", { assetClass: "index", name: "" }),
    crypto("BTCUSD", "BTC"),
  ],
  series: [
    series(
      "ACME",
      "1d",
      `2024-01-04  98 101  97 100  900
       2024-01-05 100 104  99 102 1000
       2024-01-08 103 108 102 106 2000
       2024-01-09  27  28  26  27 8000`,
    ),
    series("TOOLONG", "1d", "2024-01-09 5 6 4 5.555 10.5"),
    series("^IDX", "1d", "2024-01-05 4700.126 4710 4690 4705.005 0"),
    series("BTCUSD", "1d", "2024-01-05 1 1 1 1 1", "UTC"),
  ],
  actions: [split("ACME", "2024-01-09", 4)],
  facts: [
    fact("ACME", "shares_outstanding", 1000, ny("2024-01-05T10:00")),
    fact("ACME", "trailing_eps", 2, ny("2024-01-05T10:00")),
    fact("ACME", "trailing_eps", -1, ny("2024-01-09T18:00")),
  ],
});

describe("a stock quote", () => {
  test("has every documented member, with values adjusted for a split", async () => {
    const { status, json } = await askOnce(ACME, ny("2024-01-09T17:00"), "stocks/ACME/quote");
    expect(status).toBe(200);
    // The closes are 106 / 4 = 26.5 and 27. Shares of 1,000 and earnings of 2 per share before the split become 4,000 and 0.5.
    expect(json).toEqual({
      symbol: "ACME",
      name: "Acme",
      price: 27,
      change: 0.5,
      change_percent: 1.8868,
      volume: 8000,
      market_cap: 108_000,
      pe_ratio: 54,
      day_high: 28,
      day_low: 26,
      week_52_high: 28,
      week_52_low: 24.25,
      timestamp: "2024-01-09T21:00:00.000Z",
      market_status: "post",
    });
  });

  test("has null for unknown values, and the time of its price", async () => {
    const { json } = await askOnce(ACME, ny("2024-01-06T12:00"), "stocks/%5EIDX/quote");
    expect(json).toEqual({
      symbol: "^IDX",
      name: null,
      price: 4705.01,
      change: null,
      change_percent: null,
      volume: 0,
      market_cap: null,
      pe_ratio: null,
      day_high: 4710,
      day_low: 4690,
      week_52_high: 4710,
      week_52_low: 4690,
      timestamp: "2024-01-05T21:00:00.000Z",
      market_status: "closed",
    });
  });

  test("has no P/E ratio if earnings are negative", async () => {
    const { json } = await askOnce(ACME, ny("2024-01-09T18:00"), "stocks/ACME/quote");
    expect(json.pe_ratio).toBeNull();
  });

  test("has a fractional volume next to the volume rounded to a whole number", async () => {
    const { json } = await askOnce(ACME, ny("2024-01-09T18:00"), "stocks/TOOLONG/quote");
    expect(json).toMatchObject({ price: 5.555, volume: 11, volume_exact: 10.5 });
  });

  test("accepts lowercase symbols, and refuses symbols of other asset classes", async () => {
    const server = await servedMarket(ACME, ny("2024-01-09T18:00"));
    const ask = asking(server);
    expect((await ask("stocks/acme/quote")).json.symbol).toBe("ACME");
    expect((await ask("stocks/%5eidx/quote")).json.symbol).toBe("^IDX");
    for (const symbol of ["BTCUSD", "BTC"]) expect((await ask(`stocks/${symbol}/quote`)).status).toBe(404);
    for (const symbol of ["__proto__", "..%2Fx", "A".repeat(26), "-A", "a%20b", "%E2%82%AC"]) {
      const { status, json } = await ask(`stocks/${symbol}/quote`);
      expect([symbol, status, json.error.code]).toEqual([symbol, 400, "INVALID_PARAMETERS"]);
      expect(json.error.details.errors).toHaveLength(1);
    }
    await server.close();
  });

  test("follows the market clock and the header X-As-Of", async () => {
    const server = await servedMarket(ACME, ny("2024-01-08T18:00"));
    const ask = asking(server);
    const price = async (headers = {}) => (await ask("stocks/ACME/quote", undefined, headers)).json.price as number;
    expect([await price(), await price()]).toEqual([106, 106]);
    expect(await price({ "x-as-of": "2024-01-05T22:00:00Z" })).toBe(102);
    expect(await price()).toBe(106);
    server.hindcast.sessions.main.control!.advanceTo(ny("2024-01-09T17:00"));
    expect([await price(), await price({ "x-as-of": "2024-01-05T22:00:00Z" })]).toEqual([27, 102]);
    await server.close();
  });

  test("is cached with the same bytes, and has its members in the order of the schema", async () => {
    const quoted = { ...ACME, quotes: [quotes("TOOLONG", [[ny("2024-01-09T17:00"), 10, 11]])] };
    const server = await servedMarket(quoted, ny("2024-01-09T18:00"));
    const ask = asking(server);
    const first = await ask("stocks/TOOLONG/quote");
    expect(Object.keys(first.json)).toEqual(Object.keys(StockQuote.properties));
    expect((await ask("stocks/toolong/quote")).body).toBe(first.body);
    expect((await ask("stocks/ACME/quote")).json.symbol).toBe("ACME");
    await server.close();
  });

  test("gets 404 before the symbol's first price, and an error does not suggest symbols that are listed later", async () => {
    const early = await askOnce(ACME, ny("2024-01-08T18:00"), "stocks/TOOLONG/quote");
    expect(early.status).toBe(404);
    expect(early.json.error).toMatchObject({
      code: "SYMBOL_NOT_FOUND",
      details: { symbol: "TOOLONG", suggestion: null },
    });
    expect(
      (await askOnce(ACME, ny("2024-01-08T18:00"), "stocks/TOOLONH/quote")).json.error.details.suggestion,
    ).toBeNull();
    expect((await askOnce(ACME, ny("2024-01-09T10:00"), "stocks/TOOLONH/quote")).json.error.details.suggestion).toBe(
      "TOOLONG",
    );
  });
});

describe("a request for several quotes", async () => {
  const server = await servedMarket(ACME, ny("2024-01-09T17:00"));
  const ask = asking(server);

  test("groups quotes by symbol without duplicates, and lists unknown symbols under errors", async () => {
    const { status, json } = await ask("stocks/quotes", {
      symbols: ["acme", "ACME", "NONE", "^idx", "BTCUSD"],
      fields: ["price", "change"],
    });
    expect(status).toBe(200);
    expect(json.quotes).toEqual({
      ACME: { symbol: "ACME", price: 27, change: 0.5 },
      "^IDX": { symbol: "^IDX", price: 4705.01, change: 0 },
    });
    expect(Object.keys(json.errors)).toEqual(["NONE", "BTCUSD"]);
    expect(json.errors.NONE).toMatchObject({ code: "SYMBOL_NOT_FOUND", details: { symbol: "NONE" } });
    expect(json.timestamp).toBe("2024-01-09T22:00:00.000Z");
  });

  test("returns all members by default, and only the symbol for an empty list of fields", async () => {
    const whole = await ask("stocks/quotes", { symbols: ["ACME"] });
    expect(whole.json.quotes.ACME).toEqual((await ask("stocks/ACME/quote")).json);
    expect(whole.json.errors).toEqual({});
    const none = await ask("stocks/quotes", { symbols: ["ACME"], fields: [] });
    expect(none.json.quotes).toEqual({ ACME: { symbol: "ACME" } });
    const volume = await ask("stocks/quotes", { symbols: ["TOOLONG"], fields: ["volume"] });
    expect(volume.json.quotes.TOOLONG).toEqual({ symbol: "TOOLONG", volume: 11, volume_exact: 10.5 });
  });

  test("gets 404 if no symbol is known", async () => {
    const { status, json } = await ask("stocks/quotes", { symbols: ["NONE", "ACMF"] });
    expect(status).toBe(404);
    expect(json.error).toMatchObject({ code: "SYMBOL_NOT_FOUND", details: { symbol: "NONE" } });
  });

  test.each([
    [{ symbols: [] }, "symbols"],
    [{ symbols: Array.from({ length: 101 }, (_, i) => `S${i}`) }, "symbols"],
    [{ symbols: ["ACME"], fields: ["prize"] }, "fields.0"],
    [{ symbols: "ACME" }, "symbols"],
    [{ symbols: [5] }, "symbols.0"],
    [{ symbols: ["../x"] }, "symbols.0"],
    [{ symbols: ["ACME"], extra: 1 }, "extra"],
    [{}, "symbols"],
  ])("is refused with the body %j", async (body, parameter) => {
    const { status, json } = await ask("stocks/quotes", body);
    expect(status).toBe(400);
    expect(json.error.code).toBe("INVALID_PARAMETERS");
    expect(json.error.details.errors).toEqual([expect.objectContaining({ in: "body", parameter })]);
  });
});
