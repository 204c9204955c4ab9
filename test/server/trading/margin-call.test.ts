import { statSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import { expect, test } from "vitest";
import { migrate } from "../../../src/server/store/migrate.ts";
import { MIGRATIONS } from "../../../src/server/store/migrations.ts";
import { StateStore } from "../../../src/server/store/state-store.ts";
import { temporaryFiles } from "../../support/temporary-files.ts";
import { Floor, openFloor } from "../../support/trading-floor.ts";

const { folder } = temporaryFiles();

/**
 * Nineteen shares were bought at 101 with 1,000 in cash. At 96, equity is 905, and the maintenance margin is half of 1,824, which is 912.
 * The margin call is at 9:35; the next price after it is at 15:59.
 */
const settings = {
  trading: { account: "margin", cash: 1000, maintenanceMargin: 0.5, marginCalls: "at-close" },
} as const;
const CALL = "ord_1_3";

/** Opens a server with an account in a margin call and a resting buy order. `state` is the path of the state file. */
async function called(state?: string): Promise<Floor> {
  const floor = await openFloor({ ...settings, ...(state !== undefined && { store: new StateStore(state) }) });
  await floor.order({ quantity: 19 });
  floor.at("2024-01-08T09:31");
  expect(
    (await floor.order({ symbol: "BTCUSD", type: "limit", quantity: 0.001, limit_price: 1, time_in_force: "gtc" }))
      .status,
  ).toBe(201);
  floor.at("2024-01-08T09:35");
  expect(await floor.read(CALL)).toMatchObject({ side: "sell", quantity: 19, status: "new" });
  return floor;
}

/** Expects that the margin call sells all shares at 96, which leaves 1,000 less 19 times 5. */
async function expectLiquidated(floor: Floor): Promise<void> {
  floor.at("2024-01-08T16:00");
  expect(await floor.read(CALL)).toMatchObject({ status: "filled", average_fill_price: 96 });
  expect(await floor.account()).toMatchObject({ cash: 905 });
}

test("a client can neither cancel nor replace the order of a margin call, and gets the reason", async () => {
  const floor = await called();
  expect(await floor.ask("DELETE", `/orders/${CALL}`)).toMatchObject({
    status: 409,
    body: {
      error: {
        code: "ORDER_NOT_CANCELABLE",
        message: "a margin call cannot be canceled: it liquidates positions that equity does not cover",
        details: { id: CALL, status: "new", reason: "margin_call" },
      },
    },
  });
  expect(await floor.ask("PATCH", `/orders/${CALL}`, { quantity: 1 })).toMatchObject({
    status: 409,
    body: { error: { code: "ORDER_NOT_REPLACEABLE", details: { id: CALL, reason: "margin_call" } } },
  });
  await expectLiquidated(floor);
  expect((await floor.ask("DELETE", `/orders/${CALL}`)).body.error).toMatchObject({
    code: "ORDER_NOT_CANCELABLE",
    details: { id: CALL, status: "filled" },
  });
  await floor.server.close();
});

test("canceling all orders leaves the order of a margin call open, and reports that", async () => {
  const floor = await called();
  expect(await floor.ask("DELETE", "/orders")).toMatchObject({
    status: 200,
    body: { canceled: ["ord_1_2"], failed: [{ id: CALL, code: "ORDER_NOT_CANCELABLE" }] },
  });
  await expectLiquidated(floor);
  await floor.server.close();
});

test("a client can close a position that is in a margin call, and it is not sold twice", async () => {
  const floor = await called();
  const closing = await floor.ask("DELETE", "/positions/ACME");
  expect(closing).toMatchObject({ status: 200, body: { id: "ord_1_4", side: "sell", quantity: 19, status: "new" } });
  await expectLiquidated(floor);
  expect(await floor.read("ord_1_4")).toMatchObject({
    status: "rejected",
    reject_reason: { code: "insufficient_position" },
  });
  expect((await floor.get("/positions")).body).toEqual({ positions: [] });
  await floor.server.close();
});

test("an open margin call survives a server restart", async () => {
  const state = join(folder, "called.db");
  const first = await called(state);
  await first.ask("DELETE", "/orders");
  await first.server.close();
  const second = new Floor((await openFloor({ ...settings, store: new StateStore(state) })).server, first.headers);
  expect(await second.read(CALL)).toMatchObject({ status: "new" });
  expect((await second.ask("DELETE", `/orders/${CALL}`)).body.error.code).toBe("ORDER_NOT_CANCELABLE");
  await expectLiquidated(second);
  await second.server.close();
});

/** Rows of the tables of sessions and keys in a state file. */
function tablesOf(database: Database.Database): readonly unknown[] {
  return ["sessions", "accounts", "commands", "keys"].map((table) => database.prepare(`SELECT * FROM ${table}`).all());
}

/** Creates a state file in layout 9, which is older than margin calls within bars. It stores only the settings that clients chose. */
function asLayout9(now: string, path: string): readonly unknown[] {
  const database = new Database(path);
  migrate(database, MIGRATIONS.slice(0, 9));
  database.exec(`ATTACH '${now}' AS now`);
  for (const table of ["keys", "sessions", "accounts", "commands", "answers"]) {
    const columns = database.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all().join(", ");
    database.exec(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM now.${table}`);
  }
  database.exec("UPDATE sessions SET settings = json_remove(settings, '$.marginCalls'), restarted = NULL");
  const tables = tablesOf(database);
  database.exec("DETACH now");
  database.close();
  return tables;
}

test("accounts of a state file in the old layout 9 keep margin calls at closes, and the old file is copied before the upgrade", async () => {
  const state = join(folder, "older.db");
  const newer = join(folder, "newer.db");
  const first = await called(newer);
  await first.ask("DELETE", "/orders");
  await expectLiquidated(first);
  const orders = (await first.get("/orders?status=all")).body;
  await first.server.close();
  const older = asLayout9(newer, state);

  // Layout 9 did not know this setting. In later versions margin calls within bars are the default.
  const { marginCalls: _, ...trading } = settings.trading;
  const again = async (path: string) =>
    new Floor((await openFloor({ trading, store: new StateStore(path) })).server, first.headers);
  const second = await again(state);
  expect((await second.get("/orders?status=all")).body).toEqual(orders);
  expect(await second.account()).toMatchObject({ cash: 905 });
  await second.server.close();
  const third = await again(state);
  expect((await third.get("/orders?status=all")).body).toEqual(orders);
  await third.server.close();

  const kept = new Database(`${state}.v9`);
  expect(kept.prepare("PRAGMA user_version").get()).toMatchObject({ user_version: 9 });
  expect(tablesOf(kept)).toEqual(older);
  kept.close();
  expect(statSync(`${state}.v9`).mode & 0o777).toBe(0o600);
});

test("a server refuses a state file whose account reaches other totals when replayed, and says what to do", async () => {
  const state = join(folder, "other.db");
  const first = await called(state);
  await first.server.close();
  const store = new StateStore(state);
  store.database.exec("UPDATE commands SET cash = 1; UPDATE accounts SET cash = 1");
  store.close();
  await expect(openFloor({ ...settings, store: new StateStore(state) })).rejects.toMatchObject({
    code: "STATE_INVALID",
    message: expect.stringMatching(
      /^account 1 of the session main does not match its stored totals \(4 events, 1 fills, 1 in cash; replayed: 4 events, 1 fills, -919 in cash\): a version of Hindcast with other trading rules wrote the state\. No data are lost\. Use that version /,
    ),
  });
});
