import { backtest, calendarOf, defineStrategy, marketOf } from "hindcast";
import { describe, expect, test } from "vitest";
import { orderText } from "../../support/order-text.ts";
import { barsFrom, FIRST_DAY } from "../../support/market.ts";
import { scenarios } from "../../support/scenarios.ts";

const HOUR = 3_600_000;
const start = "100 100 100 100\n";
/** Hourly bars at 21:00, 22:00 and 23:00, continued on the next day. */
const evening = (text: string) => barsFrom(text, "1h", FIRST_DAY + 21 * HOUR);
/** Hourly bars of A start at 9:00 and those of B at 9:30, so a bar of B is forming whenever a bar of A closes. */
const A = barsFrom("10 10 10 10\n10 10 10 10\n10 10 10 10", "1h", FIRST_DAY + 9 * HOUR);
const halfPast = (text: string) => barsFrom(text, "1h", FIRST_DAY + 9.5 * HOUR);

describe("a day order", () => {
  scenarios({
    "submitted between two daily bars works in the next and expires with it": {
      bars: `${start}100 101 99 100\n100 101 90 100`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 95 }) },
      fills: [],
      events: ["2 00:00 order 1 accepted", "2 00:00 order 1 new", "3 00:00 order 1 expired, session_closed"],
    },
    "at market expires with its session if volume leaves a part unfilled": {
      bars: "100 100 100 100 50\n100 101 99 100 50\n100 101 99 100 50",
      at: { 1: ({ orders }) => orders.buy({ quantity: 10 }) },
      settings: { volumeShare: 0.1 },
      fills: ["2 00:00 buy 5 X at 100"],
      orders: ["buy market 10: expired session_closed, 5 filled"],
    },
  });
});

describe("a gtd order", () => {
  const until = (expiresAt: string) => ({
    1: ({ orders }: any) => orders.buy({ quantity: 10, limit: 95, timeInForce: "gtd", expiresAt }),
  });
  scenarios({
    "fills in the bar that closes at its expiry time": {
      bars: `${start}100 101 99 100\n100 100 95 98`,
      at: until("2024-01-04"),
      fills: ["4 00:00 buy 10 X at 95"],
    },
    "expires at its expiry time": {
      bars: `${start}100 101 99 100\n100 100 96 98\n100 100 95 98`,
      at: until("2024-01-04"),
      fills: [],
      events: ["2 00:00 order 1 accepted", "2 00:00 order 1 new", "4 00:00 order 1 expired, time_passed"],
    },
    "submitted at its expiry time expires before the next open, and its exits are rejected": {
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
    "does not fill in a bar that contains its expiry time, since the low may come later": {
      bars: `${start}100 101 99 100\n100 100 95 98`,
      at: until("2024-01-03T12:00:00Z"),
      fills: [],
      orders: ["buy limit 10: expired time_passed"],
    },
    "expires at its own time, the earliest first, before the bar closes": {
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

describe("an ioc order", () => {
  scenarios({
    "at market fills what volume allows at the open, and the rest is canceled": {
      bars: "100 100 100 100 50\n100 101 99 100 1000\n100 101 99 100 1000",
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, timeInForce: "ioc" }) },
      settings: { volumeShare: 0.1 },
      fills: ["2 00:00 buy 5 X at 100"],
      orders: ["buy market 10: canceled not_at_once, 5 filled"],
    },
    "with a limit beyond the open fills at the open": {
      bars: `${start}100 101 99 100`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 101, timeInForce: "ioc" }) },
      fills: ["2 00:00 buy 10 X at 100"],
    },
    "with a limit that the open does not reach is canceled, even if the bar reaches it later": {
      bars: `${start}100 101 90 100`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 99, timeInForce: "ioc" }) },
      fills: [],
      events: ["2 00:00 order 1 accepted", "2 00:00 order 1 new", "2 00:00 order 1 canceled, not_at_once"],
    },
    "with a stop that the open reaches is triggered and fills at the open": {
      bars: `${start}102 103 99 100`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stop: 101, timeInForce: "ioc" }) },
      fills: ["2 00:00 buy 10 X at 102"],
      events: ["2 00:00 order 1 accepted", "2 00:00 order 1 new", "2 00:00 order 1 triggered", "2 00:00 order 1 fill"],
    },
    "submitted inside a bar fills at its close if the close is at its limit": {
      bars: { A, B: halfPast("100 105 90 98\n98 99 97 98") },
      at: { "1 10:00": ({ at }) => at("B").orders.buy({ quantity: 1, limit: 98, timeInForce: "ioc" }) },
      fills: ["1 10:30 buy 1 B at 98"],
    },
    "submitted inside a bar is canceled if the bar closes beyond its limit": {
      bars: { A, B: halfPast("97 105 90 99\n97 99 97 98") },
      at: { "1 10:00": ({ at }) => at("B").orders.buy({ quantity: 1, limit: 98, timeInForce: "ioc" }) },
      fills: [],
      events: ["1 10:00 order 1 new", "1 10:30 order 1 canceled, not_at_once"],
    },
    "with fillAt same-close fills in part at that close, and the rest is canceled": {
      bars: "100 100 100 100 50\n100 101 99 100 50",
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, timeInForce: "ioc" }) },
      settings: { volumeShare: 0.1, fillAt: "same-close" },
      fills: ["2 00:00 buy 5 X at 100"],
      orders: ["buy market 10: canceled not_at_once, 5 filled"],
    },
  });
});

