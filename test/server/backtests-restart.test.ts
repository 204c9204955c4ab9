import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { ServedStrategy } from "../../src/server/backtests/backtest-spec.ts";
import { buildServer, type HindcastServer } from "../../src/server/build-server.ts";
import type { ServerSettings } from "../../src/server/server-settings.ts";
import { StateStore } from "../../src/server/store/state-store.ts";
import { LoadedRecording } from "../../src/data/recording/recording.ts";
import { smaCross } from "../../strategies/sma-cross.ts";
import { ROOT } from "../house/source-files.ts";
import { BUILT_HOST, BUILT_THREAD, SAYS_DONE, builtStrategy, WAITS_FOR_RUN } from "../support/backtest-threads.ts";
import { CROSSING } from "../support/crossing-request.ts";
import { addSession, keyFor, sampleRecording, servedSample } from "../support/served-sample.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();
let states = 0;
const state = (): string => join(files.folder, `${++states}.db`);

const strategies: readonly ServedStrategy[] = [builtStrategy(smaCross)];
/** Thread settings with which no backtest ever starts. */
const WAITS = { threads: 0 };
/** A backtest thread that reports progress and never finishes. */
const HANGS = {
  threads: 1,
  entry: files.write("hangs.mjs", `${WAITS_FOR_RUN} say({ progress: 0.5 }); setInterval(() => {}, 1000);`),
  ...BUILT_HOST,
};
/** A backtest thread that finishes at once. */
const EMPTY = {
  threads: 1,
  entry: files.write("empty.mjs", SAYS_DONE),
  ...BUILT_HOST,
};

const serverWith = (path: string, backtestThreads: ServerSettings["backtestThreads"], more: ServerSettings = {}) =>
  servedSample({ store: new StateStore(path), strategies, backtestThreads, ...more } as ServerSettings);

const CROSS = { ...CROSSING, interval: "1d" };

type Headers = Readonly<Record<string, string>>;

