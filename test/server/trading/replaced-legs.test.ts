import { afterEach, expect, test } from "vitest";
import { type Floor, openFloor } from "../../support/trading-floor.ts";

const floors: Floor[] = [];
const open = async (): Promise<Floor> => {
  const floor = await openFloor();
  floors.push(floor);
  return floor;
};
afterEach(async () => {
  for (const floor of floors.splice(0)) await floor.server.close();
});

const BRACKET = { order_class: "bracket", take_profit: { limit_price: 120 }, stop_loss: { stop_price: 90 } };
const legsOf = async (floor: Floor, id: string): Promise<string[]> => (await floor.read(id)).legs as string[];

test("the replacement of an exit takes the exit's place among the legs of the entry", async () => {
  const floor = await open();
  await floor.order(BRACKET);
  await floor.ask("PATCH", "/orders/ord_1_2", { limit_price: 125 });
  expect(await legsOf(floor, "ord_1_1")).toEqual(["ord_1_4", "ord_1_3"]);
  floor.at("2024-01-08T09:32:00");
  await floor.ask("PATCH", "/orders/ord_1_3", { stop_price: 92 });
  await floor.ask("PATCH", "/orders/ord_1_4", { limit_price: 126 });
  expect(await legsOf(floor, "ord_1_1")).toEqual(["ord_1_6", "ord_1_5"]);
  const leg = await floor.read("ord_1_6");
  expect(leg).toMatchObject({ parent_order_id: "ord_1_1", replaces: "ord_1_4", status: "new" });
  expect(await floor.read("ord_1_4")).toMatchObject({ status: "replaced", replaced_by: "ord_1_6" });
});

test("the replacement of an OCO order, and of an exit whose entry was replaced, takes the place of the old order", async () => {
  const floor = await open();
  await floor.order({ ...BRACKET, type: "limit", limit_price: 99 });
  await floor.ask("PATCH", "/orders/ord_1_1", { limit_price: 98.5 });
  await floor.ask("PATCH", "/orders/ord_1_3", { stop_price: 91 });
  expect(await legsOf(floor, "ord_1_4")).toEqual(["ord_1_2", "ord_1_5"]);
  await floor.order();
  floor.at("2024-01-08T09:32:00");
  const pair = await floor.order({ ...BRACKET, order_class: "oco", type: "limit", side: "sell" });
  expect(pair.body).toMatchObject({ id: "ord_1_7", legs: ["ord_1_8"] });
  await floor.ask("PATCH", "/orders/ord_1_8", { stop_price: 91 });
  expect(await legsOf(floor, "ord_1_7")).toEqual(["ord_1_9"]);
});

test("when an entry is replaced, its open exits wait for the new entry, and its ended exits stay with the old one", async () => {
  const floor = await open();
  const entry = { ...BRACKET, type: "limit", limit_price: 99 };
  await floor.order(entry);
  expect((await floor.ask("PATCH", "/orders/ord_1_1", { limit_price: 98.5 })).body).toMatchObject({
    id: "ord_1_4",
    legs: ["ord_1_2", "ord_1_3"],
  });
  expect(await floor.read("ord_1_2")).toMatchObject({ status: "held", parent_order_id: "ord_1_4" });
  // Canceling one exit cancels the other, too. Exits that have ended do not move to the new entry.
  await floor.ask("DELETE", "/orders/ord_1_2");
  expect((await floor.ask("PATCH", "/orders/ord_1_4", { limit_price: 98 })).body).toMatchObject({
    id: "ord_1_5",
    order_class: "bracket",
    legs: [],
  });
  expect(await legsOf(floor, "ord_1_4")).toEqual(["ord_1_2", "ord_1_3"]);
  for (const id of ["ord_1_2", "ord_1_3"])
    expect(await floor.read(id)).toMatchObject({ status: "canceled", parent_order_id: "ord_1_4" });
});

test("a replacement that is refused does not change the legs of the order", async () => {
  const floor = await open();
  await floor.order(BRACKET);
  expect((await floor.ask("PATCH", "/orders/ord_1_2", { limit_price: -1 })).status).toBe(400);
  expect(await legsOf(floor, "ord_1_1")).toEqual(["ord_1_2", "ord_1_3"]);
});
