import type { RunContext } from "hindcast";
import { expect, test } from "vitest";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { both } from "../support/batch-and-remote.ts";
import { crypto, market, series, split, stock } from "../support/recorded-by-hand.ts";

const coin = (name: string) => crypto(`${name}USD`, name, { lot: 0.01 });
const of = (parts: Partial<RecordedMarket>) => market({ mainCalendar: "24/7", ...parts });

/** Weekly bars of a crypto symbol with two splits in the third week: 2 for 1 on Tuesday, and a reverse split of 1 for 10 on Thursday. */
const WEEKS = of({
  instruments: [coin("AAA")],
  series: [
    series(
      "AAAUSD",
      "1wk",
      `2024-01-01 100 100 100 100 9
       2024-01-08 100 100 100 100 9
       2024-01-15 500 500 500 500 9
       2024-01-22 500 500 500 500 9`,
      "UTC",
    ),
  ],
  actions: [split("AAAUSD", "2024-01-16", 2), split("AAAUSD", "2024-01-18", 0.1)],
});

test("a backtest and a run against a server agree on a position over two splits within a week", async () => {
  const { entries } = await both(WEEKS, { 0: ({ at }) => void at("AAAUSD").orders.buy({ quantity: 3 }) });
  expect(entries.filter(({ kind }) => kind === "split").map(({ quantity }) => quantity)).toEqual([3, -5.4]);
});

test("a backtest and a run against a server agree on a fill at the close just before a split", async () => {
  const buy = ({ at }: RunContext) => void at("AAAUSD").orders.buy({ quantity: 3 });
  const { entries } = await both(WEEKS, { 1: buy }, { fillAt: "same-close" });
  expect(entries.map(({ kind }) => kind)).toEqual(["deposit", "fill", "split", "split"]);
});

test("a backtest and a run against a server agree on orders for a symbol that is not listed yet", async () => {
  const recorded = of({
    instruments: [coin("AAA"), coin("BBB")],
    series: [
      series("AAAUSD", "1d", "2024-01-01 9 9 9 9 9\n2024-01-02 9 9 9 9 9\n2024-01-03 9 9 9 9 9", "UTC"),
      series("BBBUSD", "1d", "2024-01-03 5 5 5 5 9", "UTC"),
    ],
  });
  const early = ({ at }: RunContext) => {
    const { orders } = at("BBBUSD");
    orders.buy({ quantity: 1 });
    orders.oco({ quantity: 1, takeProfit: 6, stopLoss: 4 });
    orders.close();
  };
  const { orders } = await both(recorded, { 0: early });
  expect(orders.map(({ status, reason }) => `${status} ${reason}`)).toContain("rejected no_price");
});

test("a backtest and a run against a server agree on a replacement that changes nothing", async () => {
  const { orders } = await both(WEEKS, {
    0: ({ at }) => void at("AAAUSD").orders.buy({ quantity: 1, limit: 50, timeInForce: "gtc" }),
    1: ({ at }) => void at("AAAUSD").orders.replace(1, {}),
    2: ({ at }) => void at("AAAUSD").orders.replace(1, {}),
  });
  expect(orders.map(({ status }) => status)).toEqual(["replaced", "new"]);
});

test.each([
  { model: "tiered", rate: 0.01, secondFrom: 100, secondRate: 0.002 },
  { model: "maker-taker", maker: 0.0002, taker: 0.005 },
  { model: "per-share-order", amount: 0.5, minimum: 3 },
])(
  "a backtest and a run against a server agree on the buying power left by open orders with $model commission",
  async (commission) => {
    const days = Array.from({ length: 6 }, (_, i) => `2024-01-0${i + 1} 100 101 ${i === 2 ? 94 : 99} 100 40`).join(
      "\n",
    );
    const recorded = of({ instruments: [coin("AAA")], series: [series("AAAUSD", "1d", days, "UTC")] });
    const rest = ({ at }: RunContext) => {
      const { orders } = at("AAAUSD");
      orders.buy({ quantity: 2, limit: 95, timeInForce: "gtc" });
      orders.buy({ quantity: 8, limit: 90, timeInForce: "gtc" });
    };
    const more = ({ at }: RunContext) => at("AAAUSD").orders.target({ AAAUSD: 0.4 });
    const settings = { cash: 5_000, commission, volumeShare: 0.05 };
    const { fills } = await both(recorded, { 0: rest, 3: more }, settings);
    expect(fills.length).toBeGreaterThan(1);
  },
);

