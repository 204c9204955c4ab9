import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { ClientError } from "../../../src/client/client-error.ts";
import { type Client, createClient } from "../../../src/client/create-client.ts";
import type { NewOrder } from "../../../src/client/requests/trading-requests.ts";
import type { ClientStream } from "../../../src/client/stream.ts";
import type { HindcastServer } from "../../../src/server/build-server.ts";
import { upToClock } from "../../support/lockstep.ts";
import { runs } from "../../support/runs.ts";
import { servedMarket } from "../../support/served-market.ts";
import { FLOOR, FLOOR_OPEN } from "../../support/trading-floor.ts";
import { property } from "../../support/property.ts";

/** How many keys act in one session; the first has its connection. */
const KEYS = 3;

let server: HindcastServer;
let clients: readonly Client[];

beforeAll(async () => {
  server = await servedMarket(FLOOR, FLOOR_OPEN);
  const baseUrl = await server.listen({ port: 0, host: "127.0.0.1" });
  clients = Array.from({ length: KEYS }, () => {
    const { text: apiKey } = server.hindcast.keys.create({
      name: "test",
      tier: "enterprise",
      scopes: ["market_data:read", "stream:read", "trading:read", "trading:write", "replay:control", "admin"],
    });
    return createClient({ baseUrl, apiKey });
  });
});
afterAll(() => server.close());

/** What one key does; or the word that lets the clock go on. */
type Deed = "ack" | { readonly key: number; readonly does: (client: Client, name: string) => Promise<unknown> };

const order: fc.Arbitrary<NewOrder> = fc
  .record({
    symbol: fc.constant("ACME"),
    side: fc.constantFrom("buy", "buy", "sell"),
    type: fc.constantFrom("market", "limit"),
    quantity: fc.integer({ min: 1, max: 600 }),
  })
  .map((one) => ({
    ...one,
    side: one.side as "buy",
    type: one.type as "limit",
    ...(one.type === "limit" && { limit_price: 101 }),
  }));

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Deed>("ack") },
  {
    weight: 8,
    arbitrary: fc.record({
      key: fc.nat(KEYS - 1),
      does: fc.oneof(
        { weight: 4, arbitrary: order.map((one) => (client: Client, name: string) => client.placeOrder(one, name)) },
        fc.constantFrom(
          // Who only looks has an account from then on.
          (client: Client) => client.account(),
          (client: Client) => client.cancelOrders(),
          (client: Client) => client.closePosition("ACME").catch(() => undefined),
          (client: Client) => client.resetAccount({ cash: 5_000 }),
        ),
      ),
    }),
  },
);

/** Does some deeds in a session in lockstep, in order. */
async function playInLockstep(session: string, deeds: readonly Deed[], first: number): Promise<void> {
  const stream: ClientStream = await clients[0]!.withSession(session).stream();
  stream.subscribe({ channel: "clock" });
  let clock = (await upToClock(stream)).at(-1);
  for (const [place, one] of deeds.entries()) {
    if (one !== "ack") await one.does(clients[one.key]!.withSession(session), `deed-${first + place}`);
    else if (clock.state !== "completed") {
      stream.ack(clock.seq);
      clock = (await upToClock(stream)).at(-1);
    }
  }
  stream.close();
  while ((await stream.next()) !== undefined);
}

/** The same in a session that is moved over HTTP. What is refused there is refused in a fork too. */
async function play(session: string, deeds: readonly Deed[], first: number): Promise<void> {
  const refused = (error: unknown): void => expect(error).toBeInstanceOf(ClientError);
  for (const [place, one] of deeds.entries()) {
    if (one === "ack") await clients[0]!.withSession(session).advance({ by: "bar" }).catch(refused);
    else await one.does(clients[one.key]!.withSession(session), `deed-${first + place}`).catch(refused);
  }
}

/** Forks a session after some deeds, and does the others in both: from where the fork knows its transcript on, both have the same. */
async function expectSame(
  mode: "lockstep" | "free",
  does: typeof play,
  deeds: readonly Deed[],
  at: number,
): Promise<void> {
  const [client] = clients;
  const { session: origin } = await client!.createSession({
    mode,
    symbols: ["ACME"],
    interval: "1m",
    from: "2024-01-08T14:30:00Z",
    to: "2024-01-08T15:00:00Z",
  });
  const events = (id: string) => server.hindcast.sessions.get(id).events;
  // Its transcript begins when somebody first asks.
  expect(events(origin).offset).toBe(0);
  const branch = Math.min(at, deeds.length);
  await does(origin, deeds.slice(0, branch), 0);
  const { session: fork } = await client!.forkSession(origin);
  const { oldest, offset } = events(fork);
  expect(offset).toBe(events(origin).offset);
  const transcript = (id: string): readonly object[] => [...events(id).since(oldest)!];
  expect(transcript(fork)).toEqual(transcript(origin));
  await does(origin, deeds.slice(branch), branch);
  await does(fork, deeds.slice(branch), branch);
  expect(transcript(fork)).toEqual(transcript(origin));
  for (const one of clients) {
    const [theirs, ours] = [origin, fork].map((id) => one.withSession(id));
    expect(await ours!.fills()).toEqual(await theirs!.fills());
    expect(await ours!.portfolio()).toEqual(await theirs!.portfolio());
  }
  await client!.deleteSession(origin);
  await client!.deleteSession(fork);
}

describe("a fork in which the same is done comes to the same transcript, whoever acts in it", () => {
  const many = fc.array(deed, { minLength: 4, maxLength: 24, size: "max" });

  property([many, fc.nat(24)], runs(10))("in lockstep, from the beginning on", async (deeds, at) => {
    await expectSame("lockstep", playInLockstep, deeds, at);
  });

  property([many, fc.nat(24)], runs(10))("in a session that is moved over HTTP", async (deeds, at) => {
    await expectSame("free", play, deeds, at);
  });
});
