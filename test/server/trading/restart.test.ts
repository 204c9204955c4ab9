import { copyFileSync, readdirSync, realpathSync, statSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { KeyRing } from "../../../src/server/keys/key-ring.ts";
import { StateStore } from "../../../src/server/store/state-store.ts";
import { ny } from "../../support/recorded-by-hand.ts";
import { keyFor } from "../../support/served-sample.ts";
import { temporaryFiles } from "../../support/temporary-files.ts";
import { Floor, FLOOR, FLOOR_OPEN, openFloor } from "../../support/trading-floor.ts";
import { buildServer } from "../../../src/server/build-server.ts";
import { LoadedRecording } from "../../../src/data/recording/recording.ts";

const { folder } = temporaryFiles();
let states = 0;
const state = (): string => join(folder, `${++states}.db`);

/** Opens a server over a state file, with the headers of a known key. */
async function floorOver(
  path: string,
  headers?: Readonly<Record<string, string>>,
  start: number | undefined = FLOOR_OPEN,
): Promise<Floor> {
  const { server } = await openFloor({ store: new StateStore(path), ...(start === undefined ? {} : { start }) });
  return new Floor(server, headers ?? keyFor(server));
}

const PATHS = [
  "/orders?status=all",
  "/fills",
  "/positions",
  "/account",
  "/portfolio",
  "/portfolio/history?interval=1m",
];

const accountData = async (floor: Floor): Promise<unknown> =>
  Promise.all(PATHS.map(async (path) => (await floor.get(path)).body as unknown));

test("a session continues after a server restart with all its orders and fills", async () => {
  const path = state();
  const first = await floorOver(path);
  await first.order({
    order_class: "bracket",
    take_profit: { limit_price: 120 },
    stop_loss: { stop_price: 97 },
    client_order_id: "a",
  });
  await first.order({ symbol: "FUND", quantity: 30 });
  first.at("2024-01-08T09:32");
  await first.ask("PATCH", "/orders/ord_1_2", { limit_price: 130 });
  await first.order({ type: "limit", limit_price: 50 });
  await first.ask("DELETE", "/orders/ord_1_6");
  first.at("2024-01-08T16:30");
  await first.order(
    { type: "trailing_stop", trail_amount: 2, side: "buy", time_in_force: "gtc" },
    { "Idempotency-Key": "k" },
  );
  const before = await accountData(first);
  await first.server.close();

  const second = await floorOver(path, first.headers);
  expect(second.session.now).toBe(ny("2024-01-08T16:30"));
  expect(await accountData(second)).toEqual(before);
  const again = await second.order(
    { type: "trailing_stop", trail_amount: 2, side: "buy", time_in_force: "gtc" },
    { "Idempotency-Key": "k" },
  );
  expect(again.headers["idempotent-replayed"]).toBe("true");
  expect((await second.order({ client_order_id: "a" })).status).toBe(409);
  // Events after the restart are the same as they would be without it.
  second.at("2024-01-09T09:31");
  const after = await accountData(second);
  await second.server.close();
  const third = await floorOver(path, first.headers);
  expect(await accountData(third)).toEqual(after);
  await third.server.close();
});

test("an account that was reset is restored as it was after the reset", async () => {
  const path = state();
  const first = await floorOver(path);
  await first.order();
  first.at("2024-01-08T09:32");
  await first.ask("POST", "/account/reset", { cash: 5000, account_type: "margin" });
  await first.order({ side: "sell" });
  const before = await accountData(first);
  await first.server.close();
  const second = await floorOver(path, first.headers);
  expect(await accountData(second)).toEqual(before);
  await second.server.close();
});

test("a server refuses a state file of another recording, start time or settings", async () => {
  const path = state();
  const first = await floorOver(path);
  await first.order();
  await first.server.close();
  const build = (recording: string, settings: object) =>
    buildServer(new LoadedRecording(FLOOR, recording), { speed: 0, store: new StateStore(path), ...settings });
  await expect(build("other", {})).rejects.toMatchObject({ code: "STATE_INVALID" });
  await expect(build("floor", { start: FLOOR_OPEN + 1 })).rejects.toMatchObject({ code: "STATE_INVALID" });
  await expect(build("floor", { trading: { cash: 5 } })).rejects.toMatchObject({ code: "STATE_INVALID" });
  const same = await build("floor", {});
  await same.close();
});

test("a server refuses a state file whose account reaches another cash amount when replayed", async () => {
  const path = state();
  const first = await floorOver(path);
  await first.order();
  first.at("2024-01-08T09:31");
  await first.server.close();
  const store = new StateStore(path);
  store.database.exec("UPDATE accounts SET cash = cash - 1");
  store.close();
  await expect(floorOver(path)).rejects.toMatchObject({ code: "STATE_INVALID" });
});

test("the session of a killed server is restored to its last command, and checked against the totals stored with that command", async () => {
  const path = state();
  const first = await floorOver(path);
  await first.order();
  first.at("2024-01-08T09:31");
  await first.order({ type: "limit", limit_price: 50 });
  const before = await accountData(first);
  // Copies the database as it is on disk before the server closes.
  const killed = state();
  copyFileSync(path, killed);
  copyFileSync(`${path}-wal`, `${killed}-wal`);
  await first.server.close();
  const second = await floorOver(killed, first.headers);
  expect(second.session.now).toBe(ny("2024-01-08T09:31"));
  expect(await accountData(second)).toEqual(before);
  await second.server.close();

  const store = new StateStore(killed);
  store.database.exec("DELETE FROM snapshots; UPDATE commands SET fills = fills + 1 WHERE place & 4294967295 = 2");
  store.close();
  await expect(floorOver(killed)).rejects.toMatchObject({
    code: "STATE_INVALID",
    message: expect.stringMatching(/2 fills/),
  });
});

test("a state file of a version that did not store totals with each command is restored", async () => {
  const path = state();
  const first = await floorOver(path);
  await first.order();
  first.at("2024-01-08T09:31");
  await first.order({ type: "limit", limit_price: 50 });
  const before = await accountData(first);
  await first.server.close();
  const store = new StateStore(path);
  store.database.exec(`
    CREATE TABLE old (
      session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE, arrival INTEGER NOT NULL, account INTEGER NOT NULL,
      time REAL NOT NULL, phase INTEGER NOT NULL, command TEXT NOT NULL, PRIMARY KEY (session, arrival)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO old SELECT id, place & 4294967295, account, commands.time, commands.phase, command
      FROM commands JOIN sessions ON number = place >> 32;
    DROP TRIGGER commands_of_sessions;
    DROP TABLE commands;
    ALTER TABLE old RENAME TO commands;
    ALTER TABLE sessions DROP COLUMN number;
    ALTER TABLE sessions DROP COLUMN last;
    ALTER TABLE accounts DROP COLUMN arrival;
    DROP TABLE backtests;
    DROP TABLE backtest_ends;
    DROP TABLE backtest_pieces;
    DROP TABLE snapshots;
    ALTER TABLE keys DROP COLUMN replaced_by;
    ALTER TABLE keys DROP COLUMN requests;
    ALTER TABLE keys DROP COLUMN last_used_at;
    PRAGMA user_version = 4;
  `);
  store.close();
  const second = await floorOver(path, first.headers);
  expect(await accountData(second)).toEqual(before);
  await second.order({ type: "limit", limit_price: 51 });
  await second.server.close();
  const third = await floorOver(path, first.headers);
  expect((await third.get("/orders?status=all")).body).toMatchObject({ orders: { length: 3 } });
  await third.server.close();
});

test("a server acknowledges no order once its state cannot be written", async () => {
  const floor = await floorOver(state());
  expect((await floor.order({ type: "limit", limit_price: 50 })).status).toBe(201);
  floor.server.hindcast.store.database.exec("DROP TABLE commands");
  const lost = await floor.order({ type: "limit", limit_price: 51 });
  expect(lost).toMatchObject({ status: 503, body: { error: { code: "SERVICE_UNAVAILABLE" } } });
  expect((await floor.order({ type: "limit", limit_price: 52 })).status).toBe(503);
  await floor.server.close();
});

test("a server whose state cannot be written logs the cause once and reports that it is not ready", async () => {
  const lines: string[] = [];
  const log = { level: "error", output: { write: (line: string) => lines.push(line) } } as const;
  const { server } = await openFloor({ store: new StateStore(state()), log });
  const floor = new Floor(server, keyFor(server));
  expect((await server.inject({ url: "/ready" })).statusCode).toBe(200);
  // Forbids the database to grow, which fails like a full disk.
  server.hindcast.store.database.exec("PRAGMA max_page_count = 1");
  const limit = { type: "limit", limit_price: 1 };
  for (;;) {
    const answers = await Promise.all([floor.order(limit), floor.order(limit)]);
    if (answers.some(({ status }) => status !== 201)) break;
  }
  expect((await floor.order(limit)).status).toBe(503);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    level: 50,
    msg: "the state cannot be written",
    err: { message: "database or disk is full" },
  });
  const ready = await server.inject({ url: "/ready" });
  expect([ready.statusCode, ready.json().error]).toMatchObject([
    503,
    { code: "SERVICE_UNAVAILABLE", details: { reason: "database or disk is full" } },
  ]);
  expect((await server.inject({ url: "/health" })).statusCode).toBe(200);
  await server.close();
});

