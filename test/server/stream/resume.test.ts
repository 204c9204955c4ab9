import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { connected, type Message, type StreamClient } from "../../support/stream-client.ts";
import { keyFor } from "../../support/served-sample.ts";
import { runs } from "../../support/runs.ts";
import { type Floor, FLOOR_OPEN, openFloor } from "../../support/trading-floor.ts";
import { property } from "../../support/property.ts";

const floor = await openFloor({ stream: { messagesPerSecond: 1000 } });
const { server, headers } = floor;
afterAll(() => server.close());

const SYMBOLS = ["ACME", "FUND", "BTCUSD", "^IDX"];
const subscriptions = (from: number | undefined) => [
  {
    action: "subscribe",
    channel: "quotes",
    symbols: SYMBOLS,
    snapshot: false,
    ...(from === undefined ? {} : { from }),
  },
  { action: "subscribe", channel: "orders", ...(from === undefined ? {} : { from }) },
];

async function open(from?: number): Promise<StreamClient> {
  const client = await connected(server, { headers });
  for (const one of subscriptions(from)) await client.ask(one, "subscribed");
  return client;
}

const placed = (messages: readonly Message[]): Message[] =>
  messages.filter(
    ({ offset, snapshot, type }) =>
      offset !== undefined && snapshot !== true && type !== "welcome" && type !== "replay_completed",
  );

/** A message without its sequence number, which differs between connections. */
function withoutSeq(messagesAfter: Message): Message {
  const { seq: _, ...message } = messagesAfter;
  return message;
}

