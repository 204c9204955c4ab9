import { afterAll, describe, expect, test } from "vitest";
import { connected, type Message } from "../../support/stream-client.ts";
import { keyFor } from "../../support/served-sample.ts";
import { buyAndHold } from "../../../strategies/buy-and-hold.ts";
import { openFloor } from "../../support/trading-floor.ts";

const floor = await openFloor();
afterAll(() => floor.server.close());
const ORDERS = { action: "subscribe", channel: "orders" };

const brief = ({ type, event, order, fill, entry, timestamp }: Message) =>
  type === "order"
    ? [event, order.id, order.status, fill?.price, timestamp.slice(11, 19)]
    : [entry.kind, entry.quantity, entry.amount, entry.order_id, timestamp.slice(11, 19)];

describe("order messages in the stream", () => {
  test("are sent only to the owner of the account, with every ledger entry", async () => {
    const other = floor.otherClient();
    const [mine, theirs] = [
      await connected(floor.server, { headers: floor.headers }),
      await connected(floor.server, { headers: other.headers }),
    ];
    await mine.ask(ORDERS, "subscribed");
    await theirs.ask(ORDERS, "subscribed");
    await floor.order();
    await floor.order({ type: "limit", limit_price: 100, quantity: 5 });
    floor.at("2024-01-08T09:32:30");
    expect((await mine.all()).map(brief)).toEqual([
      ["deposit", 0, 100_000, null, "14:30:30"],
      ["new", "ord_1_1", "new", undefined, "14:30:30"],
      ["new", "ord_1_2", "new", undefined, "14:30:30"],
      // Both orders were placed within the bar, so they can only fill at its close.
      ["fill", "ord_1_1", "filled", 101, "14:31:00"],
      ["fill", 10, -1010, "ord_1_1", "14:31:00"],
      ["fill", "ord_1_2", "filled", 100, "14:32:00"],
      ["fill", 5, -500, "ord_1_2", "14:32:00"],
    ]);
    expect(await theirs.all()).toEqual([]);
    await other.order({ symbol: "FUND", quantity: 1 });
    const [deposit, entered] = await theirs.all();
    expect(deposit).toMatchObject({ type: "entry", seq: 1 });
    expect(entered).toMatchObject({ type: "order", seq: 2, order: { symbol: "FUND" } });
    expect(await mine.all()).toEqual([]);
    await mine.close();
    await theirs.close();
  });

  test("are in one sequence with quotes, and market events precede the fills that they cause", async () => {
    const client = await connected(floor.server, { headers: floor.headers });
    await client.ask(ORDERS, "subscribed");
    await client.ask({ action: "subscribe", channel: "quotes", symbols: ["FUND"], snapshot: false }, "subscribed");
    await floor.order({ symbol: "FUND", quantity: 4, time_in_force: "gtc" });
    floor.at("2024-01-08T16:00:00");
    await floor.order({
      symbol: "FUND",
      side: "sell",
      type: "limit",
      limit_price: 60,
      quantity: 4,
      time_in_force: "gtc",
    });
    floor.at("2024-01-09T09:30:00");
    const received = (await client.all()).map(({ type, event, entry, status, symbol }) => [
      type,
      event ?? entry?.kind ?? status ?? symbol,
    ]);
    expect(received.slice(0, 6)).toEqual([
      ["order", "new"],
      ["market_status", "post"],
      ["quote", "FUND"],
      ["order", "fill"],
      ["entry", "fill"],
      ["order", "accepted"],
    ]);
    expect(received.slice(-6)).toEqual([
      ["corporate_action", "FUND"],
      ["order", "adjusted"],
      ["entry", "split"],
      ["market_status", "open"],
      ["quote", "FUND"],
      ["order", "new"],
    ]);
    await client.close();
  });

  test("add up to the cash of the account, even after an account reset", async () => {
    const client = await connected(floor.server, { headers: floor.headers });
    await client.ask({ ...ORDERS, from: 0 }, "subscribed");
    await floor.ask("POST", "/account/reset", { cash: 5000 });
    await floor.order({ quantity: 1 });
    floor.at("2024-01-09T09:32:00");
    const entries = (await client.all()).filter(({ type }) => type === "entry").map(({ entry }) => entry);
    const deposit = entries.findLastIndex(({ kind }) => kind === "deposit");
    expect(entries[deposit]).toMatchObject({ sequence: 1, amount: 5000 });
    const cash = entries.slice(deposit).reduce((sum, { amount }) => sum + (amount as number), 0);
    expect(cash).toBe((await floor.account()).cash);
    expect(cash).toBe(5000 - 91);
    await client.close();
  });

  test("are limited to the symbols that the subscription names", async () => {
    const client = await connected(floor.server, { headers: floor.headers });
    await client.ask({ ...ORDERS, symbols: ["FUND"] }, "subscribed");
    await floor.order({ quantity: 1 });
    await floor.order({ quantity: 1, symbol: "FUND" });
    expect((await client.all()).map(({ order }) => order.symbol as string)).toEqual(["FUND"]);
    expect((await client.ask({ action: "list" }, "subscriptions"))["subscriptions"]).toEqual([
      { channel: "orders", symbols: ["FUND"] },
    ]);
    await client.close();
  });

  test("are not subscribed to if all symbols of the subscription are rejected", async () => {
    const client = await connected(floor.server, { headers: floor.headers });
    expect(await client.ask({ ...ORDERS, symbols: ["NONE"] }, "subscribed")).toMatchObject({
      symbols: [],
      rejected: [{ symbol: "NONE" }],
    });
    expect((await client.ask({ action: "list" }, "subscriptions"))["subscriptions"]).toEqual([]);
    await client.close();
  });

  test("include a snapshot of the account's open orders on request", async () => {
    const trader = floor.otherClient();
    const subscription = { ...ORDERS, snapshot: true };
    const early = await connected(floor.server, { headers: trader.headers });
    await early.ask(subscription, "subscribed");
    expect(await early.all()).toEqual([]);
    await trader.order({ type: "limit", limit_price: 50, quantity: 3, time_in_force: "gtc" });
    await trader.order({ symbol: "FUND", type: "limit", limit_price: 20, quantity: 2, time_in_force: "gtc" });
    const ended = await trader.order({ type: "limit", limit_price: 51, quantity: 1, time_in_force: "gtc" });
    await trader.ask("DELETE", `/orders/${ended.body.id}`);
    const client = await connected(floor.server, { headers: trader.headers });
    await client.ask(subscription, "subscribed");
    const received = await client.all();
    expect(received).toMatchObject([
      { type: "order", seq: 1, snapshot: true, event: "new", order: { symbol: "ACME", limit_price: 50 } },
      { type: "order", seq: 2, snapshot: true, order: { symbol: "FUND", limit_price: 20 } },
    ]);
    expect(received[0]!["order"]).toEqual(await trader.read(received[0]!["order"].id));
    expect(received[0]!["offset"]).toBe(trader.session.events.offset - 1);
    await client.ask({ ...subscription, symbols: ["FUND"] }, "subscribed");
    expect((await client.all()).map(({ order }) => order.symbol as string)).toEqual(["FUND"]);
    const stranger = await connected(floor.server, { headers: floor.otherClient().headers });
    await stranger.ask(subscription, "subscribed");
    expect(await stranger.all()).toEqual([]);
    for (const one of [early, client, stranger]) await one.close();
  });

  test("need an API key with the scope to read orders", async () => {
    const headers = keyFor(floor.server, "pro", ["stream:read"]);
    const client = await connected(floor.server, { headers });
    const answer = await client.ask({ ...ORDERS, id: "7" }, "subscribed");
    expect(answer).toMatchObject({
      type: "error",
      code: "INSUFFICIENT_SCOPE",
      details: { required_scope: "trading:read" },
      id: "7",
    });
    expect(await client.ask({ action: "subscribe", channel: "backtests" }, "subscribed")).toMatchObject({
      code: "INSUFFICIENT_SCOPE",
    });
    await client.close();
  });
});

