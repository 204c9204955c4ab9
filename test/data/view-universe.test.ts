import { describe, expect, test } from "vitest";
import { MarketHistory } from "../../src/data/view/market-history.ts";
import { crypto, day, fact, market, ny, quotes, series, stock } from "../support/recorded-by-hand.ts";

const marketHistory = new MarketHistory(
  market({
    instruments: [
      stock("NEWCO", { name: "New Company" }),
      stock("AAPL", { name: "Apple Inc." }),
      stock("META", { name: "Meta Platforms" }),
      stock("EMPTY"),
      crypto("BTCEUR", "BTC", { currency: "EUR" }),
      crypto("BTCUSD", "BTC"),
      stock("EURUSD", { assetClass: "forex", calendar: "24/7", zone: "UTC" }),
      stock("USDJPY", { assetClass: "forex", calendar: "24/7", zone: "UTC", currency: "JPY" }),
    ],
    series: [
      series("AAPL", "1d", "2024-01-04 100 110 90 105 1\n2024-01-05 105 110 90 100 1"),
      series("META", "1d", "2024-01-04 10 11 9 10 1"),
      series("NEWCO", "1d", "2024-01-08 20 21 19 20 1"),
      series("NEWCO", "30m", "2024-01-09T09:30 20 21 19 20 1"),
      series("BTCEUR", "1d", "2024-01-03 40 41 39 40 1", "UTC"),
      series("BTCUSD", "1d", "2024-01-05 50 51 49 50 1", "UTC"),
    ],
    quotes: [
      quotes("EURUSD", [[ny("2024-01-04T12:00"), 1, 1.5]]),
      quotes("USDJPY", [[ny("2024-01-05T12:00"), 150, 170]]),
    ],
    facts: [
      fact("META", "name", "Facebook", ny("2010-01-01")),
      fact("META", "name", "Meta", ny("2024-01-05T18:00")),
      fact("USD", "interest_rate", 0.05, ny("2024-01-02")),
    ],
  }),
);

test.each([["2024-01-05"], [new Date(0)], [NaN], [undefined]])(
  "a view cannot be requested for %o, which is not a time in milliseconds",
  (now) => {
    expect(() => marketHistory.at(now as number)).toThrow(/^now must be an instant in milliseconds, was /);
  },
);

test("two requests for a view of the same time and phase return the same object", () => {
  const view = marketHistory.at(ny("2024-01-08T09:30"), 6);
  expect(marketHistory.at(ny("2024-01-08T09:30"), 6)).toBe(view);
  expect(marketHistory.at(ny("2024-01-08T09:30")).has("NEWCO")).toBe(true);
  expect(marketHistory.at(ny("2024-01-08T09:30"), 6).has("NEWCO")).toBe(false);
});

describe("the universe of a view", () => {
  test("includes an instrument from the open of the instrument's first bar", () => {
    const open = ny("2024-01-08T09:30");
    const before = marketHistory.at(open, 6);
    const after = marketHistory.at(open, 7);
    expect(before.has("NEWCO")).toBe(false);
    expect(after.has("NEWCO")).toBe(true);
    expect(after.has("EMPTY")).toBe(false);
    expect(before.universe().map(({ instrument }) => instrument.symbol)).toEqual([
      "AAPL",
      "BTCEUR",
      "BTCUSD",
      "EURUSD",
      "META",
      "USDJPY",
    ]);
    expect(() => before.quote("NEWCO")).toThrow(
      expect.objectContaining({
        code: "SYMBOL_UNKNOWN",
        message: 'symbol must be known at the current time, was "NEWCO"',
        details: { symbol: "NEWCO", suggestion: undefined },
      }),
    );
  });

  test("lists an instrument's first and last time, and the intervals with a first bar so far", () => {
    const [early] = marketHistory.at(ny("2024-01-08T12:00")).universe({ query: "newc" });
    expect(early).toMatchObject({ first: ny("2024-01-08T09:30"), last: ny("2024-01-08T09:30"), intervals: ["1d"] });
    const [late] = marketHistory.at(ny("2024-01-10T12:00")).universe({ query: "newc" });
    expect(late).toMatchObject({ last: ny("2024-01-09T10:00"), intervals: ["30m", "1d"] });
  });

  test("can be searched by symbol, name and asset class", () => {
    const view = marketHistory.at(ny("2024-01-10"));
    const symbols = (request: object) => view.universe(request).map(({ instrument }) => instrument.symbol);
    expect(symbols({ query: "apple" })).toEqual(["AAPL"]);
    expect(symbols({ query: "eur" })).toEqual(["BTCEUR", "EURUSD"]);
    expect(symbols({ assetClass: "forex" })).toEqual(["EURUSD", "USDJPY"]);
    expect(symbols({ query: "btc", assetClass: "stock" })).toEqual([]);
  });

  test("lists an instrument under the name that it had at the view's time", () => {
    expect(marketHistory.at(ny("2024-01-05T12:00")).instrument("META").name).toBe("Facebook");
    expect(marketHistory.at(ny("2024-01-05T18:00")).instrument("META").name).toBe("Meta");
    expect(marketHistory.at(ny("2024-01-05T12:00")).universe({ query: "facebook" })).toHaveLength(1);
    expect(marketHistory.at(ny("2024-01-05T12:00")).fact("META", "name")).toBe("Facebook");
  });

  test("finds a known pair by its base currency, preferring pairs in dollars", () => {
    expect(marketHistory.at(Date.UTC(2024, 0, 4)).instrument("BTC").symbol).toBe("BTCEUR");
    expect(marketHistory.at(Date.UTC(2024, 0, 5)).instrument("BTC").symbol).toBe("BTCUSD");
    expect(marketHistory.at(Date.UTC(2024, 0, 5)).quote("BTC").symbol).toBe("BTCUSD");
  });
});

