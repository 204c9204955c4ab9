import { afterEach, describe, expect, test } from "vitest";
import { withOptionContracts } from "../../../src/market/option-contracts.ts";
import { chain, day, market, ny, series, stock } from "../../support/recorded-by-hand.ts";
import { type Floor, FLOOR, openFloor } from "../../support/trading-floor.ts";

const CALL = "ACME240109C00090000";
const PUT = "ACME240109P00090000";
const LATER = "ACME240109C00095000";

const row = (time: string, strike: number, right: 1 | -1, bid: number, ask: number) => ({
  time: ny(time),
  expiration: day("2024-01-09"),
  strike,
  right,
  bid,
  ask,
});

/** An option chain with snapshots at noon and at the close. The contracts expire on Tuesday, when ACME closes at 92. */
const OPTIONS = market({
  ...FLOOR,
  chains: [
    chain("ACME", [
      row("2024-01-05T16:00", 90, 1, 9, 10),
      row("2024-01-05T16:00", 90, -1, 0, 0.5),
      row("2024-01-08T12:00", 90, 1, 11, 12),
      row("2024-01-08T12:00", 90, -1, 0.2, 0.4),
      row("2024-01-08T16:00", 90, 1, 6, 7),
      row("2024-01-08T16:00", 95, 1, 2, 3),
      row("2024-01-09T12:00", 90, 1, 2, 2.5),
      row("2024-01-09T12:00", 90, -1, 0, 0.1),
    ]),
  ],
});

const floors: Floor[] = [];
const open = async (): Promise<Floor> => {
  const floor = await openFloor({}, OPTIONS);
  floors.push(floor);
  return floor;
};
afterEach(async () => {
  for (const floor of floors.splice(0)) await floor.server.close();
});

