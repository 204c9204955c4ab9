import { join } from "node:path";
import { expect, test } from "vitest";
import { StateStore } from "../../../src/server/store/state-store.ts";
import { ny } from "../../support/recorded-by-hand.ts";
import { temporaryFiles } from "../../support/temporary-files.ts";
import { Floor, FLOOR_OPEN, openFloor } from "../../support/trading-floor.ts";

const { folder } = temporaryFiles();
let states = 0;
const fresh = (): string => join(folder, `${++states}.db`);
const iso = (instant: number): string => new Date(instant).toISOString();

const NOON = ny("2024-01-08T12:00");
const CLOSE = ny("2024-01-08T16:00");
/** Close of the last bar of all. */
const LAST = ny("2024-01-09T16:00");

/** Opens the floor over a state, with an optional end. */
async function floorOver(path: string, end: number | undefined, headers?: Floor["headers"]): Promise<Floor> {
  const opened = await openFloor({
    store: new StateStore(path),
    start: FLOOR_OPEN,
    ...(end === undefined ? {} : { end }),
  });
  return headers === undefined ? opened : new Floor(opened.server, headers);
}

async function control({ server, headers }: Floor, what: string, body: object): Promise<string> {
  const answer = await server.inject({ method: "POST", url: `/_replay/${what}`, headers, payload: body });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<{ session: string }>().session;
}

/** Creates a state with an order in a session with this end. Returns the headers of the key. */
async function stateWithOrder(path: string, end: number | undefined, ...moves: (readonly [string, object])[]) {
  const floor = await floorOver(path, end);
  for (const [what, body] of moves) await control(floor, what, body);
  expect((await floor.order({ type: "limit", limit_price: 50, time_in_force: "gtc" })).status).toBe(201);
  await floor.server.close();
  return floor.headers;
}

/** Final time and state of a session. */
async function endOf(floor: Floor): Promise<readonly [string, string]> {
  await control(floor, "seek", { to: iso(LAST + 1) });
  const { now, clock } = floor.session;
  return [iso(now), clock.state];
}

const refusal = (was: number, is: number) => ({
  code: "STATE_INVALID",
  message: `the session main in the state has another end: ${iso(was)}, not ${iso(is)}. Start the server with the stored value, or use another state file`,
  details: { session: "main", was: iso(was), is: iso(is) },
});

test.each([
  ["a later end", NOON, CLOSE, CLOSE],
  ["an earlier end", CLOSE, NOON, NOON],
  ["an end if it had none", undefined, NOON, NOON],
])("a state is refused with %s", async (_, was, is, named) => {
  const path = fresh();
  const headers = await stateWithOrder(path, was);
  await expect(floorOver(path, is, headers)).rejects.toMatchObject(refusal(was ?? LAST, named));
});

test("a state opens with the same end or without one, and keeps its end", async () => {
  const path = fresh();
  const headers = await stateWithOrder(path, NOON);
  for (const end of [NOON, undefined]) {
    const floor = await floorOver(path, end, headers);
    expect(await endOf(floor)).toEqual([iso(NOON), "completed"]);
    await floor.server.close();
  }
});

test("an end after the last recorded bar has no effect", async () => {
  const path = fresh();
  const headers = await stateWithOrder(path, LAST + 86_400_000);
  for (const end of [undefined, LAST, LAST + 1]) {
    const floor = await floorOver(path, end, headers);
    expect((await floor.get("/orders")).body.orders).toHaveLength(1);
    await floor.server.close();
  }
});

test("a state without accounts may have another end", async () => {
  const path = fresh();
  await (await floorOver(path, NOON)).server.close();
  const floor = await floorOver(path, CLOSE);
  expect(await endOf(floor)).toEqual([iso(CLOSE), "completed"]);
  await floor.server.close();
});

test("a state of an older version gets the end with which it is opened", async () => {
  const path = fresh();
  const headers = await stateWithOrder(path, CLOSE);
  const store = new StateStore(path);
  store.database.exec("UPDATE sessions SET last = NULL");
  store.close();
  await (await floorOver(path, NOON, headers)).server.close();
  await expect(floorOver(path, CLOSE, headers)).rejects.toMatchObject(refusal(NOON, CLOSE));
});

test("a session restarted with another end runs to it, but is opened with the original end", async () => {
  const path = fresh();
  const headers = await stateWithOrder(path, NOON, ["start", { to: iso(CLOSE), speed: 0.1 }], ["pause", {}]);
  await expect(floorOver(path, CLOSE, headers)).rejects.toMatchObject(refusal(NOON, CLOSE));
  const floor = await floorOver(path, NOON, headers);
  const fork = await control(floor, "sessions/main/fork", {});
  const named = { ...floor.headers, "x-replay-session": fork };
  const payload = { to: iso(LAST) };
  const answer = await floor.server.inject({ method: "POST", url: "/_replay/seek", headers: named, payload });
  expect(answer.json()).toMatchObject({ session: fork, now: iso(CLOSE), state: "completed" });
  expect(await endOf(floor)).toEqual([iso(CLOSE), "completed"]);
  await floor.server.close();
});