test("the stream sends the status of a backtest only to its owner", async () => {
  const strategies = [{ strategy: buyAndHold, file: "", sourceHash: "" }];
  const floorWithStrategy = await openFloor({ strategies, backtestThreads: { threads: 0 } });
  const mine = await connected(floorWithStrategy.server, { headers: floorWithStrategy.headers });
  const theirs = await connected(floorWithStrategy.server, { headers: floorWithStrategy.otherClient().headers });
  for (const client of [mine, theirs]) await client.ask({ action: "subscribe", channel: "backtests" }, "subscribed");
  const subscription = { strategy: "buy-and-hold", symbols: ["FUND"], from: "2024-01-04", to: "2024-01-05" };
  const { body, status } = await floorWithStrategy.ask("POST", "/backtests", subscription);
  expect([status, body]).toMatchObject([202, {}]);
  await floorWithStrategy.ask("DELETE", `/backtests/${body.id}`);
  const received = await mine.all();
  expect(received).toMatchObject([
    { type: "backtest", seq: 1, backtest: { id: body.id, status: "queued", progress: 0 } },
    { type: "backtest", seq: 2, backtest: { id: body.id, status: "canceled" } },
  ]);
  expect(received[0]).not.toHaveProperty("offset");
  expect(await theirs.all()).toEqual([]);
  // A client that subscribes later gets the current status, unless it asks for no snapshot.
  const later = await connected(floorWithStrategy.server, { headers: floorWithStrategy.headers });
  await later.ask({ action: "subscribe", channel: "backtests", snapshot: false }, "subscribed");
  expect(await later.all()).toEqual([]);
  await later.ask({ action: "subscribe", channel: "backtests" }, "subscribed");
  const { seq: _, ...last } = received[1]!;
  expect(await later.all()).toEqual([{ ...last, seq: 1, snapshot: true }]);
  for (const client of [mine, theirs, later]) await client.close();
  await floorWithStrategy.server.close();
});

test("the successor of a rotated API key receives the order messages of its predecessor", async () => {
  const { keys } = floor.server.hindcast;
  const [, id] = /hc_([^_]+)_/.exec(floor.headers["authorization"]!)!;
  const { text } = keys.rotate(id!)!;
  const client = await connected(floor.server, { headers: { authorization: `Bearer ${text}` } });
  await client.ask({ ...ORDERS, from: 0 }, "subscribed");
  expect((await client.all()).length).toBeGreaterThan(10);
  await client.close();
});
