import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { connected, type Message, type StreamClient } from "../../support/stream-client.ts";
import { quotes, stock } from "../../support/recorded-by-hand.ts";
import { FLOOR, FLOOR_OPEN, openFloor } from "../../support/trading-floor.ts";

const MINUTE = 60_000;
const floor = await openFloor(
  { stream: { messagesPerSecond: 1000 } },
  {
    ...FLOOR,
    instruments: [...FLOOR.instruments, stock("EURUSD", { assetClass: "forex", zone: "UTC", calendar: "24/7" })],
    quotes: [
      quotes("EURUSD", [
        [FLOOR_OPEN - MINUTE, 1.1, 1.2],
        [FLOOR_OPEN + MINUTE, 1.3, 1.4],
        [FLOOR_OPEN + 2 * MINUTE, NaN, 1.5],
      ]),
    ],
  },
);
afterAll(() => floor.server.close());
const { headers } = floor;
const open = (): Promise<StreamClient> => connected(floor.server, { headers });
const quotesOf = (...symbols: string[]) => ({ action: "subscribe", channel: "quotes", symbols });

/** A quote read over HTTP, which the streamed quote must equal. */
async function overHttp(symbol: string): Promise<Message> {
  const path = symbol === "BTCUSD" ? "crypto/BTCUSD" : symbol === "EURUSD" ? "forex/EURUSD" : `stocks/${symbol}`;
  const answer = await floor.server.inject({ url: `/v2/market-data/${path}/quote`, headers });
  return answer.json();
}

