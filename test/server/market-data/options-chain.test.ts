import { afterAll, describe, expect, test } from "vitest";
import { occSymbol } from "../../../src/market/option-contracts.ts";
import { askOnce, asking, servedMarket } from "../../support/served-market.ts";
import { chain, day, fact, market, ny, series, stock } from "../../support/recorded-by-hand.ts";

const first = ny("2024-01-08T16:00");
const friday = day("2024-01-12");
const later = day("2024-02-16");
const MARKET = market({
  instruments: [stock("ACME"), stock("NONE")],
  series: [
    series("ACME", "1d", "2024-01-08 100 100 100 100 5\n2024-01-09 100 100 100 100 5\n2024-01-16 100 100 100 100 5"),
    series("NONE", "1d", "2024-01-08 100 100 100 100 5"),
  ],
  facts: [fact("USD", "interest_rate", 0, ny("2024-01-01"))],
  chains: [
    chain(
      "ACME",
      [
        {
          time: first,
          expiration: friday,
          strike: 97.5,
          right: 1,
          last: 3,
          bid: 2.955,
          ask: 3.1,
          volume: 7,
          openInterest: 20,
          impliedVolatility: 0.2512345678912,
          delta: 0.6,
          gamma: 0.05,
          theta: -0.04,
          vega: 0.03,
        },
        { time: first, expiration: friday, strike: 97.5, right: -1, last: 0.5 },
        { time: first, expiration: friday, strike: 100, right: 1, bid: 1.4, ask: 1.6 },
        // This call is priced below its intrinsic value, so no volatility explains its price.
        { time: first, expiration: friday, strike: 50, right: 1, bid: 1, ask: 2 },
        { time: first, expiration: later, strike: 100, right: -1, last: 4 },
        { time: ny("2024-01-09T16:00"), expiration: friday, strike: 97.5, right: 1, last: 9 },
      ].toSorted((a, b) => a.time - b.time || a.expiration - b.expiration || a.strike - b.strike || b.right - a.right),
    ),
  ],
});

const server = await servedMarket(MARKET, ny("2024-01-09T12:00"));
const ask = asking(server);
afterAll(() => server.close());

describe("an options chain", () => {
  test("contains the nearest expiration and the latest snapshot by default", async () => {
    const { status, json } = await ask("options/acme/chain");
    expect(status).toBe(200);
    expect(json).toMatchObject({ symbol: "ACME", expiration: "2024-01-12", timestamp: "2024-01-08T21:00:00.000Z" });
    expect(json.calls.map((one: { strike: number }) => one.strike)).toEqual([50, 97.5, 100]);
    expect(json.calls[1]).toEqual({
      strike: 97.5,
      last_price: 3,
      bid: 2.955,
      ask: 3.1,
      volume: 7,
      open_interest: 20,
      implied_volatility: 0.2512345679,
      delta: 0.6,
      gamma: 0.05,
      theta: -0.04,
      vega: 0.03,
      symbol: "ACME240112C00097500",
    });
    expect(json.puts).toHaveLength(1);
    expect(json.puts[0]).toMatchObject({ last_price: 0.5, bid: null, ask: null, volume: 0, open_interest: null });
  });

  test("computes missing greeks, and has nulls for contracts without a valid price", async () => {
    const { json } = await ask("options/ACME/chain?option_type=call");
    const none = { implied_volatility: null, delta: null, gamma: null, theta: null, vega: null };
    expect(json.calls[0]).toMatchObject({ strike: 50, ...none });
    // At the money with 4 days left and a rate of 0%: 1.5 = 0.4 · 100 · σ · √(4/365), so the volatility σ is 0.36. Delta is about one half.
    expect(json.calls[2].implied_volatility).toBeCloseTo(0.36, 2);
    expect(json.calls[2].delta).toBeCloseTo(0.51, 2);
    expect(json.calls[2].theta).toBeLessThan(0);
  });

  test.each([
    ["option_type=call", 3, 0],
    ["option_type=put", 0, 1],
    ["option_type=both", 3, 1],
    ["strike=97.5", 1, 1],
    ["strike=100", 1, 0],
    ["strike=97.49", 0, 0],
    ["strike=97.5&option_type=put", 0, 1],
  ])("requested with %s has %i calls and %i puts", async (query, calls, puts) => {
    const { json } = await ask(`options/ACME/chain?${query}`);
    expect([json.calls.length, json.puts.length]).toEqual([calls, puts]);
  });

  test("contains the expiration that was requested", async () => {
    const { json } = await ask("options/ACME/chain?expiration=2024-02-16");
    expect(json).toMatchObject({ expiration: "2024-02-16", calls: [], puts: [{ strike: 100 }] });
  });

  test("with an unknown expiration is refused, with a list of the available ones", async () => {
    for (const expiration of ["2024-01-19", "2024-01-11"]) {
      const { status, json } = await ask(`options/ACME/chain?expiration=${expiration}`);
      expect(status).toBe(400);
      const allowed = ["2024-01-12", "2024-02-16"];
      expect(json.error.details).toEqual({
        errors: [{ in: "query", parameter: "expiration", value: expiration, reason: "expiration_unknown", allowed }],
        available_expirations: allowed,
      });
    }
    const past = await askOnce(MARKET, ny("2024-01-16T10:00"), "options/ACME/chain?expiration=2024-01-12");
    expect(past.json.error.details.available_expirations).toEqual(["2024-02-16"]);
    for (const query of ["", "?expiration=2024-01-12"]) {
      const none = await ask(`options/NONE/chain${query}`);
      expect([none.status, none.json.error.details.available_expirations]).toEqual([400, []]);
      const message = "symbol must have options: no unexpired option chain of NONE is recorded at the current time";
      expect(none.json.error.message).toBe(message);
    }
  });

  test.each([
    "expiration=2024-02-30",
    "expiration=2024-2-16",
    "strike=0",
    "strike=-1",
    "strike=abc",
    "option_type=calls",
  ])("is refused for the query %s", async (query) => {
    const { status, json } = await ask(`options/ACME/chain?${query}`);
    expect([status, json.error.code]).toEqual([400, "INVALID_PARAMETERS"]);
    expect(json.error.details.errors[0].parameter).toBe(query.split("=")[0]);
  });

  test("of an unknown underlying is refused with 404", async () => {
    const { status, json } = await ask("options/ACMF/chain");
    expect([status, json.error.details]).toEqual([404, { symbol: "ACMF", suggestion: "ACME" }]);
  });
});

test("the id of an option contract follows the OCC's format", () => {
  expect(occSymbol("AAPL", day("2024-01-19"), "C", 150)).toBe("AAPL240119C00150000");
  expect(occSymbol("BRK.B", day("2024-12-20"), "P", 0.333)).toBe("BRKB241220P00000333");
});