describe("option contracts of a recorded chain", () => {
  test("are listed as symbols once they have a quote", async () => {
    const floor = await open();
    const list = async () => {
      const url = "/v2/market-data/symbols?asset_class=option";
      return (await floor.server.inject({ url, headers: floor.headers })).json();
    };
    expect((await list()).symbols).toMatchObject([
      {
        symbol: CALL,
        name: "ACME 2024-01-09 90 call",
        currency: "USD",
        calendar: "XNYS",
        lot_size: 1,
        decimals: 3,
        first: "2024-01-05T21:00:00.000Z",
        last: "2024-01-05T21:00:00.000Z",
        intervals: [],
      },
      { symbol: PUT },
    ]);
    expect((await floor.order({ symbol: LATER })).status).toBe(404);
    floor.at("2024-01-08T16:00");
    expect((await list()).symbols.map((one: { symbol: string }) => one.symbol)).toEqual([CALL, LATER, PUT]);
  });

  test("are bought at the ask and sold at the bid of the next snapshot, with a multiplier of 100", async () => {
    const floor = await open();
    expect((await floor.order({ symbol: CALL, quantity: 2 })).body).toMatchObject({
      asset_class: "option",
      status: "new",
    });
    floor.at("2024-01-08T11:59:59.999");
    expect(await floor.read("ord_1_1")).toMatchObject({ status: "new" });
    floor.at("2024-01-08T12:00");
    expect(await floor.read("ord_1_1")).toMatchObject({ status: "filled", average_fill_price: 12 });
    // Two contracts for 100 shares each cost 12 per share, and are worth 11.5, the mid price.
    expect(await floor.account()).toMatchObject({ cash: 97_600, equity: 99_900, long_market_value: 2_300 });
    await floor.order({ symbol: CALL, side: "sell", quantity: 1 });
    floor.at("2024-01-08T16:00");
    expect(await floor.read("ord_1_2")).toMatchObject({ status: "filled", average_fill_price: 6 });
    expect(await floor.account()).toMatchObject({ cash: 98_200 });
    expect((await floor.get(`/positions/${CALL}`)).body).toMatchObject({
      quantity: 1,
      average_price: 12,
      market_price: 6.5,
      market_value: 650,
      unrealized_pnl: -550,
      realized_pnl: -600,
    });
  });

  test("can be traded during the session, even if no further snapshot follows", async () => {
    const friday = [row("2024-01-05T16:00", 90, 1, 9, 10)];
    const monday = [row("2024-01-08T16:00", 90, 1, 6, 7)];
    const floor = await open();
    for (const rows of [friday, [...friday, ...monday]]) {
      const recorded = withOptionContracts(market({ ...FLOOR, chains: [chain("ACME", rows)] }));
      const session = floor.openSession(recorded, { id: `rows${rows.length}`, start: ny("2024-01-08T12:00") });
      const { body } = await session.order({ symbol: CALL, quantity: 1, type: "limit", limit_price: 5 });
      expect(body).toMatchObject({ status: "new" });
    }
  });

  test("fill limit orders at the bid or ask, not at the mid price", async () => {
    const floor = await open();
    await floor.order({ symbol: CALL, quantity: 1, type: "limit", limit_price: 11.5 });
    await floor.order({ symbol: CALL, quantity: 1, type: "limit", limit_price: 6.5 });
    floor.at("2024-01-08T12:00");
    expect(await floor.read("ord_1_1")).toMatchObject({ status: "new" });
    // At the close the ask is 7. The first limit is above 7. The second is below 7, and its order expires with the day.
    floor.at("2024-01-08T16:00");
    expect(await floor.read("ord_1_1")).toMatchObject({ status: "filled", average_fill_price: 7 });
    expect(await floor.read("ord_1_2")).toMatchObject({ status: "expired" });
  });

  test("fill a stop order to sell at the bid that triggers it", async () => {
    const floor = await open();
    await floor.order({ symbol: CALL, quantity: 1 });
    floor.at("2024-01-08T12:00");
    await floor.order({ symbol: CALL, quantity: 1, side: "sell", type: "stop", stop_price: 8, time_in_force: "gtc" });
    floor.at("2024-01-08T16:00");
    expect(await floor.read("ord_1_2")).toMatchObject({ status: "filled", average_fill_price: 6 });
  });

  test("cannot be sold without a bid, and are settled in cash at expiration", async () => {
    const floor = await open();
    await floor.order({ symbol: PUT, quantity: 3 });
    await floor.order({ symbol: CALL, quantity: 2 });
    floor.at("2024-01-08T12:00");
    expect(await floor.read("ord_1_1")).toMatchObject({ status: "filled", average_fill_price: 0.4 });
    floor.at("2024-01-09T09:30");
    await floor.order({ symbol: PUT, quantity: 3, side: "sell" });
    floor.at("2024-01-09T15:59:59");
    expect(await floor.read("ord_1_3")).toMatchObject({ status: "new" });
    floor.at("2024-01-09T16:00");
    expect(await floor.read("ord_1_3")).toMatchObject({
      status: "canceled",
      reject_reason: { code: "expired_instrument" },
    });
    // Three puts cost 0.4 and two calls 12 per share. At expiration ACME is at 92, so the 90 calls are worth 2 and the puts nothing.
    expect(await floor.account()).toMatchObject({ cash: 97_880, equity: 97_880 });
    expect((await floor.get("/positions")).body).toEqual({ positions: [] });
  });

  test("are settled on their expiration date, even if the underlying does not trade on that day", async () => {
    const floor = await open();
    const bars = "2024-01-05T15:59 99 100 99 100 1000\n2024-01-08T09:30 100 102 99 101 1000";
    for (const later of ["", "\n2024-01-10T09:30 92 93 91 92 1000"]) {
      const acme = series("ACME", "1m", bars + later);
      const recorded = withOptionContracts(market({ ...OPTIONS, series: [acme], actions: [] }));
      const session = floor.openSession(recorded, { id: `settled${later.length}`, start: ny("2024-01-08T09:30:30") });
      await session.order({ symbol: CALL, quantity: 1 });
      session.at("2024-01-09T15:59:59");
      expect((await session.get("/positions")).body.positions).toMatchObject([{ symbol: CALL, quantity: 1 }]);
      session.at("2024-01-09T16:00");
      // The contract cost 12 per share, and is worth 11 at ACME's last price of 101.
      expect(await session.account()).toMatchObject({ cash: 99_900, equity: 99_900 });
    }
  });

  test("are refused after expiration", async () => {
    const floor = await open();
    floor.at("2024-01-09T16:00");
    const { status, body } = await floor.order({ symbol: CALL, type: "limit", limit_price: 1 });
    expect(status).toBe(400);
    expect(body.error.message).toBe(`symbol must be tradable: ${CALL} expired on 2024-01-09`);
  });

  test("have no auctions and no extended hours, and accept no market orders while the market is closed", async () => {
    const floor = await open();
    const refused = async (members: Record<string, unknown>) => {
      const { status, body } = await floor.order({ symbol: CALL, quantity: 1, ...members });
      return [status, body.error.code, body.error.details.errors?.map((one: { parameter: string }) => one.parameter)];
    };
    const limit = { type: "limit", limit_price: 5 };
    const invalid = [400, "INVALID_PARAMETERS"];
    expect(await refused({ ...limit, time_in_force: "opg" })).toEqual([...invalid, ["time_in_force"]]);
    expect(await refused({ ...limit, time_in_force: "cls" })).toEqual([...invalid, ["time_in_force"]]);
    expect(await refused({ ...limit, extended_hours: true })).toEqual([...invalid, ["extended_hours"]]);
    floor.at("2024-01-08T17:00");
    expect(await refused({ time_in_force: "gtc" })).toEqual([400, "MARKET_CLOSED", undefined]);
    expect((await floor.order({ symbol: CALL, quantity: 1, ...limit })).body).toMatchObject({ status: "accepted" });
  });

  test("need cash for the price of 100 shares each", async () => {
    const floor = await open();
    // 9.5 is the mid price of the last snapshot.
    const { status, body } = await floor.order({ symbol: CALL, quantity: 106 });
    expect(status).toBe(422);
    expect(body.error.details).toEqual({ symbol: CALL, required: 100_700, available: 100_000 });
    expect((await floor.order({ symbol: CALL, quantity: 105 })).status).toBe(201);
  });

  test("fill an immediate-or-cancel order at the next snapshot or not at all", async () => {
    const floor = await open();
    await floor.order({ symbol: CALL, quantity: 1, type: "limit", limit_price: 8, time_in_force: "ioc" });
    floor.at("2024-01-08T12:00");
    expect(await floor.read("ord_1_1")).toMatchObject({ status: "canceled", filled_quantity: 0 });
  });

  test("keep their positions and orders over a server restart", async () => {
    const floor = await open();
    const session = floor.openSession(withOptionContracts(OPTIONS), {
      id: "second",
      start: ny("2024-01-08T09:30:30"),
    });
    await session.order({ symbol: CALL, quantity: 2 });
    session.at("2024-01-08T12:00");
    const before = await session.account();
    expect(before.cash).toBe(97_600);
    expect(await session.reopened().account()).toEqual(before);
  });
});

