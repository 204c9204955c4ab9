import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { ny } from "../../support/recorded-by-hand.ts";
import { FLOOR_OPEN, openFloor } from "../../support/trading-floor.ts";

let wall = 1_700_000_000_000;
const floor = await openFloor({ speed: 10, wallClock: () => wall });
afterAll(() => floor.server.close());

const fills = async (): Promise<number> => (await floor.get("/fills")).body.fills.length as number;

test("the market time advances with the computer's clock at the configured speed", async () => {
  await floor.order();
  expect(floor.session.now).toBe(FLOOR_OPEN);
  wall += 2_999;
  expect(floor.session.now).toBe(FLOOR_OPEN + 29_990);
  expect(await fills()).toBe(0);
  wall += 1;
  expect(floor.session.now).toBe(ny("2024-01-08T09:31"));
  expect(await fills()).toBe(1);
});

test("the market time does not go back if the computer's clock is set back", async () => {
  wall -= 100_000;
  expect(floor.session.now).toBe(ny("2024-01-08T09:31"));
  wall += 100_000;
});

test("events of the market happen at their time even if no client sends a request", async () => {
  await floor.order();
  const fillCounts: number[] = [];
  floor.session.accounts.onChange(({ run }) => fillCounts.push(run.fills.length));
  wall += 6_000;
  while (fillCounts.length === 0) await sleep(10);
  expect(fillCounts).toEqual([2]);
});
