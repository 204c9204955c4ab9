import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { floorOver, openOrders, ready } from "../support/kept-floor.ts";
import { seededRandom } from "../support/series.ts";
import { connected } from "../support/stream-client.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import type { Floor, Answer } from "../support/trading-floor.ts";

const { folder } = temporaryFiles();
let states = 0;
const state = (): string => join(folder, `${++states}.db`);
const LIMIT = { type: "limit", limit_price: 50 };

/** A disk that can be filled and freed. */
interface Disk {
  fill(): void;
  free(): void;
}

/** A disk that is full as soon as the database may not grow. SQLite reports a forbidden growth like a full disk. */
function limitedDisk({ server }: Floor): Disk {
  const { database } = server.hindcast.store;
  return {
    fill: () => database.exec("PRAGMA max_page_count = 1"),
    free: () => database.exec("PRAGMA max_page_count = 1073741823"),
  };
}

const MOUNT = join(folder, "disk");
const canMount: boolean = (() => {
  try {
    mkdirSync(MOUNT);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "none", MOUNT], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();
afterAll(() => {
  // Unmounts lazily (-l), since SQLite may keep the file open until its statements are garbage-collected.
  if (canMount) execFileSync("umount", ["-l", MOUNT]);
});

/** A mounted file system, filled by writing files. */
const MOUNTED: Disk = {
  fill() {
    try {
      for (let i = 0; ; i++) writeFileSync(join(MOUNT, `ballast-${i}`), Buffer.alloc(4_096));
    } catch (error) {
      expect((error as { code: string }).code).toBe("ENOSPC");
    }
  },
  free: () => execFileSync("sh", ["-c", `rm -f ${MOUNT}/ballast-*`]),
};

/** Places orders until the server refuses one. Returns the response that refused it. */
async function untilFull(floor: Floor, disk: Disk): Promise<Answer> {
  disk.fill();
  for (let i = 0; i < 5_000; i++) {
    const answer = await floor.order(LIMIT);
    if (answer.status !== 201) return answer;
  }
  throw new Error("the disk is not full");
}

/** Frees disk space and waits until the server has recovered. */
async function untilFree(floor: Floor, disk: Disk): Promise<void> {
  disk.free();
  await vi.waitFor(async () => expect((await ready(floor)).status).toBe(200), { timeout: 20_000 });
}

/** Returns everything the server knows about an account, and expects the same after a restart. */
async function afterRestart(floor: Floor, path: string): Promise<unknown> {
  const accountData = async (one: Floor): Promise<unknown> => [
    (await one.get("/orders?status=all&limit=1000")).body,
    (await one.get("/fills?limit=1000")).body,
    (await one.get("/account")).body,
  ];
  const before = await accountData(floor);
  await floor.server.close();
  const again = await floorOver(path, floor.headers);
  expect(await accountData(again)).toEqual(before);
  await again.server.close();
  return before;
}

const REFUSED = {
  status: 503,
  headers: { "retry-after": "5" },
  body: { error: { code: "SERVICE_UNAVAILABLE", details: { reason: "database or disk is full" } } },
};

describe.concurrent("while the disk of the state file is full", () => {
  test("orders are refused, and once there is space, the server continues with all acknowledged orders", async () => {
    const path = state();
    const floor = await floorOver(path);
    const disk = limitedDisk(floor);
    expect(await untilFull(floor, disk)).toMatchObject(REFUSED);
    expect(await floor.order(LIMIT)).toMatchObject(REFUSED);
    expect(await floor.get("/orders")).toMatchObject(REFUSED);
    expect(await ready(floor)).toMatchObject(REFUSED);
    await untilFree(floor, disk);
    const kept = await openOrders(floor);
    expect(await floor.order(LIMIT)).toMatchObject({ status: 201, body: { id: `ord_1_${kept.length + 1}` } });
    await afterRestart(floor, path);
  });

  test("market data are served and the clock advances", async () => {
    const floor = await floorOver(state());
    await untilFull(floor, limitedDisk(floor));
    const quote = async () =>
      (await floor.server.inject({ url: "/v2/market-data/stocks/ACME/quote", headers: floor.headers })).json();
    expect(await quote()).toMatchObject({ price: 100 });
    floor.at("2024-01-08T09:31:30");
    expect(await quote()).toMatchObject({ price: 101 });
    await floor.server.close();
  });

  test("an order with an Idempotency-Key is placed once if it is retried when there is space again", async () => {
    const path = state();
    const floor = await floorOver(path);
    const disk = limitedDisk(floor);
    await untilFull(floor, disk);
    const ask = async () =>
      floor.server.inject({
        method: "POST",
        url: "/v2/trading/orders",
        headers: { ...floor.headers, "idempotency-key": "once" },
        payload: { symbol: "ACME", side: "buy", quantity: 1, time_in_force: "gtc", ...LIMIT },
      });
    expect((await ask()).statusCode).toBe(503);
    await untilFree(floor, disk);
    const before = (await openOrders(floor)).length;
    const placed = await ask();
    expect([placed.statusCode, placed.headers["idempotent-replayed"]]).toEqual([201, undefined]);
    const repeated = await ask();
    expect([repeated.json(), repeated.headers["idempotent-replayed"]]).toEqual([placed.json(), "true"]);
    expect(await openOrders(floor)).toHaveLength(before + 1);
    await afterRestart(floor, path);
  });

  test("all orders of a failed commit are refused, and none leaves an account or a fill", async () => {
    const path = state();
    const floor = await floorOver(path);
    const disk = limitedDisk(floor);
    disk.fill();
    // Enough orders that their common commit needs more database pages than the full disk has.
    const market = { type: "market", quantity: 1 };
    const answers = await Promise.all(Array.from({ length: 400 }, () => floor.order(market)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    floor.at("2024-01-08T09:31:30");
    await untilFree(floor, disk);
    expect((await floor.get("/fills")).body).toMatchObject({ fills: [] });
    expect(await openOrders(floor)).toEqual([]);
    await afterRestart(floor, path);
  });

  test("resting orders fill, and their fills become visible once there is space", async () => {
    const path = state();
    const floor = await floorOver(path);
    const disk = limitedDisk(floor);
    expect((await floor.order({ type: "market" })).status).toBe(201);
    await untilFull(floor, disk);
    floor.at("2024-01-08T09:32:30");
    expect(await floor.get("/fills")).toMatchObject(REFUSED);
    await untilFree(floor, disk);
    expect((await floor.get("/fills")).body).toMatchObject({ fills: [{ price: 101 }] });
    await afterRestart(floor, path);
  });

  test("streams close with code 1011, and after a reconnect omit the events that could not be stored", async () => {
    const path = state();
    const floor = await floorOver(path);
    const disk = limitedDisk(floor);
    const first = await connected(floor.server, { headers: floor.headers });
    await first.ask({ action: "subscribe", channel: "orders" }, "subscribed");
    await untilFull(floor, disk);
    expect((await first.ended).code).toBe(1011);
    await untilFree(floor, disk);
    const accountData = first.messages.filter(({ type }) => type === "order").map(({ order }) => order.id);
    const kept = await openOrders(floor);
    expect(new Set(kept)).toEqual(new Set([...kept, ...accountData]));
    const again = await connected(floor.server, { headers: floor.headers });
    await again.ask({ action: "subscribe", channel: "orders" }, "subscribed");
    const { body } = await floor.order(LIMIT);
    expect(await again.next("order")).toMatchObject({ event: "new", order: { id: body.id } });
    await again.close();
    await afterRestart(floor, path);
  });

  test("the connection of an idle stream closes, too, and the client can reconnect to the session", async () => {
    const floor = await floorOver(state());
    const disk = limitedDisk(floor);
    const quiet = await connected(floor.server, { headers: floor.headers });
    await quiet.ask({ action: "subscribe", channel: "clock" }, "subscribed");
    await quiet.next("clock");
    await untilFull(floor, disk);
    await untilFree(floor, disk);
    expect((await quiet.ended).code).toBe(1011);
    const again = await connected(floor.server, { headers: floor.headers });
    await again.ask({ action: "subscribe", channel: "orders" }, "subscribed");
    await floor.order(LIMIT);
    expect(await again.next("order")).toMatchObject({ event: "new" });
    await again.close();
    await floor.server.close();
  });

  test("clocks cannot be moved and API keys cannot be created until there is space", async () => {
    const floor = await floorOver(state());
    const disk = limitedDisk(floor);
    await untilFull(floor, disk);
    const ask = async (url: string, payload: object) => {
      const answer = await floor.server.inject({ method: "POST", url, headers: floor.headers, payload });
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
    };
    const { now } = floor.session;
    expect(await ask("/_replay/advance", { by: "event", count: 1 })).toMatchObject(REFUSED);
    expect(await ask("/_replay/seek", { to: "2024-01-08T14:00:00Z" })).toMatchObject(REFUSED);
    expect(floor.session.now).toBe(now);
    const keys: Answer[] = [];
    while (keys.at(-1)?.status !== 503) keys.push(await ask("/_admin/keys", { name: "more", tier: "free" }));
    expect(keys.at(-1)).toMatchObject(REFUSED);
    await untilFree(floor, disk);
    expect((await ask("/_admin/keys", { name: "more", tier: "free" })).status).toBe(201);
    expect((await ask("/_replay/advance", { by: "event", count: 1 })).status).toBe(200);
    const listed = await floor.server.inject({ url: "/_admin/keys", headers: floor.headers });
    expect(listed.json().keys.filter(({ name }: { name: string }) => name === "more")).toHaveLength(keys.length);
    await floor.server.close();
  });

  test("a running clock continues if a request to seek fails", async () => {
    const floor = await floorOver(state());
    const disk = limitedDisk(floor);
    await floor.order(LIMIT);
    const { control, accounts } = floor.session;
    control.resume();
    disk.fill();
    // Makes the pending data need more database pages than the full disk has.
    accounts.remember(accounts.list()[0]!, "long", { digest: "", answer: "x".repeat(1_000_000) });
    expect(() => control.seek(floor.session.now - 1_000)).toThrow("cannot be written");
    expect(floor.session.speed).toBe(1);
    await untilFree(floor, disk);
    expect(floor.session.epoch).toBe(1);
    expect(floor.session.speed).toBe(1);
    await floor.server.close();
  });

  test.each([1, 2])("and freed repeatedly, exactly the acknowledged orders remain, seed %i", async (seed) => {
    const path = state();
    const floor = await floorOver(path);
    const disk = limitedDisk(floor);
    const random = seededRandom(seed);
    const acknowledged = new Set<string>();
    const canceled = new Set<string>();
    let minute = 30;
    for (let round = 0; round < 3; round++) {
      disk.fill();
      let refused = 0;
      for (let i = 0; i < 2_000 && refused < 5; i++) {
        const group = await Promise.all(
          Array.from({ length: 1 + Math.floor(random() * 6) }, async () => {
            const open = [...acknowledged];
            if (random() < 0.2 && open.length > 0) {
              const id = open[Math.floor(random() * open.length)]!;
              const answer = await floor.ask("DELETE", `/orders/${id}`);
              if (answer.status === 200) canceled.add(id);
              return answer.status;
            }
            const answer = await floor.order(random() < 0.1 ? { type: "market" } : LIMIT);
            if (answer.status === 201) acknowledged.add(answer.body.id as string);
            return answer.status;
          }),
        );
        refused += group.filter((status) => status === 503).length;
        if (random() < 0.02 && minute < 34) floor.at(`2024-01-08T09:${++minute}:30`);
      }
      expect(refused).toBeGreaterThan(0);
      await untilFree(floor, disk);
      const orders: { id: string; status: string }[] = [];
      for (let token = ""; ;) {
        const { body } = await floor.get(`/orders?status=all&direction=asc&limit=1000${token}`);
        orders.push(...body.orders);
        if (body.next_page_token === null) break;
        token = `&page_token=${body.next_page_token}`;
      }
      expect(new Set(orders.map(({ id }) => id))).toEqual(acknowledged);
      expect(new Set(orders.filter(({ status }) => status === "canceled").map(({ id }) => id))).toEqual(canceled);
    }
    await afterRestart(floor, path);
  });

  test.skipIf(!canMount)(
    "on a real mounted file system, the server recovers (skipped without permission to mount)",
    async () => {
      rmSync(join(MOUNT, "state.db"), { force: true });
      const path = join(MOUNT, "state.db");
      const floor = await floorOver(path);
      for (let round = 0; round < 3; round++) {
        const before = (await openOrders(floor)).length;
        expect(await untilFull(floor, MOUNTED)).toMatchObject({
          status: 503,
          body: { error: { code: "SERVICE_UNAVAILABLE" } },
        });
        expect((await floor.order(LIMIT)).status).toBe(503);
        await untilFree(floor, MOUNTED);
        expect((await openOrders(floor)).length).toBeGreaterThanOrEqual(Math.min(before, 100));
        expect((await floor.order(LIMIT)).status).toBe(201);
      }
      await afterRestart(floor, path);
    },
  );
});
