import { fc, test as property } from "@fast-check/vitest";
import { afterAll, beforeAll, expect } from "vitest";
import { type Client, createClient, type NewOrder } from "../../../src/client/create-client.ts";
import type { Stream } from "../../../src/client/stream.ts";
import type { HindcastServer } from "../../../src/server/build-server.ts";
import { upToClock } from "../../support/lockstep.ts";
import { runs } from "../../support/runs.ts";
import { servedMarket } from "../../support/served-market.ts";
import { FLOOR, FLOOR_OPEN } from "../../support/trading-floor.ts";

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
      scopes: ["market_data:read", "stream:read", "trading:read", "trading:write", "replay:control"],
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

/** Does some deeds in a session, in order. */
async function play(session: string, deeds: readonly Deed[], first: number): Promise<void> {
  const stream: Stream = await clients[0]!.withSession(session).stream();
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

const transcript = (id: string): readonly object[] => [...server.hindcast.sessions.get(id).events.since(0)!];

property.prop([fc.array(deed, { minLength: 4, maxLength: 24, size: "max" }), fc.nat(24)], runs(12))(
  "a fork in which the same is done comes to the same transcript, whoever acts in it",
  async (deeds, at) => {
    const [client] = clients;
    const { session: origin } = await client!.createSession({
      mode: "lockstep",
      symbols: ["ACME"],
      interval: "1m",
      from: "2024-01-08T14:30:00Z",
      to: "2024-01-08T15:00:00Z",
    });
    const branch = Math.min(at, deeds.length);
    await play(origin, deeds.slice(0, branch), 0);
    const { session: fork } = await client!.forkSession(origin);
    expect(transcript(fork)).toEqual(transcript(origin));
    await play(origin, deeds.slice(branch), branch);
    await play(fork, deeds.slice(branch), branch);
    expect(transcript(fork)).toEqual(transcript(origin));
    for (const one of clients) {
      const [theirs, ours] = [origin, fork].map((id) => one.withSession(id));
      expect(await ours!.fills()).toEqual(await theirs!.fills());
      expect(await ours!.portfolio()).toEqual(await theirs!.portfolio());
    }
    await client!.deleteSession(origin);
    await client!.deleteSession(fork);
  },
);
