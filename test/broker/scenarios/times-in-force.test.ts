import { backtest, calendarOf, defineStrategy, marketOf } from "hindcast";
import { describe, expect, test } from "vitest";
import { orderInWords } from "../../support/in-words.ts";
import { barsFrom, FIRST_DAY } from "../../support/market.ts";
import { scenarios } from "../../support/scenarios.ts";

const HOUR = 3_600_000;
const start = "100 100 100 100\n";
/** Hours that end the day at midnight: bars of 21:00, 22:00 and 23:00, then those of the next day. */
const evening = (text: string) => barsFrom(text, "1h", FIRST_DAY + 21 * HOUR);
/** Hourly bars of A from nine; those of B begin at half past, so that A's closes find them forming. */
const A = barsFrom("10 10 10 10\n10 10 10 10\n10 10 10 10", "1h", FIRST_DAY + 9 * HOUR);
const halfPast = (text: string) => barsFrom(text, "1h", FIRST_DAY + 9.5 * HOUR);

describe("day, the default", () => {
  scenarios({
    "given between two daily bars belongs to the next, and ends with it": {
      bars: `${start}100 101 99 100\n100 101 90 100`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 95 }) },
      fills: [],
      events: ["2 00:00 order 1 accepted", "2 00:00 order 1 new", "3 00:00 order 1 expired, session_closed"],
    },
    "at the market ends with its session when volume left something of it": {
      bars: "100 100 100 100 50\n100 101 99 100 50\n100 101 99 100 50",
      at: { 1: ({ orders }) => orders.buy({ quantity: 10 }) },
      settings: { volumeShare: 0.1 },
      fills: ["2 00:00 buy 5 X at 100"],
      orders: ["buy market 10: expired session_closed, 5 filled"],
    },
  });
});

describe("gtd", () => {
  const until = (expiresAt: string) => ({
    1: ({ orders }: any) => orders.buy({ quantity: 10, limit: 95, timeInForce: "gtd", expiresAt }),
  });
  scenarios({
    "fills in the bar that closes at its moment": {
      bars: `${start}100 101 99 100\n100 100 95 98`,
      at: until("2024-01-04"),
      fills: ["4 00:00 buy 10 X at 95"],
    },
    "expires at its moment": {
      bars: `${start}100 101 99 100\n100 100 96 98\n100 100 95 98`,
      at: until("2024-01-04"),
      fills: [],
      events: ["2 00:00 order 1 accepted", "2 00:00 order 1 new", "4 00:00 order 1 expired, time_passed"],
    },
    "given when its moment has come meets nothing, not even the open of that moment, and takes its exits along": {
      bars: `${start}100 101 99 100`,
      at: {
        1: ({ orders }) => orders.buy({ quantity: 10, takeProfit: 110, timeInForce: "gtd", expiresAt: "2024-01-02" }),
      },
      fills: [],
      orders: ["buy market 10: expired time_passed", "sell limit 10: rejected parent_ended"],
      events: [
        "2 00:00 order 1 accepted",
        "2 00:00 order 1 expired, time_passed",
        "2 00:00 order 2 rejected, parent_ended",
      ],
    },
    "does not meet a bar inside which its moment lies: the low may have been after it": {
      bars: `${start}100 101 99 100\n100 100 95 98`,
      at: until("2024-01-03T12:00:00Z"),
      fills: [],
      orders: ["buy limit 10: expired time_passed"],
    },
    "ends at its own moment, the earliest first, before the bar closes": {
      bars: `${start}100 101 99 100\n100 100 96 98`,
      at: {
        1: ({ orders }) => {
          orders.buy({ quantity: 10, limit: 95, timeInForce: "gtd", expiresAt: "2024-01-03T12:00:00Z" });
          orders.buy({ quantity: 10, limit: 95, timeInForce: "gtd", expiresAt: "2024-01-03T06:30:00Z" });
        },
      },
      fills: [],
      events: [
        "2 00:00 order 1 accepted",
        "2 00:00 order 2 accepted",
        "2 00:00 order 1 new",
        "2 00:00 order 2 new",
        "3 06:30 order 2 expired, time_passed",
        "3 12:00 order 1 expired, time_passed",
      ],
    },
  });
});

describe("ioc, as far as it goes at the first price after it", () => {
  scenarios({
    "at the market fills what volume allows at the open, and the rest is canceled": {
      bars: "100 100 100 100 50\n100 101 99 100 1000\n100 101 99 100 1000",
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, timeInForce: "ioc" }) },
      settings: { volumeShare: 0.1 },
      fills: ["2 00:00 buy 5 X at 100"],
      orders: ["buy market 10: canceled not_at_once, 5 filled"],
    },
    "with a limit that the open is beyond fills at the open": {
      bars: `${start}100 101 99 100`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 101, timeInForce: "ioc" }) },
      fills: ["2 00:00 buy 10 X at 100"],
    },
    "with a limit that the open is not beyond is canceled, however low the bar goes": {
      bars: `${start}100 101 90 100`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 99, timeInForce: "ioc" }) },
      fills: [],
      events: ["2 00:00 order 1 accepted", "2 00:00 order 1 new", "2 00:00 order 1 canceled, not_at_once"],
    },
    "with a stop that the open has reached is triggered, and fills there": {
      bars: `${start}102 103 99 100`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stop: 101, timeInForce: "ioc" }) },
      fills: ["2 00:00 buy 10 X at 102"],
      events: ["2 00:00 order 1 accepted", "2 00:00 order 1 new", "2 00:00 order 1 triggered", "2 00:00 order 1 fill"],
    },
    "given while a bar is forming is judged by its close": {
      bars: { A, B: halfPast("100 105 90 98\n98 99 97 98") },
      at: { "1 10:00": ({ at }) => at("B").orders.buy({ quantity: 1, limit: 98, timeInForce: "ioc" }) },
      fills: ["1 10:30 buy 1 B at 98"],
    },
    "given while a bar is forming that closes beyond its limit is canceled": {
      bars: { A, B: halfPast("97 105 90 99\n97 99 97 98") },
      at: { "1 10:00": ({ at }) => at("B").orders.buy({ quantity: 1, limit: 98, timeInForce: "ioc" }) },
      fills: [],
      events: ["1 10:00 order 1 new", "1 10:30 order 1 canceled, not_at_once"],
    },
    "at the very close of same-close: the rest does not wait for the open": {
      bars: "100 100 100 100 50\n100 101 99 100 50",
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, timeInForce: "ioc" }) },
      settings: { volumeShare: 0.1, fillAt: "same-close" },
      fills: ["2 00:00 buy 5 X at 100"],
      orders: ["buy market 10: canceled not_at_once, 5 filled"],
    },
  });
});

