import { afterEach, describe, expect, test } from "vitest";
import { crypto, market, series, stock } from "../../support/recorded-by-hand.ts";
import { connected } from "../../support/stream-client.ts";
import { type Floor, openFloor } from "../../support/trading-floor.ts";

/** Two minutes of a stock in dinars (three decimals), a stock in yen (none) and a crypto pair in bitcoin (eight). */
const RECORDED = market({
  instruments: [
    stock("GULF", { currency: "KWD", currencyDecimals: 3, decimals: 3, tick: 0.001 }),
    stock("TORII", { currency: "JPY", currencyDecimals: 0, lot: 0.1 }),
    crypto("ETHBTC", "ETH", { currency: "BTC", currencyDecimals: 8, decimals: 5, tick: 0.00001, lot: 0.0001 }),
  ],
  series: [
    series("GULF", "1m", "2024-01-08T09:30 1 1.3 1 1.235 1000\n2024-01-08T09:31 1.235 1.3 1.2 1.237 1000"),
    series("TORII", "1m", "2024-01-08T09:30 999 999 999 999 1000\n2024-01-08T09:31 999 1004 999 1004 1000"),
    series("ETHBTC", "1m", "2024-01-08T09:30 0.05 0.06 0.05 0.05678 9\n2024-01-08T09:31 0.05678 0.06 0.05 0.05679 9"),
  ],
});

const COMMISSION = { model: "percent", rate: 0.001 } as const;

describe("an account rounds money to the decimals of its currency,", () => {
  let floor: Floor;
  afterEach(() => floor.server.close());

  async function open(currency: string, cash: number): Promise<void> {
    floor = await openFloor({ trading: { currency, cash, commission: COMMISSION } }, RECORDED);
  }

  /** Buys at the close of the bar of 9:30, and advances to the close of the bar of 9:31. */
  async function buy(symbol: string, quantity: number): Promise<void> {
    expect((await floor.order({ symbol, quantity })).status).toBe(201);
    floor.at("2024-01-08T09:32");
  }

  test("with three decimals in dinars", async () => {
    await open("KWD", 100);
    await buy("GULF", 7);
    // 7 shares at 1.235 cost 8.645, and the commission of 0.1% is 0.009. Of 100 dinars, 91.346 are left.
    expect((await floor.get("/fills")).body.fills).toMatchObject([{ quantity: 7, price: 1.235, commission: 0.009 }]);
    expect(await floor.read("ord_1_1")).toMatchObject({ commission: 0.009 });
    // At the close of 9:31 each share is worth 1.237.
    const account = { cash: 91.346, long_market_value: 8.659, equity: 100.005, unrealized_pnl: 0.014 };
    expect(await floor.account()).toMatchObject({ ...account, buying_power: 91.346, commission_paid: 0.009 });
    expect((await floor.get("/portfolio")).body).toMatchObject({
      account,
      positions: [{ market_value: 8.659, cost_basis: 8.645, unrealized_pnl: 0.014 }],
      gross_exposure: 8.659,
      day_change: 0.005,
    });
    expect((await floor.get("/portfolio/history?period=1d&interval=1m")).body.data).toMatchObject([
      // At the time of the purchase only the commission is lost.
      { equity: 99.991, cash: 91.346, profit_loss: -0.009 },
      { equity: 100.005, cash: 91.346, profit_loss: 0.005 },
    ]);
  });

  test("in ledger entries, which add up to the cash, and in streamed fills", async () => {
    await open("KWD", 100);
    const client = await connected(floor.server, { headers: floor.headers });
    await client.ask({ action: "subscribe", channel: "orders" }, "subscribed");
    await buy("GULF", 7);
    const messages = await client.all();
    expect(messages.filter(({ type }) => type === "entry").map(({ entry }) => [entry.kind, entry.amount])).toEqual([
      ["deposit", 100],
      ["fill", -8.645],
      ["commission", -0.009],
    ]);
    expect(messages.findLast(({ type }) => type === "order")).toMatchObject({
      order: { commission: 0.009 },
      fill: { commission: 0.009 },
    });
    await client.close();
  });

  test("with eight decimals in bitcoin", async () => {
    await open("BTC", 0.5);
    await buy("ETHBTC", 1.0003);
    // 1.0003 at 0.05678 cost 0.056797034, booked as 0.05679703. The commission of 0.1% is booked as 0.0000568.
    expect((await floor.get("/fills")).body.fills).toMatchObject([{ price: 0.05678, commission: 0.000_056_8 }]);
    expect(await floor.account()).toMatchObject({
      cash: 0.443_146_17,
      // 1.0003 coins are valued at 0.05679.
      long_market_value: 0.056_807_04,
      equity: 0.499_953_21,
      commission_paid: 0.000_056_8,
    });
  });

  test("without decimals in yen", async () => {
    await open("JPY", 10_000);
    await buy("TORII", 0.7);
    // 0.7 shares at 999 cost 699.3, booked as 699. The commission is booked as 1.
    expect((await floor.get("/fills")).body.fills).toMatchObject([{ price: 999, commission: 1 }]);
    // 0.7 shares at 1004 are worth 702.8.
    expect(await floor.account()).toMatchObject({ cash: 9300, long_market_value: 703, equity: 10_003 });
  });

  test("in the error about a refused order", async () => {
    await open("KWD", 10.005);
    // The order needs 11 times 1, the open of 9:30, plus 0.1%.
    expect((await floor.order({ symbol: "GULF", quantity: 11 })).body.error).toMatchObject({
      code: "INSUFFICIENT_FUNDS",
      message: "11 of GULF require 11.011, but only 10.005 are available",
      details: { required: 11.011, available: 10.005 },
    });
  });
});
