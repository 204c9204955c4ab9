import { afterEach, describe, expect, test } from "vitest";
import { connected } from "../../support/stream-client.ts";
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

/** A buy limit for extended hours, at a price that no bar reaches. */
const anyHour = { type: "limit", limit_price: 50, time_in_force: "gtc", extended_hours: true };

describe("an order for extended hours", () => {
  test("works at once before the open and after the close, even if its symbol has no bars then", async () => {
    const floor = await open();
    floor.at("2024-01-08T16:30:00");
    expect((await floor.order(anyHour)).body).toMatchObject({ status: "new" });
    expect((await floor.order({ ...anyHour, extended_hours: false })).body.status).toBe("accepted");
    // FUND has only daily bars.
    expect((await floor.order({ ...anyHour, symbol: "FUND", limit_price: 10 })).body.status).toBe("new");
    floor.at("2024-01-08T19:59:59");
    expect((await floor.order(anyHour)).body.status).toBe("new");
    floor.at("2024-01-08T20:00:00");
    expect((await floor.order(anyHour)).body.status).toBe("accepted");
  });

  test("works from the next start of extended hours if it was placed while the market was closed", async () => {
    const floor = await open();
    const client = await connected(floor.server, { headers: floor.headers });
    await client.ask({ action: "subscribe", channel: "orders" }, "subscribed");
    floor.at("2024-01-08T21:00:00");
    await floor.order(anyHour);
    await floor.order({ ...anyHour, time_in_force: "opg" });
    floor.at("2024-01-09T03:59:59");
    expect((await floor.read("ord_1_1")).status).toBe("accepted");
    floor.at("2024-01-09T04:00:00");
    expect(await floor.read("ord_1_1")).toMatchObject({ status: "new", updated_at: "2024-01-09T09:00:00.000Z" });
    // This order waits for the opening auction.
    expect((await floor.read("ord_1_2")).status).toBe("accepted");
    const events = (await client.all())
      .filter(({ type }) => type === "order")
      .map(({ event, order, timestamp }) => [order.id, event, timestamp.slice(11, 19)]);
    expect(events).toEqual([
      ["ord_1_1", "accepted", "02:00:00"],
      ["ord_1_2", "accepted", "02:00:00"],
      ["ord_1_1", "new", "09:00:00"],
    ]);
    await client.close();
  });

  test("fills at the next price, which may be the session's open", async () => {
    const floor = await open();
    floor.at("2024-01-08T16:30:00");
    await floor.order({ extended_hours: true });
    await floor.order({ symbol: "FUND", extended_hours: true });
    floor.at("2024-01-09T10:00:00");
    expect(await floor.read("ord_1_1")).toMatchObject({
      average_fill_price: 97,
      filled_at: "2024-01-08T22:00:00.000Z",
    });
    expect(await floor.read("ord_1_2")).toMatchObject({
      average_fill_price: 26,
      filled_at: "2024-01-09T14:30:00.000Z",
    });
  });

  test("that arrives within a bar after the close can fill only at the bar's close", async () => {
    const floor = await open();
    floor.at("2024-01-08T17:00:30");
    expect((await floor.order({ extended_hours: true })).body.status).toBe("new");
    floor.at("2024-01-08T17:01:00");
    expect(await floor.read("ord_1_1")).toMatchObject({
      average_fill_price: 98,
      filled_at: "2024-01-08T22:01:00.000Z",
    });
  });
});
