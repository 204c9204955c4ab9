import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { clipLine, marketScreen } from "../../../src/cli/watching/market-screen.ts";
import { WatchedMarket } from "../../../src/cli/watching/watched-market.ts";
import type { StreamMessage } from "../../../src/schemas/stream-message.ts";

const AT = "2023-12-15T17:00:00.000Z";
const about = { seq: 1, epoch: 1, timestamp: AT };

function quote(symbol: string, price: number, more: object = {}): StreamMessage {
  const rest = { offset: 1, bid: null, ask: null, change: 1.5, change_percent: 1.25, volume: 17_056_161 };
  return { type: "quote", ...about, ...rest, symbol, price, market_status: "open", ...more };
}

function marketOf(...messages: readonly StreamMessage[]): WatchedMarket {
  const market = new WatchedMarket();
  for (const message of messages) market.apply(message);
  return market;
}

const clock = { type: "clock", ...about, now: AT, phase: "bars_open", step: 0, state: "running", speed: 60 } as const;
const pair = quote("EURUSD", 1.0921, { bid: 1.09205, ask: 1.09215, change: -0.0012, change_percent: -0.11, volume: 0 });
const market = marketOf(quote("AAPL", 111.29), pair, clock);
const around = { symbols: ["AAPL", "EURUSD", "LATE"], session: "main", news: [] };
const draw = (width: number, height = 24) => marketScreen(market, around, { width, height, color: false });

test("replay watch shows every column on a wide screen, with the decimals of each instrument", () => {
  expect(draw(100)).toEqual([
    "2023-12-15 17:00:00 UTC  running, speed 60  main",
    "",
    "symbol    price    change       %      bid      ask      volume  market  price of",
    "AAPL     111.29     +1.50  +1.25%        –        –  17,056,161  open    2023-12-15 17:00",
    "EURUSD  1.09210  -0.00120  -0.11%  1.09205  1.09215           0  open    2023-12-15 17:00",
    "LATE          –         –       –        –        –           –  –       –",
  ]);
});

test("replay watch drops columns on a narrow screen, but never the price", () => {
  expect(draw(80)[2]).toBe("symbol    price    change       %      bid      ask      volume  market");
  expect(draw(60)[2]).toBe("symbol    price       %      bid      ask      volume");
  expect(draw(20)[4]).toBe("EURUSD  1.09210");
  expect(marketScreen(marketOf(quote("AAPL", 111.29)), around, { width: 50, height: 9, color: false })[2]).toBe(
    "symbol   price  change       %      volume  market",
  );
});

test("replay watch says on a short screen how many symbols are left out", () => {
  const symbols = ["AAPL", "EURUSD", "LATE", "LATER", "LATEST"];
  const lines = marketScreen(market, { ...around, symbols }, { width: 80, height: 6, color: false });
  expect(lines.map((line) => line.split(" ")[0])).toEqual(["2023-12-15", "", "symbol", "AAPL", "EURUSD", "and"]);
  expect(lines.at(-1)).toBe("and 3 more");
});

test("replay watch prints nothing wider or higher than the screen, with or without color", () => {
  const news = ["2023-12-15 17:00:00 order ord_1_1 fill: 10 at 111.29, commission 0.00 (buy 10 AAPL market day)"];
  for (const color of [false, true])
    for (let width = 1; width <= 120; width += 7) {
      const lines = marketScreen(market, { ...around, news, problem: "connection lost" }, { width, height: 5, color });
      expect(lines.length).toBeLessThanOrEqual(5);
      for (const line of lines) expect(stripVTControlCharacters(line).length).toBeLessThanOrEqual(width);
    }
});

test("a colored line that is cut resets the color", () => {
  expect(clipLine("\u001B[31mabcdef\u001B[39m", 3)).toBe("\u001B[31mabc\u001B[39m");
});

test("a line with wide characters is cut where its display width reaches the limit", () => {
  expect(clipLine("\u001B[31m東京\u001B[39m電力", 5)).toBe("\u001B[31m東京\u001B[39m");
  expect(clipLine("\u001B[31m東京\u001B[39m電力", 6)).toBe("\u001B[31m東京\u001B[39m電");
});

test("replay watch forgets all prices when the replay seeks backwards", () => {
  const again = marketOf(quote("AAPL", 111.29), clock);
  again.apply({ ...clock, epoch: 2, now: "2023-12-01T12:00:00.000Z", timestamp: "2023-12-01T12:00:00.000Z" });
  expect([again.quotes.size, again.now]).toEqual([0, "2023-12-01T12:00:00.000Z"]);
});

test("replay watch treats a pause of the clock as a change, but not a clock tick", () => {
  const going = marketOf(clock);
  expect(going.apply({ ...clock, now: "2023-12-15T17:01:00.000Z" })).toBe(false);
  expect(going.apply({ ...clock, state: "paused" })).toBe(true);
});
