import { describe, expect, test } from "vitest";
import { barsFrom, FIRST_DAY } from "../support/market.ts";
import { play } from "../support/play.ts";

const HOUR = 3_600_000;
/** Hourly bars of B from 9:30 on. Bars of A start at full hours, so they close while bars of B are forming. */
const halfPast = (text: string) => barsFrom(text, "1h", FIRST_DAY + 9.5 * HOUR);
const A = barsFrom("10 10 10 10\n10 10 10 10\n10 10 10 10", "1h", FIRST_DAY + 9 * HOUR);

describe("an order submitted inside a bar of its instrument", () => {
  test("at market fills at that bar's close, the first price after the order", () => {
    const { fills, events } = play(
      { A, B: halfPast("100 105 95 103\n104 106 101 102") },
      { "1 10:00": ({ at }) => at("B").orders.buy({ quantity: 1 }) },
    );
    expect(fills).toEqual(["1 10:30 buy 1 B at 103"]);
    expect(events).toEqual(["1 10:00 order 1 new", "1 10:30 order 1 fill"]);
  });

  test("is sized at the bar's open, the last known price", () => {
    let seen = 0;
    const { fills } = play(
      { A, B: halfPast("100 105 95 103\n104 106 101 102") },
      {
        "1 10:00"({ at }) {
          seen = at("B").position.marketPrice;
          at("B").orders.buy({ notional: 250 });
        },
      },
    );
    expect(seen).toBe(100);
    expect(fills).toEqual(["1 10:30 buy 2 B at 103"]);
  });

  test("with a limit fills only at the bar's close, although the bar's low was beyond the limit", () => {
    const { fills } = play(
      { A, B: halfPast("100 105 95 103\n104 106 96 102") },
      { "1 10:00": ({ at }) => at("B").orders.buy({ quantity: 1, limit: 97 }) },
    );
    // The low of 95 may precede the order; the next bar's low of 96 does not.
    expect(fills).toEqual(["1 11:30 buy 1 B at 97"]);
  });

  test("with a limit fills at the close if the bar closes beyond the limit", () => {
    const { fills } = play(
      { A, B: halfPast("100 105 95 96\n104 106 96 102") },
      { "1 10:00": ({ at }) => at("B").orders.buy({ quantity: 1, limit: 97 }) },
    );
    expect(fills).toEqual(["1 10:30 buy 1 B at 96"]);
  });

  test("with a stop fills only if the bar's close reaches its stop", () => {
    const buy = { "1 10:00": ({ at }: any) => at("B").orders.buy({ quantity: 1, stop: 104 }) };
    expect(play({ A, B: halfPast("100 105 95 103\n102 103 101 102") }, buy).fills).toEqual([]);
    expect(play({ A, B: halfPast("100 105 95 105\n102 103 101 102") }, buy).fills).toEqual(["1 10:30 buy 1 B at 105"]);
  });

  test("fills after earlier orders that the bar reaches before its close", () => {
    // The stop was working before the bar began. The market order arrives inside the bar and fills at its close.
    const { fills, orders } = play(
      { A, B: halfPast("100 100 100 100\n100 101 90 98") },
      {
        "1 10:00": ({ at }) => at("B").orders.buy({ quantity: 10 }),
        "1 10:30": ({ at }) => at("B").orders.sell({ quantity: 10, stop: 95 }),
        "1 11:00": ({ at }) => at("B").orders.sell({ quantity: 10 }),
      },
    );
    expect(fills).toEqual(["1 10:30 buy 10 B at 100", "1 11:30 sell 10 B at 95"]);
    expect(orders.slice(1)).toEqual(["sell stop 10: filled", "sell market 10: canceled insufficient_position"]);
  });

  test("fills at the next open if no bar is forming", () => {
    const { fills } = play(
      { A, B: halfPast("100 105 95 103\n104 106 101 102") },
      { "1 10:30": ({ at }) => at("B").orders.buy({ quantity: 1 }) },
    );
    expect(fills).toEqual(["1 10:30 buy 1 B at 104"]);
  });
});

describe("with intraday bars but no calendar, sessions are UTC days:", () => {
  const bars = barsFrom(
    "100 100 100 100\n100 100 100 100\n-\n-\n100 100 100 100\n100 100 90 100",
    "1h",
    FIRST_DAY + 21 * HOUR,
  );
  // Hourly bars at 21:00 and 22:00, and at 01:00 and 02:00 of the next day.

  test("a day order works at once and expires at midnight", () => {
    const { events } = play(bars, { "1 22:00": ({ orders }) => orders.buy({ quantity: 1, limit: 95 }) });
    expect(events).toEqual(["1 22:00 order 1 new", "2 00:00 order 1 expired, session_closed"]);
  });

  test("a gtc order continues into the next day", () => {
    const { fills, events } = play(bars, {
      "1 22:00": ({ orders }) => orders.buy({ quantity: 1, limit: 95, timeInForce: "gtc" }),
    });
    expect(fills).toEqual(["2 03:00 buy 1 X at 95"]);
    expect(events).toEqual(["1 22:00 order 1 new", "2 03:00 order 1 fill"]);
  });

  test("a market order waits for its first price, although the session ends earlier", () => {
    // The last bar of the day closes at 23:00. At midnight the session ends, without another price.
    const { fills, events } = play(bars, { "1 23:00": ({ orders }) => orders.buy({ quantity: 1 }) });
    expect(fills).toEqual(["2 01:00 buy 1 X at 100"]);
    expect(events).toEqual(["1 23:00 order 1 new", "2 01:00 order 1 fill"]);
  });

  test("a day order submitted at midnight, between two sessions, belongs to the session that begins", () => {
    const through = barsFrom("100 100 100 100\n100 100 100 100\n100 100 90 100", "1h", FIRST_DAY + 22 * HOUR);
    const { fills, events } = play(through, { "2 00:00": ({ orders }) => orders.buy({ quantity: 1, limit: 95 }) });
    expect(events).toEqual(["2 00:00 order 1 accepted", "2 00:00 order 1 new", "2 01:00 order 1 fill"]);
    expect(fills).toEqual(["2 01:00 buy 1 X at 95"]);
  });
});
