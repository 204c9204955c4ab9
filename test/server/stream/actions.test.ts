import { expect, test } from "vitest";
import { FLOOR, openFloor } from "../../support/trading-floor.ts";
import { series, split } from "../../support/recorded-by-hand.ts";
import { connected } from "../../support/stream-client.ts";

test("the stream sends a split with the first price of the split's ex-date, even before the open", async () => {
  // Tuesday's first bar is an hour before the open. Its prices are those after the split.
  const bars = series(
    "ACME",
    "1m",
    `2024-01-08T09:30 100 102 99 101 1000
     2024-01-08T09:31 101 103 100 102 1000
     2024-01-09T08:00  47  48  46  47 10
     2024-01-09T09:30  45  46  44  45 1000`,
  );
  const others = FLOOR.series.filter(({ symbol }) => symbol !== "ACME");
  const actions = [split("ACME", "2024-01-09", 2)];
  const floor = await openFloor({}, { ...FLOOR, series: [bars, ...others], actions });
  await floor.order();
  floor.at("2024-01-08T18:00");
  const client = await connected(floor.server, { headers: floor.headers });
  await client.ask({ action: "subscribe", channel: "orders", snapshot: false }, "subscribed");
  await client.ask({ action: "subscribe", channel: "quotes", symbols: ["ACME"], snapshot: false }, "subscribed");
  floor.at("2024-01-09T09:30");
  const received = (await client.all()).map(({ type, entry, status, price, timestamp }) => [
    type,
    entry?.quantity ?? status ?? price,
    timestamp,
  ]);
  expect(received).toEqual([
    ["market_status", "closed", "2024-01-09T01:00:00.000Z"],
    ["market_status", "pre", "2024-01-09T09:00:00.000Z"],
    ["corporate_action", undefined, "2024-01-09T13:00:00.000Z"],
    ["entry", 10, "2024-01-09T13:00:00.000Z"],
    ["quote", 47, "2024-01-09T13:00:00.000Z"],
    ["quote", 47, "2024-01-09T13:01:00.000Z"],
    ["market_status", "open", "2024-01-09T14:30:00.000Z"],
    ["quote", 45, "2024-01-09T14:30:00.000Z"],
  ]);
  await client.close();
  await floor.server.close();
});

test("an unsubscribe message is refused without effect if it has members that its channel does not know", async () => {
  const floor = await openFloor();
  const client = await connected(floor.server, { headers: floor.headers });
  await client.ask({ action: "subscribe", channel: "quotes", symbols: ["ACME"], snapshot: false }, "subscribed");
  await client.ask({ action: "subscribe", channel: "clock", snapshot: false }, "subscribed");
  for (const [channel, members, parameter] of [
    ["quotes", { interval: "1m" }, "interval"],
    ["orders", { symbols: ["ACME"], interval: "1m" }, "interval"],
    ["clock", { symbols: ["ACME"] }, "symbols"],
    ["backtests", { symbols: [] }, "symbols"],
  ] as const) {
    const answer = await client.ask({ action: "unsubscribe", channel, ...members }, "unsubscribed");
    const reason = `must be left out: it has no effect on ${channel}`;
    expect(answer).toMatchObject({ type: "error", details: { errors: [{ in: "body", parameter, reason }] } });
  }
  const { subscriptions } = await client.ask({ action: "list" }, "subscriptions");
  expect(subscriptions).toEqual([
    { channel: "quotes", symbols: ["ACME"] },
    { channel: "clock", symbols: [] },
  ]);
  const ended = await client.ask({ action: "unsubscribe", channel: "quotes", symbols: ["ACME"] }, "unsubscribed");
  expect(ended).toMatchObject({ type: "unsubscribed", symbols: ["ACME"] });
  await client.close();
  await floor.server.close();
});
