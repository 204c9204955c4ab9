import { afterAll, expect, test } from "vitest";
import type { FaultRule } from "../../../src/schemas/faults.ts";
import { connected, type Message, type StreamClient } from "../../support/stream-client.ts";
import { openFloor, type Floor } from "../../support/trading-floor.ts";

const opened: Floor[] = [];
afterAll(() => Promise.all(opened.map(({ server }) => server.close())));

/** Opens a served test market with faults in its stream messages, and a stream client that subscribes to quotes. */
async function floorWithFaults(rules: readonly FaultRule[], seed = 0): Promise<{ floor: Floor; client: StreamClient }> {
  const floor = await openFloor({ stream: { messagesPerSecond: 1000 } });
  opened.push(floor);
  const answer = await floor.server.inject({
    method: "PUT",
    url: "/_replay/faults",
    headers: { authorization: floor.headers["authorization"]! },
    payload: { seed, rules },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return { floor, client: await follower(floor) };
}

async function follower(floor: Floor, from?: number): Promise<StreamClient> {
  const since = from === undefined ? { snapshot: false } : { from };
  const client = await connected(floor.server, { headers: floor.headers });
  await client.ask({ action: "subscribe", channel: "quotes", symbols: ["ACME", "FUND"], ...since }, "subscribed");
  return client;
}

const seqs = (messages: readonly Message[]): number[] =>
  messages.filter((one) => "seq" in one).map(({ seq }) => seq as number);
const offsets = (messages: readonly Message[]): number[] =>
  messages.filter((one) => "seq" in one).map(({ offset }) => offset as number);

test("a dropped stream message leaves a gap in the sequence numbers, and a duplicated message repeats its number", async () => {
  const { floor, client } = await floorWithFaults([
    { fault: "drop", every: 3, messages: ["quote"] },
    { fault: "duplicate", every: 4, messages: ["quote"] },
  ]);
  floor.at("2024-01-08T09:34:30");
  const messages = await client.all();
  // The market sends eight quotes of ACME: one at each open and close of a minute bar.
  expect(seqs(messages)).toEqual([1, 2, 4, 4, 5, 7, 8, 8]);
  const { events } = floor.session;
  expect(events.since(0, { quote: (symbol) => symbol === "ACME", bar: () => false })).toHaveLength(8);
  await client.close();
});

test("delaying a stream message also delays later messages, so that their order is kept", async () => {
  const { floor, client } = await floorWithFaults([{ fault: "delay", every: 2, delay_ms: 1 }]);
  floor.at("2024-01-08T09:34:30");
  expect(seqs(await client.all())).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  await client.close();
});

test("delayed stream messages are sent before an orderly close of the connection", async () => {
  const { floor, client } = await floorWithFaults([{ fault: "delay", every: 4, times: 1, delay_ms: 60_000 }]);
  floor.at("2024-01-08T09:34:30");
  for (let i = 0; i < 3; i++) await client.next("quote");
  client.say({ action: "ping" });
  // The server has received the ping, but its pong is delayed with the other messages.
  const [connection] = floor.server.hindcast.stream!.connections;
  const { lastHeardAt } = connection!;
  while (connection!.lastHeardAt === lastHeardAt) await new Promise((resolve) => setImmediate(resolve));
  expect(seqs(client.messages)).toEqual([1, 2, 3]);
  await floor.server.close();
  expect((await client.ended).code).toBe(1001);
  expect(seqs(client.messages)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test("a message can be replaced by a disconnect, after which resuming by offset loses and repeats nothing", async () => {
  const { floor, client } = await floorWithFaults([{ fault: "disconnect", every: 5 }]);
  const steady = floor.otherClient();
  floor.at("2024-01-09T09:32:30");
  let messages: Message[] = [];
  let current = client;
  for (let broken = 0; ; broken++) {
    const ended = await Promise.race([
      current.ended,
      current.all().then(
        () => undefined,
        () => current.ended,
      ),
    ]);
    messages = [...messages, ...current.messages.filter((one) => "seq" in one)];
    if (ended === undefined) {
      expect(broken).toBeGreaterThan(3);
      break;
    }
    expect(ended.code).toBe(1006);
    current = await follower(floor, offsets(messages).at(-1)! + 1);
  }
  const { events } = steady.session;
  const wanted = { quote: (symbol: string) => symbol === "ACME" || symbol === "FUND", bar: () => false };
  const all = events.since(0, wanted)!.filter(({ event }) => event.type === "quote");
  const quotes = messages.filter(({ type }) => type === "quote");
  expect(offsets(quotes)).toEqual(all.map(({ offset }) => offset));
  await current.close();
});

test("stream faults with the same seed drop the same messages, and do not affect accounts", async () => {
  const played = async (seed: number, rules: readonly FaultRule[]) => {
    const { floor, client } = await floorWithFaults(rules, seed);
    await client.ask({ action: "subscribe", channel: "orders" }, "subscribed");
    await floor.order();
    floor.at("2024-01-09T09:32:30");
    const messages = await client.all();
    await client.close();
    const past = floor.session.events.since(0)!;
    const transcript = past.map(({ event, offset }) => JSON.stringify([offset, { ...event, key: "" }]));
    return { lost: offsets(messages), transcript, account: await floor.account() };
  };
  const rules: FaultRule[] = [
    { fault: "drop", probability: 0.3 },
    { fault: "duplicate", probability: 0.2, messages: ["quote", "order"] },
  ];
  const plain = await played(0, []);
  const [one, again, other] = [await played(5, rules), await played(5, rules), await played(6, rules)];
  expect(again).toEqual(one);
  expect(one.lost).not.toEqual(plain.lost);
  expect(other.lost).not.toEqual(one.lost);
  for (const { transcript, account } of [one, other]) {
    expect(transcript).toEqual(plain.transcript);
    expect(account).toEqual(plain.account);
  }
});
