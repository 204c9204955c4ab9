import { afterAll, describe, expect, test } from "vitest";
import { market, ny, series, stock } from "../../support/recorded-by-hand.ts";
import { openFloor } from "../../support/trading-floor.ts";

/** A stock with daily bars, whose minute bars start on Monday, and a stock whose data start on Tuesday. */
const RECORDED = market({
  instruments: [stock("ACME"), stock("LATE")],
  series: [
    series(
      "ACME",
      "1d",
      `2024-01-04 96 98 95 97 1000
       2024-01-05 97 101 96 100 1000
       2024-01-08 98 99 96 97 1000`,
    ),
    series(
      "ACME",
      "1m",
      `2024-01-08T09:30 98 99 97 98 1000
       2024-01-08T09:31 98 98 96 97 1000
       2024-01-08T15:59 97 98 96 97 1000`,
    ),
    series("LATE", "1m", "2024-01-08T09:30 10 11 9 10 100\n2024-01-08T15:59 10 11 9 10 100"),
  ],
});

const floor = await openFloor({ start: ny("2024-01-08T09:00") }, RECORDED);
afterAll(() => floor.server.close());
const limit = { type: "limit", limit_price: 99, quantity: 10 };

describe("before the first minute bar of a symbol", () => {
  test("orders are checked at the last daily price and wait for the open", async () => {
    const session = floor.openSession(RECORDED, { id: "early", start: ny("2024-01-08T09:00") });
    expect((await session.order(limit)).body).toMatchObject({ status: "accepted" });
    expect((await session.order()).body.error).toMatchObject({ code: "MARKET_CLOSED" });
    // The limit order reserves 990. The remaining cash buys 990 shares at Friday's close of 100.
    expect((await session.order({ time_in_force: "gtc", quantity: 991 })).body.error).toMatchObject({
      code: "INSUFFICIENT_FUNDS",
    });
    expect((await session.order({ time_in_force: "gtc", quantity: 990 })).body).toMatchObject({ status: "accepted" });
    session.at("2024-01-08T09:31");
    expect(await session.read("ord_1_1")).toMatchObject({ status: "filled", average_fill_price: 98 });
    expect(await session.read("ord_1_2")).toMatchObject({ status: "filled", average_fill_price: 98 });
  });

  test("a symbol without any earlier data is unknown", async () => {
    const { status, body } = await floor.order({ symbol: "LATE", ...limit });
    expect([status, body.error.code]).toEqual([404, "SYMBOL_NOT_FOUND"]);
  });
});

describe("a symbol whose minute bars cover only a part of its daily bars", () => {
  const middle = market({
    instruments: [stock("ACME")],
    series: [
      series(
        "ACME",
        "1d",
        `2024-01-04 96 98 95 97 1000
         2024-01-05 97 101 96 100 1000
         2024-01-08 98 99 96 97 1000
         2024-01-09 97 99 96 98 1000`,
      ),
      series(
        "ACME",
        "1m",
        `2024-01-05T09:30 97 98 96 98 1000
         2024-01-05T15:59 99 101 99 100 1000
         2024-01-08T09:30 98 99 97 98 1000
         2024-01-08T15:59 97 98 96 97 1000`,
      ),
    ],
  });
  const bought = async (id: string, end?: number) => {
    const session = floor.openSession(middle, { id, start: ny("2024-01-05T10:00"), end });
    await session.order({ time_in_force: "gtc" });
    session.at("2024-01-08T15:59");
    return session.read("ord_1_1");
  };

  test("trades on minute bars in a session that ends within the minute bars", async () => {
    expect(await bought("within", ny("2024-01-08T23:59"))).toMatchObject({
      average_fill_price: 99,
      filled_at: "2024-01-05T20:59:00.000Z",
    });
  });

  test("trades on daily bars in a session that continues after the minute bars", async () => {
    expect(await bought("beyond")).toMatchObject({ average_fill_price: 100, filled_at: "2024-01-05T21:00:00.000Z" });
  });
});
