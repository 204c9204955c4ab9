import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { floorOver, lockState, openOrders, ready } from "../support/kept-floor.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const { folder } = temporaryFiles();
let states = 0;
const state = (): string => join(folder, `${++states}.db`);
const LIMIT = { type: "limit", limit_price: 50 };

/** Starts to measure how long the event loop is blocked. Returns a function that ends the measurement with the longest block. */
function loopBlocked(): () => number {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 5);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

describe("while another program locks the state file", () => {
  test("orders wait for the lock before they are acknowledged, other requests work, and all orders complete after the lock", async () => {
    const path = state();
    const log: string[] = [];
    const floor = await floorOver(path, undefined, log);
    expect((await floor.order(LIMIT)).status).toBe(201);
    const unlock = lockState(path);
    const longest = loopBlocked();
    let answered = 0;
    const orders = [1, 2, 3].map(async () => {
      const answer = await floor.order(LIMIT);
      answered++;
      return answer.status;
    });
    await expect.poll(async () => (await ready(floor)).status).toBe(503);
    expect(await ready(floor)).toMatchObject({
      headers: { "retry-after": "1" },
      body: { error: { code: "SERVICE_UNAVAILABLE", details: { reason: "database is locked" } } },
    });
    await sleep(1_000);
    const market = await floor.server.inject({ url: "/v2/market-data/stocks/ACME/quote", headers: floor.headers });
    expect(market.statusCode).toBe(200);
    expect((await floor.server.inject({ url: "/health" })).statusCode).toBe(200);
    // One second allows for one wait for the lock and the delays of a busy machine. Blocking waits would take five seconds.
    expect(longest()).toBeLessThan(1_000);
    expect(answered).toBe(0);
    unlock();
    expect(await Promise.all(orders)).toEqual([201, 201, 201]);
    expect((await ready(floor)).status).toBe(200);
    expect((await floor.order(LIMIT)).status).toBe(201);
    expect(log).toEqual([]);
    const before = await openOrders(floor);
    await floor.server.close();
    const again = await floorOver(path, floor.headers);
    expect(await openOrders(again)).toEqual(before);
    expect(before).toHaveLength(5);
    await again.server.close();
  });

  test("a request to seek is refused, and the session continues unchanged", async () => {
    const path = state();
    const floor = await floorOver(path);
    expect((await floor.order(LIMIT)).status).toBe(201);
    const unlock = lockState(path);
    const seek = { method: "POST", url: "/_replay/seek", headers: floor.headers } as const;
    const payload = { to: "2024-01-08T14:00:00Z" };
    const refused = await floor.server.inject({ ...seek, payload });
    expect([refused.statusCode, refused.json().error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    unlock();
    await expect.poll(async () => (await ready(floor)).status).toBe(200);
    expect(await openOrders(floor)).toEqual(["ord_1_1"]);
    expect((await floor.server.inject({ ...seek, payload })).statusCode).toBe(200);
    expect(await openOrders(floor)).toEqual([]);
    await floor.server.close();
    const again = await floorOver(path, floor.headers);
    expect(await openOrders(again)).toEqual([]);
    await again.server.close();
  });

  test("a closing server does not wait for the lock, and refuses orders that are not written", async () => {
    const path = state();
    const floor = await floorOver(path);
    expect((await floor.order(LIMIT)).status).toBe(201);
    const unlock = lockState(path);
    const waiting = floor.order(LIMIT);
    await expect.poll(async () => (await ready(floor)).status).toBe(503);
    const began = performance.now();
    await floor.server.close();
    expect(performance.now() - began).toBeLessThan(3_000);
    expect((await waiting).status).toBe(503);
    unlock();
    const again = await floorOver(path, floor.headers);
    expect(await openOrders(again)).toEqual(["ord_1_1"]);
    await again.server.close();
  });

  test("an API key cannot be created until the lock is released", async () => {
    const path = state();
    const floor = await floorOver(path);
    const unlock = lockState(path);
    const payload = { name: "second", tier: "free" };
    const ask = () => floor.server.inject({ method: "POST", url: "/_admin/keys", headers: floor.headers, payload });
    const refused = await ask();
    expect([refused.statusCode, refused.json().error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    unlock();
    expect((await ask()).statusCode).toBe(201);
    await floor.server.close();
  });
});