describe("a fok order", () => {
  const ten = { 1: ({ orders }: any) => orders.buy({ quantity: 10, timeInForce: "fok" }) };
  scenarios({
    "is canceled if volume allows only a part": {
      bars: "100 100 100 100 90\n100 101 99 100 1000",
      at: ten,
      settings: { volumeShare: 0.1 },
      fills: [],
      orders: ["buy market 10: canceled not_at_once"],
    },
    "fills if volume allows all of it": {
      bars: "100 100 100 100 100\n100 101 99 100 1000",
      at: ten,
      settings: { volumeShare: 0.1 },
      fills: ["2 00:00 buy 10 X at 100"],
    },
    "is canceled if cash pays for only a part: nine units at 111 cost 999": {
      bars: `${start}111 112 110 111`,
      at: ten,
      settings: { cash: 1000 },
      fills: [],
      orders: ["buy market 10: canceled insufficient_funds"],
    },
  });
});

describe("an opg order", () => {
  scenarios({
    "at market fills at the first price of the session": {
      bars: `${start}103 104 99 100`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, timeInForce: "opg" }) },
      fills: ["2 00:00 buy 10 X at 103"],
    },
    "with a limit that the open does not reach is canceled": {
      bars: `${start}103 104 90 100`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 102, timeInForce: "opg" }) },
      fills: [],
      orders: ["buy limit 10: canceled auction_over"],
    },
    "submitted in the evening waits for the next open of a session": {
      bars: evening("100 100 100 100\n100 101 99 100\n100 101 99 100\n107 108 106 107"),
      at: { "1 22:00": ({ orders }) => orders.buy({ quantity: 10, timeInForce: "opg" }) },
      fills: ["2 00:00 buy 10 X at 107"],
      events: ["1 22:00 order 1 accepted", "2 00:00 order 1 new", "2 00:00 order 1 fill"],
    },
    "with fillAt same-close still waits for the open": {
      bars: `${start}103 104 99 100`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, timeInForce: "opg" }) },
      settings: { fillAt: "same-close" },
      fills: ["2 00:00 buy 10 X at 103"],
    },
  });
});

describe("a cls order", () => {
  scenarios({
    "at market fills at the close of the session": {
      bars: `${start}101 105 95 103`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, timeInForce: "cls" }) },
      fills: ["3 00:00 buy 10 X at 103"],
    },
    "with a limit beyond the close fills at the close": {
      bars: `${start}101 105 95 103`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 104, timeInForce: "cls" }) },
      fills: ["3 00:00 buy 10 X at 103"],
    },
    "with a limit that the close does not reach is canceled, even if the bar reached it": {
      bars: `${start}101 105 95 103`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 102, timeInForce: "cls" }) },
      fills: [],
      orders: ["buy limit 10: canceled auction_over"],
    },
    "waits for the last bar of its session": {
      bars: evening("100 100 100 100\n100 101 99 100\n100 102 99 101\n107 108 106 107"),
      at: { "1 22:00": ({ orders }) => orders.buy({ quantity: 10, timeInForce: "cls" }) },
      fills: ["2 00:00 buy 10 X at 101"],
    },
    "submitted inside a bar waits for the close of the session, not of that bar": {
      // Bars of B close at 10:30 and 11:30. The session of B ends at midnight, at its last price.
      bars: { A, B: halfPast("100 105 90 98\n98 99 95 96") },
      at: { "1 10:00": ({ at }) => at("B").orders.buy({ quantity: 1, timeInForce: "cls" }) },
      fills: ["2 00:00 buy 1 B at 96"],
    },
    "submitted after the last price of its session is canceled": {
      bars: evening("100 100 100 100\n100 101 99 100\n-\n107 108 106 107"),
      at: { "1 23:00": ({ orders }) => orders.buy({ quantity: 10, timeInForce: "cls" }) },
      fills: [],
      events: ["1 23:00 order 1 new", "2 00:00 order 1 canceled, auction_over"],
    },
  });
});

test("orders with time in force opg or cls are canceled at the end of a session without a bar", () => {
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
  expect(orders.map(orderText)).toEqual([over, over]);
});
