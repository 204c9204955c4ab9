import { afterAll, expect, test } from "vitest";
import { openFloor } from "../../support/trading-floor.ts";

const floor = await openFloor();
afterAll(() => floor.server.close());

for (let i = 1; i <= 7; i++) {
  const symbol = i % 2 === 0 ? "FUND" : "ACME";
  await floor.order({ symbol, type: "limit", limit_price: 40 + i, quantity: i });
}
await floor.ask("DELETE", "/orders/ord_1_3");
await floor.order({ quantity: 3 });
await floor
  .order({ quantity: 4, symbol: "BTCUSD", type: "limit", limit_price: 30_000 })
  .then(({ status }) => expect(status).toBe(422));
floor.at("2024-01-08T09:31");
await floor.order({ side: "sell", quantity: 3 });
floor.at("2024-01-08T09:32");

const ids = async (query: string): Promise<readonly string[]> => {
  const { status, body } = await floor.get(`/orders${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body.orders as { id: string }[]).map(({ id }) => id.replace("ord_1_", ""));
};

test("the API lists orders by status, newest first", async () => {
  expect(await ids("")).toEqual(["7", "6", "5", "4", "2", "1"]);
  expect(await ids("?status=closed")).toEqual(["9", "8", "3"]);
  expect(await ids("?status=all&direction=asc")).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
});

test("the API filters orders by symbols, side and time", async () => {
  expect(await ids("?symbols=fund,^IDX")).toEqual(["6", "4", "2"]);
  expect(await ids("?status=all&side=sell")).toEqual(["9"]);
  expect(await ids("?status=all&after=2024-01-08T14:30:30Z")).toEqual(["9"]);
  expect(await ids("?status=all&until=2024-01-08T14:30:29.999Z")).toEqual([]);
});

test("the list of orders reads times without an offset in the time zone of the exchange", async () => {
  expect(await ids("?status=all&after=2024-01-08T09:30:30")).toEqual(["9"]);
  expect(await ids("?status=all&until=2024-01-08T09:30:29.999")).toEqual([]);
  // A date means midnight in New York, which is 05:00 UTC.
  floor.at("2024-01-08T19:30");
  await floor.order({ type: "limit", limit_price: 1, quantity: 1 });
  expect(await ids("?status=all&after=2024-01-09")).toEqual([]);
  expect(await ids("?status=all&until=2024-01-09&limit=1")).toEqual(["10"]);
  await floor.ask("DELETE", "/orders/ord_1_10");
});

test("the API lists orders in pages without gaps", async () => {
  for (const direction of ["asc", "desc"]) {
    const all = await ids(`?status=all&direction=${direction}`);
    const paged: string[] = [];
    let token: string | null = "";
    while (token !== null) {
      const from: string = token === "" ? "" : `&page_token=${token}`;
      const query = `?status=all&limit=4&direction=${direction}${from}`;
      paged.push(...(await ids(query)));
      token = (await floor.get(`/orders${query}`)).body.next_page_token as string | null;
    }
    expect(paged).toEqual(all);
  }
});

test("the lists of orders and fills refuse invalid query parameters", async () => {
  for (const query of [
    "?limit=0",
    "?limit=1001",
    "?limit=1e2",
    "?page_token=abc",
    "?after=soon",
    "?status=new",
    "?symbols=ACME,",
    "?symbols=ACME,,FUND",
    "?symbols=ACME,-",
    `?symbols=${"A".repeat(26)}`,
    "?x=1",
  ])
    expect((await floor.get(`/orders${query}`)).status, query).toBe(400);
});

test("the API lists fills latest first, or in pages oldest first", async () => {
  expect((await floor.get("/fills")).body.fills).toMatchObject([
    { id: "fill_1_2", order_id: "ord_1_9", side: "sell", quantity: 3, price: 102 },
    { id: "fill_1_1", order_id: "ord_1_8", side: "buy", quantity: 3, price: 101 },
  ]);
  const { body } = await floor.get("/fills?limit=1&direction=asc");
  expect(body.fills).toMatchObject([{ id: "fill_1_1" }]);
  const next = await floor.get(`/fills?limit=1&direction=asc&page_token=${body.next_page_token}`);
  expect(next.body).toMatchObject({ fills: [{ id: "fill_1_2" }], next_page_token: null });
  expect((await floor.get("/orders/ord_1_8/fills")).body.fills).toHaveLength(1);
  expect((await floor.get("/orders/ord_1_1/fills")).body.fills).toEqual([]);
});