describe("a stream client that reconnects and resumes from an event offset", () => {
  test("gets every message once, like a client that stayed connected", async () => {
    const staying = await open();
    let leaving = await open();
    const received: Message[] = [];
    for (const time of ["08T09:31:30", "08T09:33:00", "08T16:00:00", "09T09:30:00", "09T09:32:00"]) {
      await floor.order({ quantity: 1 }).catch(() => {});
      floor.at(`2024-01-${time}`);
      await leaving.all();
      received.push(...placed(leaving.messages).map(withoutSeq));
      await leaving.close();
      floor.session.advance(floor.session.now + 7_000_000);
      await floor.order({ type: "limit", limit_price: 1, time_in_force: "gtc", quantity: 1 });
      const from = Math.max(-1, ...received.map(({ offset }) => offset as number)) + 1;
      leaving = await open(from);
    }
    await leaving.all();
    received.push(...placed(leaving.messages).map(withoutSeq));
    await staying.all();
    // The two channels are sent again one after the other, each in order.
    const byOffset = received.toSorted((a, b) => (a["offset"] as number) - (b["offset"] as number));
    expect(byOffset).toEqual(placed(staying.messages).map(withoutSeq));
    expect(byOffset.length).toBeGreaterThan(20);
    expect(new Set(byOffset.map(({ type }) => type as string))).toEqual(
      new Set(["quote", "order", "entry", "market_status", "corporate_action"]),
    );
    await staying.close();
    await leaving.close();
  });

  test("is refused if the offset or its epoch does not exist", async () => {
    const client = await connected(server, { headers });
    const { offset } = floor.session.events;
    const ask = (more: object) =>
      client.ask({ action: "subscribe", channel: "quotes", symbols: ["ACME"], ...more }, "subscribed");
    expect(await ask({ from: offset + 1 })).toMatchObject({
      type: "error",
      details: { reason: "offset_unavailable", epoch: 1, oldest: 0, offset },
    });
    expect(await ask({ from: 0, epoch: 2 })).toMatchObject({ type: "error", code: "INVALID_PARAMETERS" });
    expect(await ask({ epoch: 1 })).toMatchObject({
      type: "error",
      details: {
        errors: [{ parameter: "epoch", value: 1, reason: "must be left out unless from is given" }],
      },
    });
    expect((await client.ask({ action: "list" }, "subscriptions"))["subscriptions"]).toEqual([]);
    expect(await ask({ from: offset, epoch: 1 })).toMatchObject({ type: "subscribed" });
    await client.close();
  });

  test("gets no orders of other API keys", async () => {
    const client = await connected(server, { headers: keyFor(server) });
    await client.ask({ action: "subscribe", channel: "orders", from: 0 }, "subscribed");
    expect(await client.all()).toEqual([]);
    await client.close();
  });

  test("can resume only from the time at which the server began to record the session's events", async () => {
    const messagesAfter = async (first: (one: Floor) => Promise<void>) => {
      const one = await openFloor();
      await first(one);
      const client = await connected(one.server, { headers: one.headers });
      const answer = await client.ask({ action: "subscribe", channel: "orders", from: 0 }, "subscribed");
      const kinds = (await client.all()).map(({ type, event, entry }) => `${type} ${event ?? entry?.kind}`);
      await client.close();
      await one.server.close();
      return answer["type"] === "error" ? answer["details"] : kinds;
    };
    const order = (one: Floor) => one.order({ type: "limit", limit_price: 1, time_in_force: "gtc" });
    expect(
      await messagesAfter(async (one) => {
        await (await connected(one.server, { headers: one.headers })).close();
        await order(one);
      }),
    ).toEqual(["entry deposit", "order new"]);
    expect(
      await messagesAfter(async (one) => {
        one.session.step("event", 1);
        await order(one);
      }),
    ).toEqual(["entry deposit", "order new"]);
    // The deposit and the order came before events were recorded.
    expect(
      await messagesAfter(async (one) => {
        await order(one);
        one.session.step("event", 1);
      }),
    ).toMatchObject({ reason: "offset_unavailable", oldest: 2 });
    expect(
      await messagesAfter(async (one) => {
        await order(one);
        one.at("2024-01-08T09:32:00");
      }),
      // Earlier events are the deposit, the order and, for each of two bars, the bar, its quote and the quote of the next open.
    ).toMatchObject({ reason: "offset_unavailable", oldest: 8 });
  });

  test("gets bars that the server builds from shorter ones, too", async () => {
    const other = await openFloor({ stream: { messagesPerSecond: 1000 } });
    const first = await connected(other.server, { headers: other.headers });
    const subscription = { action: "subscribe", channel: "bars", symbols: ["ACME"], interval: "2m" };
    await first.ask(subscription, "subscribed");
    other.at("2024-01-08T09:32:00");
    const [seen] = await first.all();
    await first.close();
    other.at("2024-01-08T09:36:00");
    const second = await connected(other.server, { headers: other.headers });
    await second.ask({ ...subscription, from: (seen!["offset"] as number) + 1 }, "subscribed");
    expect((await second.all()).filter(({ type }) => type === "bar").map(({ bar }) => bar.timestamp as string)).toEqual(
      ["2024-01-08T14:32:00.000Z", "2024-01-08T14:34:00.000Z"],
    );
    await second.close();
    await other.server.close();
  });
});

describe("no stream message contains data from after the market time", () => {
  const step = fc.oneof(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: 30_000_000 }));
  property(
    [fc.array(fc.tuple(step, fc.constantFrom(1, 5, 6, 7) as fc.Arbitrary<1 | 5 | 6 | 7>), { maxLength: 12 })],
    runs(12),
  )("in a session that advances in random steps", async (steps) => {
    const other = await openFloor({ stream: { messagesPerSecond: 1000 } });
    const client = await connected(other.server, { headers: other.headers });
    for (const one of subscriptions(undefined)) await client.ask(one, "subscribed");
    await client.ask({ action: "subscribe", channel: "bars", symbols: ["ACME"], interval: "5m" }, "subscribed");
    await other.order({ time_in_force: "gtc" });
    let now = FLOOR_OPEN;
    let last = -1;
    for (const [ms, phase] of steps) {
      now += ms;
      other.session.advance(now, phase);
      const shown = new Date(other.session.now).toISOString();
      for (const { type, timestamp, offset } of placed(await client.all())) {
        expect([type, timestamp <= shown]).toEqual([type, true]);
        expect(offset).toBeGreaterThanOrEqual(last);
        last = offset as number;
      }
    }
    await client.close();
    await other.server.close();
  });
});
