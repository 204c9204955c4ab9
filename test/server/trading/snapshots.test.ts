import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { StateStore } from "../../../src/server/store/state-store.ts";
import { SNAPSHOT_INTERVAL } from "../../../src/server/trading/accounts.ts";
import { coins, COINS_START } from "../../support/coins.ts";
import {
  arbitraryActions,
  type ClientAction,
  exits,
  MINUTE,
  MOMENTS,
  request,
  SYMBOLS,
} from "../../support/client-actions.ts";
import { runs } from "../../support/runs.ts";
import { keyFor } from "../../support/served-sample.ts";
import { temporaryFiles } from "../../support/temporary-files.ts";
import { Floor, openFloor } from "../../support/trading-floor.ts";
import { property } from "../../support/property.ts";

const { folder } = temporaryFiles();
let files = 0;
const file = (): string => join(folder, `${++files}.db`);

const usual = { ...SNAPSHOT_INTERVAL };
Object.assign(SNAPSHOT_INTERVAL, { commands: 3, share: 0 });
afterAll(() => void Object.assign(SNAPSHOT_INTERVAL, usual));

type Account = "cash" | "margin";
type Headers = Readonly<Record<string, string>>;

async function floorOver(path: string, seed: number, account: Account, headers?: Headers): Promise<Floor> {
  const settings = { start: COINS_START, trading: { account }, store: new StateStore(path) };
  const { server } = await openFloor(settings, coins(60 + MOMENTS + 10, seed));
  return new Floor(server, headers ?? keyFor(server));
}

/** Performs the client actions of a range of minutes. */
async function act(floor: Floor, actions: readonly ClientAction[], from: number, until: number): Promise<void> {
  for (let moment = from; moment <= until; moment++) {
    floor.session.advance(COINS_START + moment * MINUTE, 5);
    for (const [i, action] of actions.filter((one) => one.moment === moment).entries()) {
      const { profit, loss } = exits(action);
      const bracket = { order_class: "bracket", take_profit: { limit_price: profit }, stop_loss: { stop_price: loss } };
      const order = { ...request(action), client_order_id: `${moment}-${i}` };
      if (action.verb === "order") await floor.order(order);
      else if (action.verb === "bracket") await floor.order({ ...order, ...bracket });
      else if (action.verb === "close") await floor.ask("DELETE", `/positions/${SYMBOLS[action.symbol]}`);
      else if (action.verb === "cancel") await floor.ask("DELETE", `/orders/ord_1_${action.of + 1}`);
      else await floor.ask("PATCH", `/orders/ord_1_${action.of + 1}`, { quantity: action.quantity });
    }
    if (moment === 9 && actions.length % 4 === 0) await floor.ask("POST", "/account/reset", { cash: 50_000 });
  }
}

const PATHS = [
  "/orders?status=all&limit=1000",
  "/orders?limit=1000",
  "/fills?limit=1000",
  "/positions",
  "/account",
  "/portfolio",
  "/portfolio/history?interval=1m",
  "/orders?client_order_id=3-0&status=all",
];

const accountData = async (floor: Floor): Promise<unknown> =>
  Promise.all(PATHS.map(async (path) => (await floor.get(path)).body as unknown));

/** Number of commands that the snapshot in a state file covers; undefined if there is no snapshot. */
function snapshotLength(path: string): number | undefined {
  const store = new StateStore(path);
  const row = store.database.prepare("SELECT arrival FROM snapshots").get() as { arrival: number } | undefined;
  store.close();
  return row?.arrival;
}

function copy(path: string, to: string): void {
  const store = new StateStore(path);
  store.database.prepare("VACUUM INTO ?").run(to);
  store.close();
}

function deleteSnapshots(path: string): void {
  const store = new StateStore(path);
  store.database.exec("DELETE FROM snapshots");
  store.close();
}

describe("a session restored from a snapshot", () => {
  property(
    [
      fc.nat(1000),
      arbitraryActions,
      fc.constantFrom("cash" as const, "margin" as const),
      fc.integer({ min: 2, max: 14 }),
      fc.boolean(),
    ],
    runs(12),
  )("has the same data as a session that replayed all its commands", async (seed, actions, account, cut, killed) => {
    const path = file();
    const first = await floorOver(path, seed, account);
    await act(first, actions, 1, cut);
    const before = await accountData(first);
    const [restored, replayed] = [file(), file()];
    // Copies the files as they are on disk, as if the server had been killed.
    if (killed) copy(path, restored);
    await first.server.close();
    if (!killed) copy(path, restored);
    copy(restored, replayed);
    deleteSnapshots(replayed);
    const floors = [
      await floorOver(restored, seed, account, first.headers),
      await floorOver(replayed, seed, account, first.headers),
    ] as const;
    for (const floor of floors) {
      if (killed) floor.session.advance(COINS_START + cut * MINUTE, 5);
      expect(await accountData(floor)).toEqual(before);
      await act(floor, actions, cut + 1, MOMENTS);
      floor.session.advance(COINS_START + 10 * 60 * MINUTE);
    }
    const [one, other] = await Promise.all(floors.map(accountData));
    expect(one).toEqual(other);
    for (const floor of floors) await floor.server.close();
  });

  const order = { symbol: "AAAUSD", side: "buy", type: "limit", limit_price: 1, quantity: 1, time_in_force: "gtc" };

  it("gets a new snapshot at intervals and when the server closes", async () => {
    const path = file();
    const floor = await floorOver(path, 1, "cash");
    for (let i = 0; i < 4; i++) await floor.order(order);
    expect(snapshotLength(path)).toBe(3);
    await floor.server.close();
    expect(snapshotLength(path)).toBe(4);
  });

  it("replays all commands instead if the snapshot has another format or is damaged", async () => {
    const path = file();
    const floor = await floorOver(path, 1, "cash");
    for (let i = 0; i < 3; i++) await floor.order(order);
    const before = await accountData(floor);
    await floor.server.close();
    for (const change of ["format = 'another'", "body = zeroblob(length(body))", "arrival = 2"]) {
      const changed = file();
      copy(path, changed);
      const store = new StateStore(changed);
      expect(store.database.prepare(`UPDATE snapshots SET ${change}`).run().changes).toBe(1);
      store.close();
      const again = await floorOver(changed, 1, "cash", floor.headers);
      expect(await accountData(again)).toEqual(before);
      await again.server.close();
    }
  });
});