test.each(["cash", "margin", "free-margin", "buying-power"] as const)(
  "a backtest and a run against a server agree on a target for weights next to orders without a size, in a %s account",
  async (account) => {
    const days = Array.from({ length: 6 }, (_, i) => `2024-01-0${i + 1} 100 101 99 100 40`).join("\n");
    const recorded = of({ instruments: [coin("AAA")], series: [series("AAAUSD", "1d", days, "UTC")] });
    const share = ({ at }: RunContext) => {
      const { orders } = at("AAAUSD");
      orders.buy({ percent: 0.2, timeInForce: "gtc" });
      orders.buy({ notional: 500, timeInForce: "gtc" });
      orders.target({ AAAUSD: 0.4 });
    };
    const more = ({ at }: RunContext) => at("AAAUSD").orders.target({ AAAUSD: 0.5 });
    const settings = { cash: 5_000, account, latencyMs: 1.5 * 86_400_000 };
    const commission = { model: "tiered", rate: 0.01, secondFrom: 100, secondRate: 0.002 };
    const sized = await both(recorded, { 0: share, 1: more, 3: share, 4: more }, { ...settings, commission });
    const waiting = { ...settings, commission, sizeAt: "at-fill" } as const;
    const unsized = await both(recorded, { 0: share, 1: more, 3: share, 4: more }, waiting);
    for (const { fills } of [sized, unsized]) expect(fills.length).toBeGreaterThan(3);
  },
);

test("a backtest and a run against a server agree on a partial fill at a close whose remainder fills at the next open, which is at the same time", async () => {
  const days = Array.from({ length: 5 }, (_, i) => `2024-01-0${i + 1} 100 104 ${96 + i} 102 40`).join("\n");
  const recorded = of({ instruments: [coin("AAA")], series: [series("AAAUSD", "1d", days, "UTC")] });
  const buy = ({ at }: RunContext) => void at("AAAUSD").orders.buy({ quantity: 7, timeInForce: "gtc" });
  const { fills, log } = await both(recorded, { 1: buy }, { fillAt: "same-close", volumeShare: 0.1 });
  expect(fills.map(({ quantity, price }) => [quantity, price])).toEqual([
    [4, 102],
    [3, 100],
  ]);
  expect(log.length).toBeGreaterThan(5);
});

test("a backtest and a run against a server agree on fills that latency moves from a close to a later open", async () => {
  const days = Array.from({ length: 5 }, (_, i) => `2024-01-0${i + 1} 100 104 ${96 + i} 102 40`).join("\n");
  const recorded = of({ instruments: [coin("AAA")], series: [series("AAAUSD", "1d", days, "UTC")] });
  const buy = ({ at }: RunContext) => void at("AAAUSD").orders.buy({ quantity: 7, timeInForce: "gtc" });
  const { fills } = await both(recorded, { 1: buy }, { fillAt: "same-close", latencyMs: 86_400_000 });
  expect(fills).toMatchObject([{ price: 100, time: Date.UTC(2024, 0, 4) }]);
});

test("a backtest and a run against a server agree on a fill at a close that is booked when the next bar closes", async () => {
  const days = Array.from({ length: 5 }, (_, i) => `2024-01-0${i + 1} 100 104 ${96 + i} 102 40`).join("\n");
  const recorded = of({ instruments: [coin("AAA")], series: [series("AAAUSD", "1d", days, "UTC")] });
  const buy = ({ at }: RunContext) => void at("AAAUSD").orders.buy({ quantity: 7 });
  const { fills } = await both(recorded, { 1: buy }, { fillAt: "same-close", bookAt: "bar-close" });
  expect(fills).toMatchObject([{ price: 102, time: Date.UTC(2024, 0, 4) }]);
});

