import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { connected, type Message, type StreamClient } from "../../support/stream-client.ts";
import { openFloor } from "../../support/trading-floor.ts";

const { server, headers } = await openFloor({ stream: { connectionsPerKey: 100 } });
afterAll(() => server.close());
const { authorization } = headers as { authorization: string };

const SYMBOLS = ["ACME", "BTCUSD", "FUND"];

async function ask(path: string, session: string, payload: object): Promise<any> {
  const answer = await server.inject({
    method: "POST",
    url: path,
    headers: { authorization, "x-replay-session": session },
    payload,
  });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json();
}

/** Opens a session with two orders at its start, and stream clients that subscribe to everything. */
async function opened(range: object, count: number): Promise<{ id: string; clients: readonly StreamClient[] }> {
  const { session: id } = await ask("/_replay/sessions", "main", range);
  const clients = await Promise.all(
    Array.from({ length: count }, () =>
      connected(server, { headers: { authorization }, path: `/v2/stream?session=${id}` }),
    ),
  );
  await Promise.all(
    clients.map(async (client) => {
      client.say({ action: "subscribe", channel: "quotes", symbols: SYMBOLS, snapshot: false });
      client.say({ action: "subscribe", channel: "bars", symbols: ["ACME"], interval: "1m" });
      await client.ask({ action: "subscribe", channel: "orders", id: "last" }, "subscribed");
      while (client.messages.at(-1)?.["id"] !== "last") await client.next("subscribed");
    }),
  );
  void server.hindcast.sessions.get(id).events.offset;
  const order = { symbol: "ACME", side: "buy", time_in_force: "gtc", quantity: 10 };
  await ask("/v2/trading/orders", id, { ...order, type: "market" });
  await ask("/v2/trading/orders", id, { ...order, type: "limit", limit_price: 100.5 });
  return { id, clients };
}

const transcriptOf = (id: string): readonly object[] =>
  server.hindcast.sessions
    .get(id)
    .events.since(0)!
    .map(({ event, offset }) => ({ offset, ...event }));

const state = (id: string): string => server.hindcast.sessions.get(id).clock.state;

const atSpeed = (speed: number | "max") => async (id: string) => {
  await ask("/_replay/speed", id, { speed });
  await ask("/_replay/resume", id, {});
  while (state(id) !== "completed") await sleep(2);
};

const stepped = async (id: string): Promise<void> => {
  while (state(id) !== "completed") await ask("/_replay/advance", id, { by: "event" });
};

const MINUTES = { from: "2024-01-08T14:30:00Z", to: "2024-01-08T14:39:00Z" };
/** From shortly before the close of a bar until shortly after the next open. */
const MOMENT = { from: "2024-01-08T14:30:59.700Z", to: "2024-01-08T14:31:00.200Z" };

describe.each([
  ["1,000 times real time", MINUTES, atSpeed(1000)],
  ["full speed", MINUTES, atSpeed("max")],
  ["event steps", MINUTES, stepped],
  ["real time", MOMENT, atSpeed(1)],
] as const)("a session advanced at %s", (_, range, move) => {
  test.each([1, 50])("sends all its events in order to each of %i clients", async (count) => {
    const stepwise = await opened(range, 0);
    await ask("/_replay/advance", stepwise.id, { until: range.to });
    const reference = transcriptOf(stepwise.id);
    expect(reference.length).toBeGreaterThan(5);

    const { id, clients } = await opened(range, count);
    await move(id);
    expect(transcriptOf(id)).toEqual(reference);
    const messages = reference
      .filter((one: Message) => one["type"] !== "quote" || SYMBOLS.includes(one["symbol"] as string))
      .map(({ key: _key, ...event }: Message) => ({ ...event, epoch: 1 }));
    for (const client of clients) {
      await client.next("replay_completed");
      const numbered = client.messages.filter((one) => "seq" in one);
      expect(numbered.map(({ seq: _seq, ...message }) => message)).toEqual(messages);
      expect(numbered.map(({ seq }) => seq as number)).toEqual(messages.map((_event, i) => i + 1));
    }
    await Promise.all(clients.map((client) => client.close()));
    for (const one of [id, stepwise.id])
      await server.inject({ method: "DELETE", url: `/_replay/sessions/${one}`, headers: { authorization } });
  });
});
