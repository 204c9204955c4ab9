import { afterEach, expect, test } from "vitest";
import { dividend, market } from "../../support/recorded-by-hand.ts";
import { FLOOR, FLOOR_OPEN, type Floor, openFloor } from "../../support/trading-floor.ts";

const floors: Floor[] = [];
afterEach(async () => {
  for (const floor of floors.splice(0)) await floor.server.close();
});

const PAYING = market({ ...FLOOR, actions: [dividend("FUND", "2024-01-09", 1)] });

/** Events between Monday and Tuesday that change an account's cash without an order. */
const MOVES = {
  "a received dividend": [PAYING, {}],
  "a charged dividend": [PAYING, { account: "margin" }],
  "margin interest": [FLOOR, { account: "margin", debitRate: 0.5, cash: 600 }],
  "a borrow fee": [FLOOR, { account: "margin", borrowRate: 0.5 }],
} as const;

test.each(Object.entries(MOVES))(
  "a session is restored from the state file after %s",
  async (name, [recorded, settings]) => {
    const served = await openFloor();
    floors.push(served);
    const floor = served.openSession(recorded, { id: "kept", start: FLOOR_OPEN, settings });
    const side = /charged|borrow/.test(name) ? "sell" : "buy";
    await floor.order({ symbol: "FUND", side, quantity: 20 });
    floor.at("2024-01-08T17:00:00");
    const before = await floor.account();
    floor.at("2024-01-09T16:30:00");
    const after = await floor.account();
    expect(after.cash).not.toBe(before.cash);
    expect((await floor.get("/fills")).body.fills).toHaveLength(1);
    expect(await floor.reopened().account()).toEqual(after);
  },
);

test("an account earns interest from the time when it is created or reset", async () => {
  const served = await openFloor({ trading: { creditRate: 0.5 } });
  floors.push(served);
  const floor = served.at("2024-01-08T15:00:00");
  expect(await floor.account()).toMatchObject({ cash: 100_000, equity: 100_000 });
  floor.at("2024-01-08T17:00:00");
  // This is the first close after the account was created.
  expect((await floor.account()).cash).toBe(100_000);
  floor.at("2024-01-09T17:00:00");
  // The account earned interest for one day at 50% per year.
  expect((await floor.account()).cash).toBe(100_136.99);
  const other = floor.otherClient();
  expect((await other.account()).cash).toBe(100_000);
  expect((await floor.ask("POST", "/account/reset", { cash: 5000 })).body.cash).toBe(5000);
});

test("a session with an account that never traded is restored from the state file", async () => {
  const served = await openFloor();
  floors.push(served);
  const floor = served.openSession(FLOOR, { id: "kept", start: FLOOR_OPEN, settings: { creditRate: 0.5 } });
  floor.at("2024-01-09T16:30:00");
  const before = await floor.account();
  expect(await floor.reopened().account()).toEqual(before);
});