test("a recorded instrument keeps its id even if an option contract has the same id", async () => {
  const taken = stock(CALL, { name: "Something else" });
  const floor = await openFloor(
    {},
    {
      ...OPTIONS,
      instruments: [...OPTIONS.instruments, taken],
      series: [...OPTIONS.series, series(CALL, "1d", "2024-01-05 1 1 1 1 10")],
    },
  );
  floors.push(floor);
  const listed = await floor.server.inject({ url: `/v2/market-data/symbols?query=${CALL}`, headers: floor.headers });
  expect(listed.json().symbols).toMatchObject([{ symbol: CALL, name: "Something else", asset_class: "stock" }]);
});

test("an option contract whose only two snapshots are close together does not disturb trading", async () => {
  const rows = [row("2024-01-08T09:30", 90, 1, 9, 10), row("2024-01-08T09:30:10", 90, 1, 11, 12)];
  const floor = await openFloor({}, market({ ...FLOOR, chains: [chain("ACME", rows)] }));
  floors.push(floor);
  expect((await floor.get("/account")).status).toBe(200);
  floor.at("2024-01-08T09:31");
  expect(await floor.account()).toMatchObject({ equity: 100_000 });
  expect((await floor.order({ symbol: CALL, type: "limit", limit_price: 1, quantity: 1 })).status).toBe(201);
});
