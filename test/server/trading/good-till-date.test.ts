import { afterEach, describe, expect, test } from "vitest";
import { connected } from "../../support/stream-client.ts";
import { FLOOR, FLOOR_OPEN, type Floor, openFloor } from "../../support/trading-floor.ts";

const floors: Floor[] = [];
const open = async (): Promise<Floor> => {
  const floor = await openFloor();
  floors.push(floor);
  return floor;
};
afterEach(async () => {
  for (const floor of floors.splice(0)) await floor.server.close();
});

/** A buy of ten that no bar reaches, until a time of UTC. */
const until = (expires_at: string) => ({ type: "limit", limit_price: 50, time_in_force: "gtd", expires_at });

describe("an order that is good till a date", () => {
  test("ends at its time while the market is closed, and holds no cash any more", async () => {
    const floor = await open();
    await floor.order(until("2024-01-09T03:00:00Z"));
    floor.at("2024-01-08T21:59:59");
    expect(await floor.read("ord_1_1")).toMatchObject({ status: "new", expired_at: null });
    // Ten at the limit, 50.
    expect(await floor.account()).toMatchObject({ reserved_cash: 500 });
    floor.at("2024-01-08T22:00:00");
    expect(await floor.read("ord_1_1")).toMatchObject({
      status: "expired",
      expired_at: "2024-01-09T03:00:00.000Z",
      updated_at: "2024-01-09T03:00:00.000Z",
      reject_reason: { code: "time_passed" },
    });
    expect(await floor.account()).toMatchObject({ reserved_cash: 0 });
    expect((await floor.get("/orders?status=open")).body.orders).toEqual([]);
  });

  test("ends inside a bar at its time, whatever lies between one look and the next", async () => {
    const floor = await open();
    await floor.order(until("2024-01-08T14:32:30Z"));
    await floor.order(until("2024-01-08T14:31:15Z"));
    floor.at("2024-01-08T09:31:20");
    expect((await floor.read("ord_1_1")).status).toBe("new");
    expect((await floor.read("ord_1_2")).expired_at).toBe("2024-01-08T14:31:15.000Z");
    floor.at("2024-01-08T15:00:00");
    expect((await floor.read("ord_1_1")).expired_at).toBe("2024-01-08T14:32:30.000Z");
  });

  test("is told once, at its time and in the order of times, however the session moves on", async () => {
    const floor = await open();
    const client = await connected(floor.server, { headers: floor.headers });
    await client.ask({ action: "subscribe", channel: "orders" }, "subscribed");
    await floor.order(until("2024-01-08T14:31:45Z"));
    await floor.order(until("2024-01-08T14:31:15Z"));
    await floor.order(until("2024-01-08T14:35:30Z"));
    const told = async () =>
      (await client.all())
        .filter(({ event }) => event === "expired")
        .map(({ order, timestamp }) => [order.id, timestamp]);
    expect(await told()).toEqual([]);
    floor.at("2024-01-08T09:31:45");
    expect(await told()).toEqual([
      ["ord_1_2", "2024-01-08T14:31:15.000Z"],
      ["ord_1_1", "2024-01-08T14:31:45.000Z"],
    ]);
    floor.at("2024-01-08T11:00:00");
    expect(await told()).toEqual([["ord_1_3", "2024-01-08T14:35:30.000Z"]]);
    await client.close();
  });

  test("stops a session that goes on by events", async () => {
    const floor = await open();
    await floor.order(until("2024-01-08T14:30:45Z"));
    const { session } = floor;
    session.step("event", 1);
    expect(session.now).toBe(Date.parse("2024-01-08T14:30:45Z"));
    expect((await floor.read("ord_1_1")).status).toBe("expired");
    session.step("event", 1);
    expect(session.now).toBe(Date.parse("2024-01-08T14:31:00Z"));
  });

  test("has ended when its session is taken up again", async () => {
    const floor = (await open()).beside(FLOOR, { id: "kept", start: FLOOR_OPEN });
    await floor.order(until("2024-01-09T03:00:00Z"));
    floor.at("2024-01-08T23:00:00");
    const before = await floor.read("ord_1_1");
    expect(before.status).toBe("expired");
    expect(await floor.again().read("ord_1_1")).toEqual(before);
  });

  test("has ended when its session is taken up again, with other commands since", async () => {
    const floor = (await open()).beside(FLOOR, { id: "kept", start: FLOOR_OPEN });
    await floor.order(until("2024-01-08T23:00:00Z"));
    floor.at("2024-01-08T18:30:00");
    await floor.order({ symbol: "FUND", time_in_force: "gtc" });
    floor.at("2024-01-08T18:45:00");
    const before = (await floor.get("/orders?status=all")).body as unknown;
    expect(before).toMatchObject({ orders: [{ status: "accepted" }, { status: "expired" }] });
    const again = floor.again();
    expect((await again.get("/orders?status=all")).body).toEqual(before);
  });
});
