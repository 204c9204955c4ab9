import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { StateStore } from "../../../src/server/store/state-store.ts";
import { temporaryFiles } from "../../support/temporary-files.ts";
import { Floor, FLOOR_OPEN, openFloor } from "../../support/trading-floor.ts";

const { folder } = temporaryFiles();
let states = 0;

const iso = (instant: number): string => new Date(instant).toISOString();

/** Opens a server over a state file, with the same start time each time. */
async function floorOver(path: string, headers?: Readonly<Record<string, string>>, start = FLOOR_OPEN): Promise<Floor> {
  const opened = await openFloor({ store: new StateStore(path), start });
  return headers === undefined ? opened : new Floor(opened.server, headers);
}

async function control(floor: Floor, what: string, body: object): Promise<void> {
  const { headers } = floor;
  const answer = await floor.server.inject({ method: "POST", url: `/_replay/${what}`, headers, payload: body });
  expect(answer.statusCode).toBe(200);
}

const PATHS = ["/orders?status=all", "/fills", "/account", "/portfolio/history?period=5d&interval=1m"];

/** Everything that clients see of a session, and the offset of its last event. */
async function visibleState(floor: Floor): Promise<unknown> {
  const { now, phase, epoch, events } = floor.session;
  const bodies = await Promise.all(PATHS.map(async (path) => (await floor.get(path)).body as unknown));
  return { now, phase, epoch, offset: events.offset, completed: events.completed, bodies };
}

const MOVES = {
  "was moved back to a time after its start": [
    ["advance", { by: "minute", count: 2 }],
    ["seek", { to: iso(FLOOR_OPEN + 30_000) }],
  ],
  "was moved back to a time before its start": [["seek", { to: iso(FLOOR_OPEN - 86_400_000) }]],
  "was restarted with other settings": [
    ["start", { settings: { cash: 5000, commission: { model: "percent", rate: 0.01 } }, speed: 0.1 }],
    ["pause", {}],
  ],
  "was restarted with an interval and an end": [
    ["start", { interval: "1d", to: iso(FLOOR_OPEN + 3_600_000), speed: 0.1 }],
    ["pause", {}],
    ["seek", { to: iso(FLOOR_OPEN - 60_000) }],
  ],
} as const;

test.each(Object.entries(MOVES))("a session that %s is in the same state after a server restart", async (_, moves) => {
  const path = join(folder, `${++states}.db`);
  const first = await floorOver(path);
  for (const [what, body] of moves) await control(first, what, body);
  const order = { symbol: "FUND", quantity: 3, type: "limit", limit_price: 60, time_in_force: "gtc" };
  expect((await first.order(order)).status).toBe(201);
  await control(first, "advance", { by: "session", count: 1 });
  const before = await visibleState(first);
  expect(before).toMatchObject({ epoch: moves.length === 3 ? 3 : 2 });
  await first.server.close();

  const second = await floorOver(path, first.headers);
  expect(await visibleState(second)).toEqual(before);
  await second.server.close();
  // The state file records the configured start, not the time to which the session was moved.
  await expect(floorOver(path, first.headers, FLOOR_OPEN + 1)).rejects.toMatchObject({
    code: "STATE_INVALID",
    details: { was: iso(FLOOR_OPEN) },
  });
});

test.each([
  ["advance", { by: "session" }],
  ["advance", { until: iso(FLOOR_OPEN + 3_600_000) }],
  ["seek", { to: iso(FLOOR_OPEN + 3_600_000) }],
])("a session moved by %s %j keeps its new time even if the server is killed", async (what, body) => {
  const path = join(folder, `${++states}.db`);
  const first = await floorOver(path);
  await control(first, "advance", { by: "minute" });
  await control(first, what, body);
  const { now, phase } = first.session;
  // Copies the state file before the server closes and writes more to it.
  const killed = join(folder, `${++states}.db`);
  for (const end of ["", "-wal"]) if (existsSync(path + end)) copyFileSync(path + end, killed + end);
  const second = await floorOver(killed, first.headers);
  expect([iso(second.session.now), second.session.phase]).toEqual([iso(now), phase]);
  await second.server.close();
  await first.server.close();
});

test("a fork of a session that was moved back has the epoch and the event offsets of the session", async () => {
  const floor = await openFloor();
  await control(floor, "advance", { by: "minute", count: 2 });
  await control(floor, "seek", { to: iso(FLOOR_OPEN + 30_000) });
  await control(floor, "advance", { by: "minute", count: 1 });
  const { server, headers, session } = floor;
  const forked = await server.inject({ method: "POST", url: "/_replay/sessions/main/fork", headers });
  const { session: id, epoch } = forked.json<{ session: string; epoch: number }>();
  expect(epoch).toBe(2);
  expect(server.hindcast.sessions.get(id).events.offset).toBe(session.events.offset);
  expect(session.events.offset).toBeGreaterThan(0);
  await server.close();
});