describe("streamed quotes", () => {
  test("start with the current quote and are sent at opens and closes of bars", async () => {
    const client = await open();
    const subscribed = await client.ask({ ...quotesOf("acme"), id: "a" }, "subscribed");
    expect(subscribed).toMatchObject({ channel: "quotes", symbols: ["ACME"], rejected: [], id: "a" });
    expect(await client.all()).toEqual([
      {
        type: "quote",
        seq: 1,
        epoch: 1,
        offset: -1,
        snapshot: true,
        symbol: "ACME",
        price: 100,
        bid: null,
        ask: null,
        change: 0,
        change_percent: 0,
        volume: 0,
        market_status: "open",
        timestamp: "2024-01-08T14:30:00.000Z",
      },
    ]);
    floor.at("2024-01-08T09:31:00");
    const [close, opening, ...more] = await client.all();
    expect(close).toMatchObject({ seq: 2, offset: 0, price: 101, volume: 1000, timestamp: "2024-01-08T14:31:00.000Z" });
    // The message with the bar has the offset between the two quotes.
    expect(opening).toMatchObject({ seq: 3, offset: 2, price: 101 });
    expect(more).toEqual([]);
    await client.close();
  });

  test("equal the quotes over HTTP at the same market time", async () => {
    const client = await open();
    for (const time of ["09:31:30", "09:32:00", "09:33:00", "16:00:00", "17:00:30"]) {
      floor.at(`2024-01-08T${time}`);
      for (const symbol of ["ACME", "FUND", "^IDX", "BTCUSD", "EURUSD"]) {
        await client.ask(quotesOf(symbol), "subscribed");
        const streamed = await client.next("quote");
        const served = await overHttp(symbol);
        expect([symbol, streamed["timestamp"]]).toEqual([symbol, served["timestamp"]]);
        if (symbol === "EURUSD") {
          const { bid, ask } = streamed;
          if (served["indicative"] === false) expect({ bid, ask }).toEqual({ bid: served["bid"], ask: served["ask"] });
          expect(streamed["change"]).toBe(served["change_24h"]);
        } else if (symbol === "BTCUSD") {
          expect(streamed).toMatchObject({
            price: served["price"],
            change: served["change_24h"],
            change_percent: served["change_percent_24h"],
            volume: served["volume_24h"],
          });
        } else {
          const { price, change, change_percent, volume, market_status } = served;
          expect(streamed).toMatchObject({ price, change, change_percent, volume, market_status });
        }
      }
    }
    await client.close();
  });

  test("are accompanied by market status changes and corporate actions, each once and in the same order for every client", async () => {
    const clients = await Promise.all([open(), open()]);
    for (const client of clients) {
      await client.ask({ ...quotesOf("FUND", "ACME"), snapshot: false }, "subscribed");
      await client.ask({ action: "subscribe", channel: "bars", symbols: ["FUND"] }, "subscribed");
    }
    floor.at("2024-01-09T09:30:30");
    const [one, other] = await Promise.all(clients.map((client) => client.all()));
    expect(other).toEqual(one);
    expect(one!.map(({ type, symbol, status, price }) => [type, symbol ?? status, price])).toEqual([
      ["quote", "ACME", 98],
      ["market_status", "closed", undefined],
      ["market_status", "pre", undefined],
      ["corporate_action", "FUND", undefined],
      ["market_status", "open", undefined],
      ["quote", "ACME", 90],
      ["quote", "FUND", 26],
    ]);
    expect(one![3]).toMatchObject({ kind: "split", ratio: 2, cash: 0, timestamp: "2024-01-09T14:30:00.000Z" });
    expect(one!.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    await Promise.all(clients.map((client) => client.close()));
  });

  test("are refused for unknown symbols and for symbols that are not listed yet", async () => {
    const client = await open();
    const answer = await client.ask(quotesOf("ACME", "ACMF", "BTC"), "subscribed");
    expect(answer["symbols"]).toEqual(["ACME"]);
    expect(answer["rejected"]).toEqual([
      expect.objectContaining({ symbol: "ACMF", code: "SYMBOL_NOT_FOUND", suggestion: "ACME" }),
      expect.objectContaining({ symbol: "BTC", suggestion: "BTCUSD" }),
    ]);
    await client.close();
  });

  test("end when the client unsubscribes", async () => {
    const client = await open();
    await client.ask({ ...quotesOf("ACME", "FUND"), snapshot: false }, "subscribed");
    const listed = async () => (await client.ask({ action: "list" }, "subscriptions"))["subscriptions"] as unknown;
    expect(await listed()).toEqual([{ channel: "quotes", symbols: ["ACME", "FUND"] }]);
    const ended = await client.ask(
      { action: "unsubscribe", channel: "quotes", symbols: ["ACME", "MSFT"] },
      "unsubscribed",
    );
    expect(ended["symbols"]).toEqual(["ACME"]);
    expect(await listed()).toEqual([{ channel: "quotes", symbols: ["FUND"] }]);
    floor.at("2024-01-09T09:31:00");
    expect(await client.all()).toEqual([]);
    expect((await client.ask({ action: "unsubscribe", channel: "quotes" }, "unsubscribed"))["symbols"]).toEqual([
      "FUND",
    ]);
    expect(await listed()).toEqual([]);
    await client.close();
  });

  test("are conflated on request, but the last quote is always sent", async () => {
    const other = await openFloor();
    const client = await connected(other.server, { headers: other.headers });
    await client.ask({ ...quotesOf("ACME"), snapshot: false, conflate_ms: 60 }, "subscribed");
    other.at("2024-01-08T09:31:30");
    expect((await client.next("quote"))["price"]).toBe(101);
    other.at("2024-01-08T09:34:30");
    const last = await client.next("quote");
    // Conflated are the open of 9:31, and the closes and opens of 9:32, 9:33 and 9:34.
    expect(last).toMatchObject({ price: 99, seq: 2, conflated: 7, timestamp: "2024-01-08T14:34:00.000Z" });
    await client.close();
    await other.server.close();
  });
});

test("conflated quotes that are not sent yet are dropped if the session seeks backwards", async () => {
  const other = await openFloor();
  const client = await connected(other.server, { headers: other.headers });
  await client.ask({ ...quotesOf("ACME"), snapshot: false, conflate_ms: 30 }, "subscribed");
  other.at("2024-01-08T09:34:30").at("2024-01-09T09:30:30");
  other.session.seek(FLOOR_OPEN);
  expect(await client.next("warning")).toMatchObject({ code: "SESSION_RESTARTED" });
  await sleep(60);
  expect(await client.all()).toEqual([]);
  other.at("2024-01-08T09:31:00");
  expect(await client.next("quote")).toMatchObject({ epoch: 2, timestamp: "2024-01-08T14:31:00.000Z" });
  await client.close();
  await other.server.close();
});

test("the stream reports a restart at a later time as a restart, not as a seek", async () => {
  const other = await openFloor();
  const client = await connected(other.server, { headers: other.headers });
  await client.ask({ ...quotesOf("ACME"), snapshot: false }, "subscribed");
  other.session.start({ start: FLOOR_OPEN + 60_000 });
  expect(await client.next("warning")).toMatchObject({
    code: "SESSION_RESTARTED",
    message: "the session restarted at 2024-01-08T14:31:30.000Z: earlier offsets are no longer valid",
  });
  await client.close();
  await other.server.close();
});

test("only quotes have the members symbol and price together, so that a naive client prints only quotes", async () => {
  const other = await openFloor();
  const client = await connected(other.server, { headers: other.headers });
  for (const channel of ["quotes", "bars"])
    await client.ask({ action: "subscribe", channel, symbols: ["ACME", "FUND"] }, "subscribed");
  await client.ask({ action: "subscribe", channel: "orders" }, "subscribed");
  await client.ask({ action: "subscribe", channel: "clock" }, "subscribed");
  await other.order();
  other.at("2024-01-09T12:00:00");
  await client.all();
  const naive = client.messages.filter((message) => "symbol" in message && "price" in message);
  expect(new Set(naive.map(({ type }) => type as string))).toEqual(new Set(["quote"]));
  const types = new Set(client.messages.map(({ type }) => type as string));
  for (const type of ["welcome", "quote", "bar", "order", "entry", "corporate_action", "market_status", "clock"])
    expect(types).toContain(type);
  expect(client.messages.filter(({ schemaErrors }) => schemaErrors !== undefined)).toEqual([]);
  await client.close();
  await other.server.close();
});
