import { createClient, type Client } from "hindcast/client";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { HindcastServer } from "../../src/server/build-server.ts";
import { servedMarket } from "../support/served-market.ts";
import { FLOOR, FLOOR_OPEN } from "../support/trading-floor.ts";

let server: HindcastServer;
let client: Client;

beforeAll(async () => {
  server = await servedMarket(FLOOR, FLOOR_OPEN);
  const { text } = server.hindcast.keys.create({
    name: "test",
    tier: "pro",
    scopes: ["market_data:read", "trading:read", "trading:write", "replay:control"],
  });
  client = createClient({ baseUrl: await server.listen({ port: 0 }), apiKey: text });
});
afterAll(() => server.close());

async function all<Entry>(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const list: Entry[] = [];
  for await (const entry of entries) list.push(entry);
  return list;
}

test("the client library reads long lists page by page, only as far as the caller iterates", async () => {
  const { session } = await client.createSession({ from: "2024-01-08T14:30:00Z" });
  const own = client.withSession(session);
  await own.advance({ by: "bar" });
  const ids: string[] = [];
  for (let price = 10; price < 15; price++) {
    const rests = { symbol: "ACME", side: "buy", type: "limit", quantity: 1, limit_price: price } as const;
    ids.unshift((await own.placeOrder(rests)).id);
  }
  const seen: string[] = [];
  for await (const { id } of own.eachOrder({ status: "all", limit: 2 })) seen.push(id);
  expect(seen).toEqual(ids);
  const order = vi.spyOn(own, "orders");
  for await (const { id } of own.eachOrder({ limit: 2 })) if (id === ids[1]) break;
  expect(order.mock.calls).toEqual([[{ limit: 2 }]]);
  for (let bar = 0; bar < 3; bar++) {
    await own.placeOrder({ symbol: "ACME", side: "buy", type: "market", quantity: 1 });
    await own.advance({ by: "bar" });
  }
  const { fills } = await own.fills();
  expect(fills).not.toHaveLength(0);
  expect(await all(own.eachFill({ limit: 1 }))).toEqual(fills);
  expect(await all(own.eachSymbol({ limit: 1 }))).toEqual((await own.symbols()).symbols);
  await expect(all(own.eachOrder({ page_token: "?" }))).rejects.toMatchObject({ code: "INVALID_PARAMETERS" });
  await client.deleteSession(session);
});

test.each([1, 2, 3])("the client library reads the fills of an order in pages of %i fills", async (limit) => {
  // Orders fill one share per bar, 0.1% of the bar's volume of 1,000 shares.
  const settings = { volume_share: 0.001 };
  const { session } = await client.createSession({ from: "2024-01-08T14:30:00Z", symbols: ["ACME"], settings });
  const own = client.withSession(session);
  await own.advance({ by: "bar" });
  const request = { symbol: "ACME", side: "buy", type: "market", quantity: 4 } as const;
  const [order, other] = [await own.placeOrder(request), await own.placeOrder({ ...request, quantity: 1 })];
  await own.advance({ by: "bar", count: 5 });
  const { fills } = await own.orderFills(order.id);
  expect(fills).toHaveLength(4);
  expect(fills.map(({ order_id }) => order_id)).toEqual(Array(4).fill(order.id));
  expect(await all(own.eachOrderFill(order.id, { limit }))).toEqual(fills);
  await expect(all(own.eachOrderFill(`${other.id}0`))).rejects.toMatchObject({ code: "ORDER_NOT_FOUND" });
  await client.deleteSession(session);
});
