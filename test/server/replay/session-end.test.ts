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
/** Time at which the last recorded bar closes. */
const LAST = ny("2024-01-09T16:00");

/** Opens a server over a state file, with an optional end of the main session. */
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

/** Creates a state file with an order in a main session that ends at this time. Returns the headers of the key. */
async function stateWithOrder(path: string, end: number | undefined, ...moves: (readonly [string, object])[]) {
  const floor = await floorOver(path, end);
  for (const [what, body] of moves) await control(floor, what, body);
  expect((await floor.order({ type: "limit", limit_price: 50, time_in_force: "gtc" })).status).toBe(201);
  await floor.server.close();
  return floor.headers;
}

/** Advances a session to its end. Returns its final time and state. */
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
  ["an end where it had none", undefined, NOON, NOON],
])("a server refuses to open a state file with %s of the main session", async (_, was, is, named) => {
  const path = fresh();
  const headers = await stateWithOrder(path, was);
  await expect(floorOver(path, is, headers)).rejects.toMatchObject(refusal(was ?? LAST, named));
});

test("a server opens a state file with the same end of the main session or without one, and keeps the stored end", async () => {
  const path = fresh();
  const headers = await stateWithOrder(path, NOON);
  for (const end of [NOON, undefined]) {
    const floor = await floorOver(path, end, headers);
    expect(await endOf(floor)).toEqual([iso(NOON), "completed"]);
    await floor.server.close();
  }
});

test("an end of the main session after the last recorded bar has no effect", async () => {
  const path = fresh();
  const headers = await stateWithOrder(path, LAST + 86_400_000);
  for (const end of [undefined, LAST, LAST + 1]) {
    const floor = await floorOver(path, end, headers);
    expect((await floor.get("/orders")).body.orders).toHaveLength(1);
    await floor.server.close();
  }
});

test("a state file without accounts may be opened with another end of the main session", async () => {
  const path = fresh();
  await (await floorOver(path, NOON)).server.close();
  const floor = await floorOver(path, CLOSE);
  expect(await endOf(floor)).toEqual([iso(CLOSE), "completed"]);
  await floor.server.close();
});

test("a state file of an older version, without a stored end, gets the end with which it is opened", async () => {
  const path = fresh();
  const headers = await stateWithOrder(path, CLOSE);
  const store = new StateStore(path);
  store.database.exec("UPDATE sessions SET last = NULL");
  store.close();
  await (await floorOver(path, NOON, headers)).server.close();
  await expect(floorOver(path, CLOSE, headers)).rejects.toMatchObject(refusal(NOON, CLOSE));
});

test("a session restarted with another end runs to the new end, but the server must be opened with the original one", async () => {
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