test("a backtest and a run against a server agree on an order placed at the last close that still fills in the last bar", async () => {
  const days = Array.from({ length: 5 }, (_, i) => `2024-01-0${i + 1} 100 104 ${96 + i} 102 40`).join("\n");
  const recorded = of({ instruments: [coin("AAA")], series: [series("AAAUSD", "1d", days, "UTC")] });
  const buy = ({ at }: RunContext) => void at("AAAUSD").orders.buy({ quantity: 7 });
  const settings = { fillAt: "same-close", bookAt: "bar-close", atEnd: "finalize-at-open" } as const;
  const { fills } = await both(recorded, { 4: buy }, settings);
  expect(fills).toMatchObject([{ price: 102, time: Date.UTC(2024, 0, 6) }]);
});

/** Hourly bars: two a day, except for the third day. */
const HOURS = series(
  "AAAUSD",
  "1h",
  `2024-01-01T22:00 8 8 8 8 9\n2024-01-01T23:00 8 8 8 8 9
   2024-01-02T22:00 4 4 4 4 9\n2024-01-02T23:00 4 4 4 4 9
   2024-01-04T22:00 4 4 4 4 9\n2024-01-04T23:00 4 4 4 4 9`,
  "UTC",
);
const sessionDays = (log: readonly { readonly time: number; readonly message: string }[], symbol: string) =>
  log.filter(({ message }) => message === `session of ${symbol}`).map(({ time }) => new Date(time).getUTCDate());

test("a backtest and a run against a server agree on consecutive sessions of which one has no bars", async () => {
  const { log } = await both(of({ instruments: [coin("AAA")], series: [HOURS] }), {});
  expect(sessionDays(log, "AAAUSD")).toEqual([2, 3, 4, 5]);
});

test("a backtest and a run against a server agree on a missing daily bar, and on the sessions of a symbol that stopped trading", async () => {
  const recorded = of({
    instruments: [coin("AAA"), coin("BBB")],
    series: [
      series("AAAUSD", "1d", "2024-01-01 9 9 9 9 9\n2024-01-03 9 9 9 9 9\n2024-01-04 9 9 9 9 9", "UTC"),
      series("BBBUSD", "1d", "2024-01-01 5 5 5 5 9\n2024-01-02 5 5 5 5 9", "UTC"),
    ],
  });
  const { log } = await both(recorded, {});
  expect(sessionDays(log, "AAAUSD")).toEqual([2, 3, 4, 5]);
  expect(sessionDays(log, "BBBUSD")).toEqual([2, 3, 4, 5]);
});

test("a backtest and a run against a server agree on hourly bars that start after the daily bars", async () => {
  const days = series("AAAUSD", "1d", "2023-12-30 9 9 9 9 9\n2024-01-01 8 8 8 8 9", "UTC");
  const { log } = await both(of({ instruments: [coin("AAA")], series: [HOURS, days] }), {});
  expect(log.length).toBeGreaterThan(6);
});

test("a backtest and a run against a server agree on a split before the first daily bar, with earlier hourly bars", async () => {
  const days = series("AAAUSD", "1d", "2024-01-02 4 4 4 4 9\n2024-01-04 4 4 4 4 9", "UTC");
  const recorded = of({
    instruments: [coin("AAA")],
    series: [HOURS, days],
    actions: [split("AAAUSD", "2024-01-02", 2)],
  });
  const { log } = await both(recorded, {});
  // After adjustment, the hourly prices before and after the split are equal, and so is their average.
  expect(log.map(({ message }) => message).filter((message) => message.startsWith("["))[2]).toMatch(/\[4\]\]$/);
});