async function ask(server: HindcastServer, headers: Headers, method: string, path = "", payload?: object) {
  const url = `/v2/trading/backtests${path}`;
  const answer = await server.inject({ method: method as "GET", url, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, text: answer.body, body: answer.body.startsWith("{") ? answer.json() : {} };
}

async function settled(server: HindcastServer, headers: Headers, id: string, ...waiting: readonly string[]) {
  for (;;) {
    const { body } = await ask(server, headers, "GET", `/${id}`);
    if (!waiting.includes(body.status)) return body;
    await sleep(10);
  }
}
const ended = (server: HindcastServer, headers: Headers, id: string) =>
  settled(server, headers, id, "queued", "running");

test("backtest results have the same bytes after a server restart, and ids of new backtests continue", async () => {
  const path = state();
  const first = await serverWith(path, BUILT_THREAD);
  const headers = keyFor(first);
  const keyed = { ...headers, "idempotency-key": "once" };
  const request = { ...CROSS, settings: { fill_at: "next-close" } };
  const answer = await ask(first, keyed, "POST", "", request);
  expect(answer).toMatchObject({ status: 202, body: { id: "bt_1", status: "queued", started_at: null } });
  await ask(first, headers, "POST", "", { ...CROSS, from: "1990-01-03", to: "1990-01-04" });
  await ask(first, headers, "POST", "", CROSS);
  await ask(first, headers, "DELETE", "/bt_3");
  expect(await ended(first, headers, "bt_1")).toMatchObject({ status: "completed", progress: 1 });
  expect(await ended(first, headers, "bt_2")).toMatchObject({ status: "failed", error: { code: expect.any(String) } });
  const paths = ["", "?limit=2", "/bt_1", "/bt_2", "/bt_3", "/bt_1/result", "/bt_2/result", "/bt_3/result"].concat(
    "/bt_1/equity?limit=1000",
    "/bt_1/trades",
    "/bt_1/report",
  );
  const everything = (server: HindcastServer) =>
    Promise.all(paths.map(async (one) => (await ask(server, headers, "GET", one)).text.replace(/"req_[^"]*"/, "")));
  const before = await everything(first);
  await first.close();
  // The database stores settings under the names of the library, as in earlier versions.
  const store = new StateStore(path);
  const stored = store.database.prepare("SELECT asked FROM backtests WHERE number = 1").get() as { asked: string };
  expect(JSON.parse(stored.asked)).toMatchObject({ terms: { settings: { fillAt: "next-close" } } });
  store.close();

  const second = await serverWith(path, WAITS);
  expect(await everything(second)).toEqual(before);
  expect((await ask(second, keyed, "POST", "", request)).text).toBe(answer.text);
  expect(await ask(second, keyed, "POST", "", { ...request, to: "2023-06-29" })).toMatchObject({ status: 422 });
  expect((await ask(second, headers, "POST", "", CROSS)).body).toMatchObject({ id: "bt_4" });
  const other = keyFor(second);
  expect((await ask(second, other, "GET")).body).toMatchObject({ backtests: [] });
  expect((await ask(second, other, "GET", "/bt_1/result")).status).toBe(404);
  await second.close();
});

test("backtests that ran or waited when the server ended run again after a restart, with the same result", async () => {
  const path = state();
  const first = await serverWith(path, HANGS);
  const headers = keyFor(first);
  for (let i = 0; i < 20; i++) await ask(first, headers, "POST", "", CROSS);
  while ((await ask(first, headers, "GET", "/bt_1")).body.progress === 0) await sleep(10);
  const { text } = await ask(first, headers, "GET", "/bt_20");
  await first.close();

  const second = await serverWith(path, WAITS);
  expect((await ask(second, headers, "GET", "/bt_20")).text).toBe(text);
  expect((await ask(second, headers, "GET", "/bt_1")).body).toMatchObject({
    status: "queued",
    progress: 0,
    created_at: "2023-12-15T17:00:00.000Z",
    started_at: null,
  });
  expect(await ask(second, headers, "POST", "", CROSS)).toMatchObject({
    status: 429,
    body: { error: { details: { limit: 20, open: 20 } } },
  });
  for (let i = 2; i <= 19; i++) await ask(second, headers, "DELETE", `/bt_${i}`);
  await second.close();

  // Another market day has passed, but both backtests run with the data known when they were created.
  const third = await serverWith(path, BUILT_THREAD, { start: Date.UTC(2023, 11, 18, 20) });
  const [ran, waited] = [await ended(third, headers, "bt_1"), await ended(third, headers, "bt_20")];
  expect([ran.status, waited.status]).toEqual(["completed", "completed"]);
  expect([ran.created_at, ran.started_at]).toEqual(["2023-12-15T17:00:00.000Z", "2023-12-18T20:00:00.000Z"]);
  expect((await ask(third, headers, "GET", "/bt_2")).body).toMatchObject({ status: "canceled" });
  const result = async (server: HindcastServer, as: Headers, id: string) =>
    (await ask(server, as, "GET", `/${id}/result`)).text.replace(`"${id}"`, "");
  const again = await Promise.all(["bt_1", "bt_20"].map((id) => result(third, headers, id)));
  await third.close();
  const straight = await servedSample({ strategies, backtestThreads: BUILT_THREAD });
  const own = keyFor(straight);
  await ask(straight, own, "POST", "", CROSS);
  await ended(straight, own, "bt_1");
  const once = await result(straight, own, "bt_1");
  expect(again).toEqual([once, once]);
  await straight.close();
});

test("the oldest of 101 backtests is deleted from disk, and its id is not reused", async () => {
  const path = state();
  const first = await serverWith(path, WAITS);
  const headers = keyFor(first);
  const start = async (server: HindcastServer) => (await ask(server, headers, "POST", "", CROSS)).body.id as string;
  for (let i = 0; i < 101; i++) await ask(first, headers, "DELETE", `/${await start(first)}`);
  await first.close();
  const second = await serverWith(path, WAITS);
  expect((await ask(second, headers, "GET", "?limit=1000")).body.backtests).toHaveLength(100);
  expect((await ask(second, headers, "GET", "/bt_1")).status).toBe(404);
  expect(await start(second)).toBe("bt_102");
  const { database } = second.hindcast.store;
  database.exec("DELETE FROM backtests");
  await second.close();
  const third = await serverWith(path, WAITS);
  expect(await start(third)).toBe("bt_103");
  await third.close();
});

test("a stored backtest whose request is no longer possible after a restart fails with a reason", async () => {
  const path = state();
  const first = await serverWith(path, WAITS);
  const headers = keyFor(first);
  await ask(first, headers, "POST", "", CROSS);
  await first.close();
  const copies = [state(), state()].map((copy) => {
    new StateStore(path).database.exec(`VACUUM INTO '${copy}'`);
    return copy;
  });
  const market = (await sampleRecording()).market();
  const other = new LoadedRecording(market, "another");
  const start = Date.UTC(2023, 11, 15, 17);
  const settings = { start, speed: 0, strategies, backtestThreads: BUILT_THREAD };
  const served = [
    await buildServer(other, { ...settings, store: new StateStore(copies[0]!) }),
    await serverWith(copies[1]!, BUILT_THREAD, { strategies: [] }),
    await serverWith(path, BUILT_THREAD, {
      strategies: [{ ...strategies[0]!, file: join(ROOT, "dist/strategies/buy-and-hold.js") }],
    }),
  ];
  const errors = [];
  for (const server of served) {
    errors.push((await ended(server, headers, "bt_1")).error);
    await server.close();
  }
  expect(errors).toMatchObject([
    {
      code: "STATE_INVALID",
      message: expect.stringMatching(/^the backtest was queued for the recording .*, but the server has another$/),
    },
    { code: "STRATEGY_NOT_FOUND", message: expect.stringContaining("sma-cross") },
    {
      code: "STRATEGY_INVALID",
      message: expect.stringContaining("differs from the file that the experiment started with"),
    },
  ]);
});

test("a backtest of a deleted session runs with the data of that session", async () => {
  const path = state();
  const first = await serverWith(path, WAITS);
  const headers = keyFor(first);
  const now = Date.UTC(2023, 5, 30, 21);
  const { main } = first.hindcast.sessions;
  addSession(first, "earlier", { now, view: () => main.view(now) });
  const named = { ...headers, "x-replay-session": "earlier" };
  const request = await ask(first, named, "POST", "", { ...CROSS, to: "2023-06-30" });
  expect(request).toMatchObject({ status: 202, body: { created_at: "2023-06-30T21:00:00.000Z" } });
  await first.close();
  const second = await serverWith(path, BUILT_THREAD);
  expect(await ended(second, headers, "bt_1")).toMatchObject({
    status: "completed",
    started_at: "2023-06-30T21:00:00.000Z",
    finished_at: "2023-06-30T21:00:00.000Z",
  });
  const { data } = (await ask(second, headers, "GET", "/bt_1/equity?limit=1000")).body;
  expect(data.at(-1).timestamp).toBe("2023-06-30T20:00:00.000Z");
  await second.close();
});

test("backtests of a rotated API key belong to its successor, and those of a revoked key are inaccessible", async () => {
  const path = state();
  const first = await serverWith(path, WAITS);
  const { keys } = first.hindcast;
  const issue = () => keys.create({ name: "test", tier: "pro", scopes: ["backtest"] });
  const [rotated, revoked] = [issue(), issue()];
  for (const { text } of [rotated, revoked]) await ask(first, { authorization: `Bearer ${text}` }, "POST", "", CROSS);
  const next = keys.rotate(rotated.key.id)!;
  keys.revoke(revoked.key.id);
  await first.close();
  const second = await serverWith(path, WAITS);
  const { backtests } = (await ask(second, { authorization: `Bearer ${next.text}` }, "GET")).body;
  expect(backtests.map(({ id }: { id: string }) => id)).toEqual(["bt_1"]);
  expect((await ask(second, keyFor(second), "GET", "/bt_2")).status).toBe(404);
  expect((await ask(second, { authorization: `Bearer ${revoked.text}` }, "GET", "/bt_2")).status).toBe(401);
  await second.close();
});

test("a backtest waits while its result cannot be written to disk, then completes or can be canceled", async () => {
  const first = await serverWith(state(), EMPTY);
  const headers = keyFor(first);
  const { database } = first.hindcast.store;
  // Makes larger writes fail with the error of a full disk.
  database.exec(
    "CREATE TRIGGER full BEFORE INSERT ON backtest_pieces BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END",
  );
  await ask(first, headers, "POST", "", CROSS);
  await ask(first, headers, "POST", "", CROSS);
  const [one] = first.hindcast.backtests.jobs.listFor(first.hindcast.keys.list()[0]!.id);
  // Waits until the process has delivered the result and is free for another backtest.
  while (one!.host !== undefined) await sleep(5);
  const statuses = async () =>
    (await ask(first, headers, "GET")).body.backtests.map(({ status }: { status: string }) => status).toReversed();
  expect(await statuses()).toEqual(["running", "queued"]);
  expect((await ask(first, headers, "GET", "/bt_1/result")).status).toBe(409);
  expect((await ask(first, headers, "DELETE", "/bt_1")).body).toMatchObject({ status: "canceled" });
  database.exec("DROP TRIGGER full");
  expect(await ended(first, headers, "bt_2")).toMatchObject({ status: "completed", error: null });
  expect(await statuses()).toEqual(["canceled", "completed"]);
  database.exec(
    "CREATE TRIGGER fuller BEFORE INSERT ON backtests BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END",
  );
  expect(await ask(first, headers, "POST", "", CROSS)).toMatchObject({
    status: 503,
    body: { error: { code: "SERVICE_UNAVAILABLE" } },
  });
  expect((await ask(first, headers, "GET")).body.backtests).toHaveLength(2);
  await first.close();
});

test("canceling a backtest is refused with 503 while the cancellation cannot be written to disk", async () => {
  const first = await serverWith(state(), WAITS);
  const headers = keyFor(first);
  await ask(first, headers, "POST", "", CROSS);
  first.hindcast.store.database.exec(
    "CREATE TRIGGER full BEFORE UPDATE ON backtests BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END",
  );
  expect((await ask(first, headers, "DELETE", "/bt_1")).status).toBe(503);
  expect((await ask(first, headers, "GET", "/bt_1")).body).toMatchObject({ status: "queued" });
  await first.close();
});
