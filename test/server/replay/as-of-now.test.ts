import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, createClient } from "../../../src/client/create-client.ts";
import type { HindcastServer } from "../../../src/server/build-server.ts";
import { followed, upToClock } from "../../support/lockstep.ts";
import { market, ny, series, stock } from "../../support/recorded-by-hand.ts";
import { type Ask, asking, servedMarket } from "../../support/served-market.ts";

/** A stock that closes at 101 and opens the next session at 107. */
const GAP = market({
  instruments: [stock("ACME")],
  series: [series("ACME", "1m", "2024-01-08T09:30 100 102 99 101 1000\n2024-01-08T09:31 107 109 106 108 1000")],
});
const NOW = new Date(ny("2024-01-08T09:31")).toISOString();

let server: HindcastServer;
let client: Client;
let ask: Ask;
beforeAll(async () => {
  server = await servedMarket(GAP, ny("2024-01-08T09:29"));
  ask = asking(server);
  const scopes = ["market_data:read", "stream:read", "trading:read", "trading:write", "replay:control"] as const;
  const { text } = server.hindcast.keys.create({ name: "test", tier: "pro", scopes });
  client = createClient({ baseUrl: await server.listen({ port: 0 }), apiKey: text });
});
afterAll(() => server.close());

/** Prices in a session, without the header X-As-Of and with the current market time as X-As-Of. */
async function prices(session: string): Promise<number[]> {
  const own = { "x-replay-session": session };
  const quotes = [await ask("stocks/ACME/quote", undefined, own)];
  quotes.push(await ask("stocks/ACME/quote", undefined, { ...own, "x-as-of": NOW }));
  return quotes.map(({ json }) => json.price as number);
}

describe("a request with the current market time in X-As-Of does not reveal the next open", () => {
  const terms = { from: "2024-01-08T14:30:00Z", to: "2024-01-08T15:00:00Z" };

  test("while the clock is between a close and the next open", async () => {
    const { session } = await client.createSession(terms);
    const own = client.withSession(session);
    expect(await own.advance({ by: "bar" })).toMatchObject({ now: NOW });
    expect(await prices(session)).toEqual([101, 101]);
    await own.advance({ by: "event" });
    expect(await prices(session)).toEqual([107, 107]);
  });

  test("while a lockstep session waits for its client's acknowledgment", async () => {
    const { session } = await client.createSession({ ...terms, mode: "lockstep", symbols: ["ACME"], interval: "1m" });
    const stream = await followed(client.withSession(session));
    stream.ack((await upToClock(stream)).at(-1).seq);
    expect((await upToClock(stream)).at(-1)).toMatchObject({ now: NOW, phase: "hooks" });
    expect(await prices(session)).toEqual([101, 101]);
    stream.close();
  });
});