describe("fok, wholly or not at all", () => {
  const ten = { 1: ({ orders }: any) => orders.buy({ quantity: 10, timeInForce: "fok" }) };
  scenarios({
    "is canceled when volume allows a part": {
      bars: "100 100 100 100 90\n100 101 99 100 1000",
      at: ten,
      settings: { volumeShare: 0.1 },
      fills: [],
      orders: ["buy market 10: canceled not_at_once"],
    },
    "fills when volume allows all of it": {
      bars: "100 100 100 100 100\n100 101 99 100 1000",
      at: ten,
      settings: { volumeShare: 0.1 },
      fills: ["2 00:00 buy 10 X at 100"],
    },
    "is canceled when cash pays for a part: nine at 111 are 999": {
      bars: `${start}111 112 110 111`,
      at: ten,
      settings: { cash: 1000 },
      fills: [],
      orders: ["buy market 10: canceled insufficient_funds"],
    },
  });
});

describe("opg, in the opening auction", () => {
  scenarios({
    "at the market fills at the first price of the session": {
      bars: `${start}103 104 99 100`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, timeInForce: "opg" }) },
      fills: ["2 00:00 buy 10 X at 103"],
    },
    "with a limit that the open is not beyond is over": {
      bars: `${start}103 104 90 100`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 102, timeInForce: "opg" }) },
      fills: [],
      orders: ["buy limit 10: canceled auction_over"],
    },
    "given in the evening waits for the next morning": {
      bars: evening("100 100 100 100\n100 101 99 100\n100 101 99 100\n107 108 106 107"),
      at: { "1 22:00": ({ orders }) => orders.buy({ quantity: 10, timeInForce: "opg" }) },
      fills: ["2 00:00 buy 10 X at 107"],
      events: ["1 22:00 order 1 accepted", "2 00:00 order 1 new", "2 00:00 order 1 fill"],
    },
    "does not take the close that same-close would": {
      bars: `${start}103 104 99 100`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, timeInForce: "opg" }) },
      settings: { fillAt: "same-close" },
      fills: ["2 00:00 buy 10 X at 103"],
    },
  });
});

describe("cls, in the closing auction", () => {
  scenarios({
    "at the market fills at the close of the session": {
      bars: `${start}101 105 95 103`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, timeInForce: "cls" }) },
      fills: ["3 00:00 buy 10 X at 103"],
    },
    "with a limit that the close is beyond fills at the close": {
      bars: `${start}101 105 95 103`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 104, timeInForce: "cls" }) },
      fills: ["3 00:00 buy 10 X at 103"],
    },
    "with a limit that the close is not beyond is over, however low the bar went": {
      bars: `${start}101 105 95 103`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 102, timeInForce: "cls" }) },
      fills: [],
      orders: ["buy limit 10: canceled auction_over"],
    },
    "waits through the bars of its session for the last": {
      bars: evening("100 100 100 100\n100 101 99 100\n100 102 99 101\n107 108 106 107"),
      at: { "1 22:00": ({ orders }) => orders.buy({ quantity: 10, timeInForce: "cls" }) },
      fills: ["2 00:00 buy 10 X at 101"],
    },
    "does not take the close of a bar in which it was given": {
      // B's bars close at 10:30 and 11:30, its session at midnight, by the last price.
      bars: { A, B: halfPast("100 105 90 98\n98 99 95 96") },
      at: { "1 10:00": ({ at }) => at("B").orders.buy({ quantity: 1, timeInForce: "cls" }) },
      fills: ["2 00:00 buy 1 B at 96"],
    },
    "given after the last price of its session has missed it": {
      bars: evening("100 100 100 100\n100 101 99 100\n-\n107 108 106 107"),
      at: { "1 23:00": ({ orders }) => orders.buy({ quantity: 10, timeInForce: "cls" }) },
      fills: [],
      events: ["1 23:00 order 1 new", "2 00:00 order 1 canceled, auction_over"],
    },
  });
});

test("an auction of a session without a bar has no price, and is over when the session closes", () => {
  const strategy = defineStrategy({
    name: "auctions",
    onBar({ bar, orders }) {
      if (bar.index !== 0) return;
      orders.buy({ quantity: 1, timeInForce: "opg" });
      orders.buy({ quantity: 1, timeInForce: "cls" });
    },
  });
  const market = marketOf({ X: barsFrom("100 100 100 100\n-\n103 104 102 103") });
  const series = market.series.map((one) => ({ ...one, calendar: calendarOf("24/7") }));
  const { orders } = backtest(strategy, { ...market, series });
  const over = "buy market 1: canceled auction_over";
  expect(orders.map(orderInWords)).toEqual([over, over]);
});