test("a backtest and a run against a server agree on an incomplete bar at the start and few bars of history", async () => {
  const recorded = market({
    mainCalendar: "24/7",
    instruments: [coin("AAA"), stock("BBB")],
    series: [
      series(
        "AAAUSD",
        "1d",
        "2024-01-02 9 9 9 9 9\n2024-01-03 9 9 9 9 9\n2024-01-04 7 8 7 8 9\n2024-01-05 6 6 6 6 9",
        "UTC",
      ),
      series("BBB", "1d", "2024-01-03 5 5 5 5 9\n2024-01-04 5 5 5 5 9\n2024-01-05 5 5 5 5 9"),
    ],
  });
  const { log } = await both(recorded, {}, { from: "2024-01-04", warmupBars: 1 });
  expect(log.find(({ message }) => message.startsWith("["))!.message).toContain("[[0,0,7],[0,0,5]]");
});

test("a backtest and a run against a server agree on orders that have already expired when they are placed", async () => {
  const { orders } = await both(WEEKS, {
    0: ({ at, time }) => {
      const { orders: symbolOrders } = at("AAAUSD");
      symbolOrders.buy({ quantity: 1, timeInForce: "gtd", expiresAt: time });
      symbolOrders.buy({ quantity: 1, limit: 90, timeInForce: "gtd", expiresAt: time - 1 });
    },
  });
  expect(orders.map(({ status, reason }) => `${status} ${reason}`)).toEqual([
    "expired time_passed",
    "expired time_passed",
  ]);
});

test("a backtest and a run against a server agree on orders that expire between two events", async () => {
  const recorded = of({
    instruments: [coin("AAA")],
    series: [series("AAAUSD", "1d", "2024-01-01 9 9 9 9 9\n2024-01-02 9 9 7 9 9\n2024-01-03 9 9 9 9 9", "UTC")],
  });
  const until = (expiresAt: string) => ({ quantity: 1, limit: 8, timeInForce: "gtd", expiresAt }) as const;
  const { log, orders } = await both(recorded, {
    0: ({ at }) => {
      const { orders: symbolOrders } = at("AAAUSD");
      symbolOrders.buy(until("2024-01-02T18:00:00Z"));
      symbolOrders.buy({ ...until("2024-01-02T06:00:00Z"), takeProfit: 10 });
      symbolOrders.buy(until("2024-01-03T00:00:00Z"));
    },
  });
  expect(orders.map(({ status }) => status)).toEqual(["expired", "expired", "canceled", "filled"]);
  const events = log.map(({ message }) => (message.startsWith('[{"id"') ? JSON.parse(message)[1] : {}));
  const ends = events.filter(({ event }) => event === "expired" || event === "canceled");
  expect(ends.map(({ orderId, time }) => [orderId, new Date(time).toISOString()])).toEqual([
    [2, "2024-01-02T06:00:00.000Z"],
    [3, "2024-01-02T06:00:00.000Z"],
    [1, "2024-01-02T18:00:00.000Z"],
  ]);
});

test("a backtest and a run against a server agree on a target for a symbol that is listed later", async () => {
  const recorded = market({
    mainCalendar: "24/7",
    instruments: [crypto("AAAUSD", "AAA", { lot: 0.01 }), crypto("ZZZUSD", "ZZZ", { lot: 0.01 })],
    series: [
      series("AAAUSD", "1d", days("2024-01-01 2024-01-02 2024-01-03 2024-01-04"), "UTC"),
      series("ZZZUSD", "1d", days("2024-01-03 2024-01-04"), "UTC"),
    ],
  });
  const target = ({ orders }: RunContext) => void orders.target({ ZZZUSD: 0.5, AAAUSD: 0.5 });
  const { fills } = await both(recorded, { 0: target, 1: target, 2: target }, { cash: 1000 });
  expect(fills.map(({ symbol, quantity }) => [symbol, quantity])).toEqual([
    ["AAAUSD", 5],
    ["ZZZUSD", 5],
  ]);
});

/** Daily bars with all prices at 100. */
function days(dates: string): string {
  return dates
    .split(" ")
    .map((date) => `${date} 100 100 100 100 9`)
    .join("\n");
}
