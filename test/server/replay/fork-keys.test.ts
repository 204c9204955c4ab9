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

/** Number of API keys that trade in one session. The first key holds the stream connection. */
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

/** A request with one of the keys, or "ack", the client's acknowledgment that advances the clock. */
type Action = "ack" | { readonly key: number; readonly run: (client: Client, name: string) => Promise<unknown> };

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

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Action>("ack") },
  {
    weight: 8,
    arbitrary: fc.record({
      key: fc.nat(KEYS - 1),
      run: fc.oneof(
        { weight: 4, arbitrary: order.map((one) => (client: Client, name: string) => client.placeOrder(one, name)) },
        fc.constantFrom(
          // The first request for an account creates it.
          (client: Client) => client.account(),
          (client: Client) => client.cancelOrders(),
          (client: Client) => client.closePosition("ACME").catch(() => undefined),
          (client: Client) => client.resetAccount({ cash: 5_000 }),
        ),
      ),
    }),
  },
);

/** Performs actions one after another in a lockstep session. */
async function playInLockstep(session: string, actions: readonly Action[], first: number): Promise<void> {
  const stream: ClientStream = await clients[0]!.withSession(session).stream();
  stream.subscribe({ channel: "clock" });
  let clock = (await upToClock(stream)).at(-1);
  for (const [place, one] of actions.entries()) {
    if (one !== "ack") await one.run(clients[one.key]!.withSession(session), `deed-${first + place}`);
    else if (clock.state !== "completed") {
      stream.ack(clock.seq);
      clock = (await upToClock(stream)).at(-1);
    }
  }
  stream.close();
  while ((await stream.next()) !== undefined);
}

/** Performs actions in a session that is advanced over HTTP. An action that the original session refuses is refused in the fork, too. */
async function play(session: string, actions: readonly Action[], first: number): Promise<void> {
  const refused = (error: unknown): void => expect(error).toBeInstanceOf(ClientError);
  for (const [place, one] of actions.entries()) {
    if (one === "ack") await clients[0]!.withSession(session).advance({ by: "bar" }).catch(refused);
    else await one.run(clients[one.key]!.withSession(session), `deed-${first + place}`).catch(refused);
  }
}

/** Forks a session after some actions and performs the remaining ones in the original and in the fork. Expects equal event transcripts. */
async function expectSame(
  mode: "lockstep" | "free",
  run: typeof play,
  actions: readonly Action[],
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
  // Reading the offset starts to record the transcript of the original session.
  expect(events(origin).offset).toBe(0);
  const branch = Math.min(at, actions.length);
  await run(origin, actions.slice(0, branch), 0);
  const { session: fork } = await client!.forkSession(origin);
  const { oldest, offset } = events(fork);
  expect(offset).toBe(events(origin).offset);
  const transcript = (id: string): readonly object[] => [...events(id).since(oldest)!];
  expect(transcript(fork)).toEqual(transcript(origin));
  await run(origin, actions.slice(branch), branch);
  await run(fork, actions.slice(branch), branch);
  expect(transcript(fork)).toEqual(transcript(origin));
  for (const one of clients) {
    const [theirs, ours] = [origin, fork].map((id) => one.withSession(id));
    expect(await ours!.fills()).toEqual(await theirs!.fills());
    expect(await ours!.portfolio()).toEqual(await theirs!.portfolio());
  }
  await client!.deleteSession(origin);
  await client!.deleteSession(fork);
}

describe("performing the same actions in a session and its fork, with several API keys, gives equal event transcripts", () => {
  const many = fc.array(action, { minLength: 4, maxLength: 24, size: "max" });

  property([many, fc.nat(24)], runs(10))("for a lockstep session forked at any step", async (actions, at) => {
    await expectSame("lockstep", playInLockstep, actions, at);
  });

  property([many, fc.nat(24)], runs(10))("for a session that is advanced over HTTP", async (actions, at) => {
    await expectSame("free", play, actions, at);
  });
});
