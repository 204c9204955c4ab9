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

/** A buy limit at a price that no bar reaches, valid until a time in UTC. */
const until = (expires_at: string) => ({ type: "limit", limit_price: 50, time_in_force: "gtd", expires_at });

describe("a good-till-date order", () => {
  test("expires even while the market is closed, and releases its reserved cash", async () => {
    const floor = await open();
    await floor.order(until("2024-01-09T03:00:00Z"));
    floor.at("2024-01-08T21:59:59");
    expect(await floor.read("ord_1_1")).toMatchObject({ status: "new", expired_at: null });
    // The order reserves ten times its limit of 50.
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

  test("expires at its exact time within a bar, whatever the steps of the clock", async () => {
    const floor = await open();
    await floor.order(until("2024-01-08T14:32:30Z"));
    await floor.order(until("2024-01-08T14:31:15Z"));
    floor.at("2024-01-08T09:31:20");
    expect((await floor.read("ord_1_1")).status).toBe("new");
    expect((await floor.read("ord_1_2")).expired_at).toBe("2024-01-08T14:31:15.000Z");
    floor.at("2024-01-08T15:00:00");
    expect((await floor.read("ord_1_1")).expired_at).toBe("2024-01-08T14:32:30.000Z");
  });

  test("is reported as expired once, in order of time, however the clock advances", async () => {
    const floor = await open();
    const client = await connected(floor.server, { headers: floor.headers });
    await client.ask({ action: "subscribe", channel: "orders" }, "subscribed");
    await floor.order(until("2024-01-08T14:31:45Z"));
    await floor.order(until("2024-01-08T14:31:15Z"));
    await floor.order(until("2024-01-08T14:35:30Z"));
    const expiries = async () =>
      (await client.all())
        .filter(({ event }) => event === "expired")
        .map(({ order, timestamp }) => [order.id, timestamp]);
    expect(await expiries()).toEqual([]);
    floor.at("2024-01-08T09:31:45");
    expect(await expiries()).toEqual([
      ["ord_1_2", "2024-01-08T14:31:15.000Z"],
      ["ord_1_1", "2024-01-08T14:31:45.000Z"],
    ]);
    floor.at("2024-01-08T11:00:00");
    expect(await expiries()).toEqual([["ord_1_3", "2024-01-08T14:35:30.000Z"]]);
    await client.close();
  });

  test("stops a clock that advances event by event at the time of expiry", async () => {
    const floor = await open();
    await floor.order(until("2024-01-08T14:30:45Z"));
    const { session } = floor;
    session.step("event", 1);
    expect(session.now).toBe(Date.parse("2024-01-08T14:30:45Z"));
    expect((await floor.read("ord_1_1")).status).toBe("expired");
    session.step("event", 1);
    expect(session.now).toBe(Date.parse("2024-01-08T14:31:00Z"));
  });

  test("stays expired after its session is restored from the state file", async () => {
    const floor = (await open()).openSession(FLOOR, { id: "kept", start: FLOOR_OPEN });
    await floor.order(until("2024-01-09T03:00:00Z"));
    floor.at("2024-01-08T23:00:00");
    const before = await floor.read("ord_1_1");
    expect(before.status).toBe("expired");
    expect(await floor.reopened().read("ord_1_1")).toEqual(before);
  });

  test("stays expired after its session is restored with the commands that followed the expiry", async () => {
    const floor = (await open()).openSession(FLOOR, { id: "kept", start: FLOOR_OPEN });
    await floor.order(until("2024-01-08T23:00:00Z"));
    floor.at("2024-01-08T18:30:00");
    await floor.order({ symbol: "FUND", time_in_force: "gtc" });
    floor.at("2024-01-08T18:45:00");
    const before = (await floor.get("/orders?status=all")).body as unknown;
    expect(before).toMatchObject({ orders: [{ status: "accepted" }, { status: "expired" }] });
    const again = floor.reopened();
    expect((await again.get("/orders?status=all")).body).toEqual(before);
  });
});
