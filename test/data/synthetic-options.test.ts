import { expect, test } from "vitest";
import { impliedVolatility } from "../../src/pricing/implied-volatility.ts";
import { blackScholes } from "../../src/pricing/black-scholes.ts";
import type { Right } from "../../src/pricing/right.ts";
import { syntheticMarket } from "../../src/data/synthetic/synthetic-market.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { daysOfDate } from "../../src/time/civil-date.ts";

const market = syntheticMarket({
  seed: 3,
  from: "2023-09-01",
  to: "2023-12-29",
  symbols: ["AAPL", "MSFT"],
  minutes: [],
});
const xnys = calendarOf("XNYS");
const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
// The interest rate of the US dollar in the month of the option chains.
const RATE = 0.04;

const [apple, microsoft] = market.chains as [(typeof market.chains)[0], (typeof market.chains)[0]];
const rowsOf = (chain: typeof apple) => [...chain.time.keys()];
const yieldOf = (symbol: string) =>
  Number(market.facts.findLast((fact) => fact.symbol === symbol && fact.kind === "dividend_yield")!.value);

test("a synthetic market has a snapshot of options at each close of the last month", () => {
  const sessions = xnys.sessions(daysOfDate(2023, 12, 1), daysOfDate(2023, 12, 29));
  for (const chain of [apple, microsoft]) expect([...new Set(chain.time)]).toEqual([...sessions.close]);
});

test("synthetic options expire on the next Fridays and on the third Fridays of later months", () => {
  const snapshot = xnys.session(daysOfDate(2023, 12, 1))!.close;
  const listed = new Set(
    rowsOf(apple)
      .filter((row) => apple.time[row] === snapshot)
      .map((row) => apple.expiration[row]!),
  );
  expect([...listed].map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10))).toEqual([
    "2023-12-08",
    "2023-12-15",
    "2023-12-22",
    "2024-01-19",
    "2024-02-16",
    "2024-03-15",
  ]);
  for (const row of rowsOf(apple)) expect(apple.expiration[row]! * DAY_MS).toBeGreaterThan(apple.time[row]!);
});

test("the Black-Scholes price of a synthetic option at its recorded volatility is between bid and ask", () => {
  const spots = new Map(market.series.map(({ symbol, bars }) => [symbol, bars]));
  for (const chain of [apple, microsoft]) {
    const { close, length } = spots.get(chain.symbol)!;
    const times = [...new Set(chain.time)];
    for (const row of rowsOf(chain)) {
      const spot = close[length - times.length + times.indexOf(chain.time[row]!)]!;
      const years = (xnys.session(chain.expiration[row]!)!.close - chain.time[row]!) / YEAR_MS;
      const right = chain.right[row]! as Right;
      const volatility = chain.impliedVolatility[row]!;
      const price = blackScholes(right, spot, chain.strike[row]!, years, RATE, yieldOf(chain.symbol), volatility);
      const bid = chain.bid[row]!;
      const ask = chain.ask[row]!;
      if (!(bid >= 0 && bid < ask && bid <= price && price <= ask)) {
        expect({ symbol: chain.symbol, row, bid, price, ask }).toBe("in order");
      }
      expect(Number.isSafeInteger(chain.volume[row]) && Number.isSafeInteger(chain.openInterest[row])).toBe(true);
    }
  }
});

test("synthetic options have a higher volatility at low strikes, and a mid price that implies the recorded volatility", () => {
  const last = microsoft.time.at(-1)!;
  const expiration = microsoft.expiration.at(-1)!;
  const rows = rowsOf(microsoft).filter(
    (row) => microsoft.time[row] === last && microsoft.expiration[row] === expiration && microsoft.right[row] === -1,
  );
  const volatilities = rows.map((row) => microsoft.impliedVolatility[row]!);
  expect(volatilities[0]).toBeGreaterThan(volatilities[Math.floor(rows.length / 2)]!);
  const { close } = market.series.find(({ symbol }) => symbol === "MSFT")!.bars;
  const years = (xnys.session(expiration)!.close - last) / YEAR_MS;
  const row = rows[Math.floor(rows.length / 2)]!;
  const middle = (microsoft.bid[row]! + microsoft.ask[row]!) / 2;
  const strike = microsoft.strike[row]!;
  const found = impliedVolatility(-1, middle, close.at(-1)!, strike, years, RATE, yieldOf("MSFT"));
  expect(found).toBeCloseTo(microsoft.impliedVolatility[row]!, 2);
});

test("a synthetic market has recorded greeks for Apple's options and none for Microsoft's", () => {
  expect(microsoft.delta.every(Number.isNaN)).toBe(true);
  for (const row of rowsOf(apple)) {
    expect(Math.sign(apple.delta[row]!) * apple.right[row]!).toBeGreaterThanOrEqual(0);
    expect(Math.abs(apple.delta[row]!)).toBeLessThanOrEqual(1);
    expect(apple.gamma[row]).toBeGreaterThanOrEqual(0);
    expect(apple.vega[row]).toBeGreaterThanOrEqual(0);
  }
});