describe("the suggestion of a symbol", () => {
  const view = marketHistory.at(ny("2024-01-05T12:00"));

  test.each([
    ["APPL", "AAPL"],
    ["aapl", "AAPL"],
    ["Apple", "AAPL"],
    ["FACE", "META"],
    ["MTEA", "META"],
    ["BTCUDS", "BTCUSD"],
    ["EURUSDT", "EURUSD"],
    ["NEWCO", undefined],
    ["ZZZZZZ", undefined],
    ["", undefined],
  ])("for the unknown symbol %j is %j", (misspelled, expected) => {
    expect(view.suggestion(misspelled)).toBe(expected);
  });

  test("is part of the error about an unknown symbol", () => {
    expect(() => view.history("APPL", { interval: "1d", adjust: true })).toThrow(
      expect.objectContaining({
        message: 'symbol must be known at the current time, was "APPL"; did you mean AAPL?',
        details: { symbol: "APPL", suggestion: "AAPL" },
      }),
    );
  });
});

describe("exchange rates in a view", () => {
  test("are direct, inverted or by way of dollars, from prices known at the view's time", () => {
    const view = marketHistory.at(ny("2024-01-05T19:00"));
    expect(view.rate("EUR", "USD")).toBe(1.25);
    expect(view.rate("USD", "EUR")).toBe(0.8);
    expect(view.rate("EUR", "JPY")).toBe(200);
    expect(view.rate("JPY", "EUR")).toBeCloseTo(0.005, 15);
    expect(view.rate("BTC", "EUR")).toBe(40);
    expect(view.rate("BTC", "JPY")).toBe(8000);
    expect(view.rate("GBP", "USD")).toBeNaN();
    expect(view.rate("GBP", "GBP")).toBe(1);
    expect(marketHistory.at(ny("2024-01-05T11:59")).rate("EUR", "JPY")).toBeNaN();
    expect(marketHistory.at(ny("2024-01-05T12:00"), 6).rate("EUR", "JPY")).toBeNaN();
  });
});

describe("sessions and facts in a view", () => {
  test("are those known at the view's time", () => {
    const view = marketHistory.at(ny("2024-01-05T12:00"));
    expect(view.mainCalendar).toBe("XNYS");
    expect(view.status("XNYS")).toBe("open");
    expect(view.session("XNYS")!.date).toBe(day("2024-01-05"));
    expect(view.nextSession("XNYS")!.date).toBe(day("2024-01-08"));
    expect(view.sessions("XNYS", day("2024-01-05"), day("2024-01-09")).map(({ date }) => date)).toEqual([
      day("2024-01-05"),
      day("2024-01-08"),
      day("2024-01-09"),
    ]);
    const opening = marketHistory.at(ny("2024-01-08T09:30"), 5);
    expect(opening.session("XNYS")!.date).toBe(day("2024-01-05"));
    expect(opening.nextSession("XNYS")!.date).toBe(day("2024-01-08"));
    expect(() => view.status("MARS")).toThrow(expect.objectContaining({ code: "CALENDAR_UNKNOWN" }));
  });

  test("include a closure of the exchange only after its announcement", () => {
    const closed = day("2018-12-05");
    expect(marketHistory.at(Date.UTC(2018, 11, 1, 21)).sessions("XNYS", closed, closed)).toHaveLength(1);
    expect(marketHistory.at(Date.UTC(2018, 11, 1, 22)).sessions("XNYS", closed, closed)).toHaveLength(0);
    expect(marketHistory.at(Date.UTC(2018, 11, 1, 21)).nextSession("XNYS")!.date).toBe(day("2018-12-03"));
  });

  test("include the interest rate of a currency", () => {
    expect(marketHistory.at(ny("2024-01-05")).fact("USD", "interest_rate")).toBe(0.05);
    expect(marketHistory.at(ny("2024-01-01")).fact("USD", "interest_rate")).toBeUndefined();
    expect(marketHistory.at(ny("2024-01-05T12:00")).fact("AAPL", "trailing_eps")).toBeUndefined();
  });
});
