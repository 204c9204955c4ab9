import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, createClient } from "../../../src/client/create-client.ts";
import type { HindcastServer } from "../../../src/server/build-server.ts";
import { followed, upToClock } from "../../support/lockstep.ts";
import { servedMarket } from "../../support/served-market.ts";
import { FLOOR, FLOOR_OPEN } from "../../support/trading-floor.ts";

let server: HindcastServer;
let client: Client;

beforeAll(async () => {
  server = await servedMarket(FLOOR, FLOOR_OPEN);
  const apiKey = server.hindcast.keys.create({
    name: "test",
    tier: "pro",
    scopes: ["market_data:read", "stream:read", "trading:read", "trading:write", "replay:control"],
  }).text;
  client = createClient({ baseUrl: await server.listen({ port: 0 }), apiKey });
});
afterAll(() => server.close());

/** Orders to place, by the step of the clock at which they are placed. */
const ORDERS: Readonly<Record<number, object>> = {
  1: { side: "buy", type: "market", sizing: { percent: 0.5 } },
  2: { side: "sell", type: "limit", quantity: 100, limit_price: 103.5 },
  3: { side: "sell", type: "market", quantity: 50 },
  4: { side: "buy", type: "market", quantity: 7 },
};

async function made(): Promise<string> {
  const { session } = await client.createSession({
    mode: "lockstep",
    symbols: ["ACME"],
    interval: "1m",
    from: "2024-01-08T14:30:00Z",
    to: "2024-01-08T15:00:00Z",
    settings: { commission: { model: "percent", rate: 0.000123 } },
  });
  return session;
}

const order = (own: Client, step: number, key?: string) =>
  own.placeOrder({ symbol: "ACME", ...ORDERS[step] } as Parameters<Client["placeOrder"]>[0], key);

/** Acknowledges steps and places their orders, from one step to another. The last step is not acknowledged. */
async function play(own: Client, after: number, until: number): Promise<readonly object[]> {
  const stream = await followed(own, 0);
  let messages = await upToClock(stream);
  const all = [...messages];
  for (;;) {
    const { seq, step, state } = messages.at(-1);
    if (step > after && ORDERS[step] !== undefined && state !== "completed")
      await order(own, step, `step ${step}`.replace(" ", "-"));
    if (state === "completed" || step === until) break;
    stream.ack(seq);
    messages = await upToClock(stream);
    all.push(...messages);
  }
  stream.close();
  while ((await stream.next()) !== undefined);
  // Messages that were sent again come channel by channel, so their sequence numbers differ.
  const placed = all.filter(({ type }) => type !== "clock").map((message) => ({ ...message, seq: 0 }));
  return placed.toSorted((a, b) => a.offset - b.offset);
}

const transcript = (id: string): readonly object[] => [...server.hindcast.sessions.get(id).events.since(0)!];

test("a fork of a lockstep session continues from the step of the fork with the same messages as the original", async () => {
  const whole = await made();
  const expected = await play(client.withSession(whole), -1, Infinity);
  expect(transcript(whole).filter(({ event }: any) => event.event === "fill")).toHaveLength(4);

  const origin = await made();
  await play(client.withSession(origin), -1, 3);
  const { session: fork, ...record } = await client.forkSession(origin);
  expect(record).toMatchObject({ step: 3, phase: "hooks", mode: "lockstep", state: "paused", epoch: 1 });
  expect(record.run).toEqual((await client.forkSession(origin)).run);
  const own = client.withSession(fork);
  expect(transcript(fork)).toEqual(transcript(origin));
  expect(await own.account()).toEqual(await client.withSession(origin).account());
  // An order repeated with its Idempotency-Key returns the order of the original session.
  const [again] = [await order(own, 3, "step-3")];
  expect(again).toEqual(await client.withSession(origin).order(again.id));
  expect((await own.orders({ status: "all" })).orders).toHaveLength(3);

  expect(await play(own, 3, Infinity)).toEqual(expected);
  expect(transcript(fork)).toEqual(transcript(whole));
  const fills = async (id: string) => (await client.withSession(id).fills()).fills;
  expect(await fills(fork)).toEqual(await fills(whole));
  // The clock of the original session has not moved.
  expect(await client.withSession(origin).replayClock()).toMatchObject({ step: 3 });
  expect(await fills(origin)).toHaveLength(2);
});

test("a fork of a completed lockstep session is completed, and a fork of a new one is new", async () => {
  const fresh = await client.forkSession(await made());
  expect(fresh).toMatchObject({ step: 0, now: "2024-01-08T14:29:59.999Z" });
  const origin = await made();
  await play(client.withSession(origin), -1, Infinity);
  const completed = await client.forkSession(origin);
  expect(completed).toMatchObject({ state: "completed" });
  expect(transcript(completed.session)).toEqual(transcript(origin));
});
