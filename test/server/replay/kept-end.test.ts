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
/** The last bar of all closes. */
const LAST = ny("2024-01-09T16:00");

/** The floor over a state, to an end that was asked for or not. */
async function over(path: string, end: number | undefined, headers?: Floor["headers"]): Promise<Floor> {
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

/** A state in which there is an order, of a session with an end; who has given the order. */
async function begun(path: string, end: number | undefined, ...moves: (readonly [string, object])[]) {
  const floor = await over(path, end);
  for (const [what, body] of moves) await control(floor, what, body);
  expect((await floor.order({ type: "limit", limit_price: 50, time_in_force: "gtc" })).status).toBe(201);
  await floor.server.close();
  return floor.headers;
}

/** Where a session stands in the end. */
async function endOf(floor: Floor): Promise<readonly [string, string]> {
  await control(floor, "seek", { to: iso(LAST + 1) });
  const { now, clock } = floor.session;
  return [iso(now), clock.state];
}

const refusal = (was: number, is: number) => ({
  code: "STATE_INVALID",
  message: `the session main in the state has another end: ${iso(was)}, not ${iso(is)}. Serve it with the same, or use another state file`,
  details: { session: "main", was: iso(was), is: iso(is) },
});

test.each([
  ["a later one", NOON, CLOSE, CLOSE],
  ["an earlier one", CLOSE, NOON, NOON],
  ["one where there was none", undefined, NOON, NOON],
])("a state is refused with another end: %s", async (_, was, is, named) => {
  const path = fresh();
  const headers = await begun(path, was);
  await expect(over(path, is, headers)).rejects.toMatchObject(refusal(was ?? LAST, named));
});

test("it is taken with the same end, and with none, which is that one then", async () => {
  const path = fresh();
  const headers = await begun(path, NOON);
  for (const end of [NOON, undefined]) {
    const floor = await over(path, end, headers);
    expect(await endOf(floor)).toEqual([iso(NOON), "completed"]);
    await floor.server.close();
  }
});

test("an end behind all that was recorded is none", async () => {
  const path = fresh();
  const headers = await begun(path, LAST + 86_400_000);
  for (const end of [undefined, LAST, LAST + 1]) {
    const floor = await over(path, end, headers);
    expect((await floor.get("/orders")).body.orders).toHaveLength(1);
    await floor.server.close();
  }
});

test("where nobody has an account a state may end elsewhere", async () => {
  const path = fresh();
  await (await over(path, NOON)).server.close();
  const floor = await over(path, CLOSE);
  expect(await endOf(floor)).toEqual([iso(CLOSE), "completed"]);
  await floor.server.close();
});

test("a state from before ends were kept has the one with which it is taken up", async () => {
  const path = fresh();
  const headers = await begun(path, CLOSE);
  const store = new StateStore(path);
  store.database.exec("UPDATE sessions SET last = NULL");
  store.close();
  await (await over(path, NOON, headers)).server.close();
  await expect(over(path, CLOSE, headers)).rejects.toMatchObject(refusal(NOON, CLOSE));
});

test("one that was begun anew with another end goes on to that, by the end that it was first asked for", async () => {
  const path = fresh();
  const headers = await begun(path, NOON, ["start", { to: iso(CLOSE), speed: 0.1 }], ["pause", {}]);
  await expect(over(path, CLOSE, headers)).rejects.toMatchObject(refusal(NOON, CLOSE));
  const floor = await over(path, NOON, headers);
  const fork = await control(floor, "sessions/main/fork", {});
  const named = { ...floor.headers, "x-replay-session": fork };
  const payload = { to: iso(LAST) };
  const answer = await floor.server.inject({ method: "POST", url: "/_replay/seek", headers: named, payload });
  expect(answer.json()).toMatchObject({ session: fork, now: iso(CLOSE), state: "completed" });
  expect(await endOf(floor)).toEqual([iso(CLOSE), "completed"]);
  await floor.server.close();
});