test("only one server at a time can use a state file, whatever path names the file, while another process can create keys in it", async () => {
  const path = state();
  const first = await floorOver(path);
  const link = state();
  symlinkSync(path, link);
  for (const name of [path, link]) {
    const store = new StateStore(name);
    const refused = buildServer(new LoadedRecording(FLOOR, "floor"), { store });
    await expect(refused).rejects.toMatchObject({
      code: "STATE_INVALID",
      message: `another server uses the state file ${realpathSync(path)}`,
    });
    expect(new KeyRing(store, Date.now).create({ name: "second", tier: "free", scopes: [] }).key.name).toBe("second");
    store.close();
  }
  // The first server is not affected by the refused one.
  expect((await first.order({ type: "limit", limit_price: 50 })).status).toBe(201);
  await first.server.close();
  const second = await floorOver(path, first.headers);
  expect((await second.order({ type: "limit", limit_price: 50 })).status).toBe(201);
  await second.server.close();
  // The journal of the lock file is gone; only an empty lock file stays.
  expect(readdirSync(folder)).not.toContain(`${basename(path)}-serving-journal`);
  expect(statSync(`${path}-serving`).size).toBe(0);
});

test("a session whose state file has no accounts may be opened with another start time", async () => {
  const path = state();
  const first = await floorOver(path);
  await first.server.close();
  const second = await floorOver(path, first.headers, FLOOR_OPEN + 60_000);
  expect(second.session.now).toBe(FLOOR_OPEN + 60_000);
  await second.server.close();
});
