import { describe, expect, test } from "vitest";
import { MarketHistory } from "../../src/data/view/market-history.ts";
import { crypto, fact, market, ny, quotes, series, split, stock } from "../support/recorded-by-hand.ts";

const DAYS = series(
  "ACME",
  "1d",
  `2024-01-04  98 101  97 100  900
   2024-01-05 100 104  99 102 1000
   2024-01-08 103 108 102 106 2000
   2024-01-09  27  28  26  27 8000`,
);

describe("a quote on a market that never closes", () => {
  const hours = series(
    "BTCUSD",
    "1h",
    `2024-01-06T00:00 100 110 95 105 1.5
     2024-01-06T12:00 105 140 104 120 2.25
     2024-01-07T11:00 120 125 90 91 3
     2024-01-07T12:00 91 99 80 85 4`,
    "UTC",
  );
  const marketHistory = new MarketHistory(
    market({
      instruments: [crypto("BTCUSD", "BTC")],
      series: [hours],
      facts: [
        fact("BTCUSD", "circulating_supply", 10, Date.UTC(2024, 0, 1)),
        fact("BTCUSD", "circulating_supply", 11, Date.UTC(2024, 0, 7, 12)),
      ],
    }),
  );

  test("has the price 24 hours ago and the volume of the last 24 hours", () => {
    expect(marketHistory.at(Date.UTC(2024, 0, 7, 12)).quote("BTC")).toMatchObject({
      symbol: "BTCUSD",
      price: 91,
      price24hAgo: 105,
      volume24h: 5.25,
      sessionHigh: 125,
      sessionLow: 90,
      volume: 3,
      previousClose: 120,
      allTimeHigh: 140,
      allTimeHighTime: Date.UTC(2024, 0, 6, 12),
      marketCap: 1001,
      status: "open",
    });
    expect(marketHistory.at(Date.UTC(2024, 0, 7, 12), 6).quote("BTC").marketCap).toBe(910);
    expect(marketHistory.at(Date.UTC(2024, 0, 7, 13)).quote("BTC")).toMatchObject({
      price: 85,
      price24hAgo: 120,
      volume24h: 7,
    });
  });
});

describe("recorded bid and ask", () => {
  const pair = stock("EURUSD", { assetClass: "forex", zone: "UTC", calendar: "24/7", decimals: 5 });
  const ticks = quotes("EURUSD", [
    [1000, 1.1, 1.3],
    [2000, 1.2, NaN],
    [3000, 1.3, 1.5],
  ]);

  test("determine the price of an instrument without bars", () => {
    const marketHistory = new MarketHistory(market({ instruments: [pair], quotes: [ticks] }));
    expect(marketHistory.at(2500).quote("EURUSD")).toMatchObject({
      price: 1.2000000000000002,
      bid: 1.2,
      ask: NaN,
      time: 1000,
    });
    expect(marketHistory.at(3000).quote("EURUSD")).toMatchObject({
      price: 1.4,
      bid: 1.3,
      ask: 1.5,
      sessionHigh: 1.4,
      volume: 0,
    });
    expect(marketHistory.at(3000, 5).quote("EURUSD")).toMatchObject({ bid: 1.2, time: 1000 });
  });

  test("determine the last price, but not the highs and lows of a session with bars", () => {
    const bars = series("EURUSD", "1m", "1970-01-01T00:00 1 1.1 0.9 1.05 7", "UTC");
    const marketHistory = new MarketHistory(market({ instruments: [pair], series: [bars], quotes: [ticks] }));
    expect(marketHistory.at(3000).quote("EURUSD")).toMatchObject({ price: 1.4, sessionHigh: 1, time: 3000 });
    expect(marketHistory.at(60_000).quote("EURUSD")).toMatchObject({
      price: 1.05,
      bid: 1.3,
      sessionHigh: 1.1,
      volume: 7,
    });
  });
});

describe("the facts in a quote of a stock", () => {
  const marketHistory = new MarketHistory(
    market({
      instruments: [stock("ACME")],
      series: [DAYS],
      actions: [split("ACME", "2024-01-09", 4)],
      facts: [
        fact("ACME", "shares_outstanding", 1000, ny("2023-12-01")),
        fact("ACME", "trailing_eps", 5, ny("2023-12-01")),
        fact("ACME", "trailing_eps", -1, ny("2024-01-09T18:00")),
      ],
    }),
  );

  test("give market capitalization and price-earnings ratio from the time they become known", () => {
    expect(marketHistory.at(ny("2024-01-08T17:00")).quote("ACME")).toMatchObject({ marketCap: 106_000, peRatio: 21.2 });
  });

  test("are restated for a later split", () => {
    expect(marketHistory.at(ny("2024-01-09T16:00")).quote("ACME")).toMatchObject({ marketCap: 108_000, peRatio: 21.6 });
  });

  test("give no price-earnings ratio if earnings are 0 or negative", () => {
    expect(marketHistory.at(ny("2024-01-09T19:00")).quote("ACME").peRatio).toBeNaN();
  });
});
