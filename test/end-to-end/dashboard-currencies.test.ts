import { expect, test } from "vitest";
import type { RecordedSeries } from "../../src/market/recorded-market.ts";
import { describeDashboard } from "../support/dashboard-tests.ts";
import { PATIENCE } from "../support/opened-dashboard.ts";
import { crypto, market, ny, series, stock } from "../support/recorded-by-hand.ts";
import { servedMarket } from "../support/served-market.ts";

/** Three minutes of a stock in dinars, a stock in yen and a crypto pair priced in bitcoin. */
const RECORDED = market({
  instruments: [
    stock("GULF", { currency: "KWD", currencyDecimals: 3, decimals: 3, tick: 0.001 }),
    stock("TORII", { currency: "JPY", currencyDecimals: 0, decimals: 0, tick: 1 }),
    crypto("ETHBTC", "ETH", { currency: "BTC", currencyDecimals: 8, decimals: 5, tick: 0.00001, lot: 0.0001 }),
  ],
  series: [
    minutes("GULF", [1.24, 1.245, 1.235, 1.237]),
    minutes("TORII", [997, 998, 999, 1004]),
    minutes("ETHBTC", [0.05672, 0.05677, 0.05678, 0.05679]),
  ],
});

/** Minute bars that start at 9:30. The first price is an open, each further price a close and the next open. */
function minutes(symbol: string, prices: readonly number[]): RecordedSeries {
  const rows = prices.slice(1).map((close, i) => {
    const open = prices[i]!;
    return `2024-01-08T09:${30 + i} ${open} ${Math.max(open, close)} ${Math.min(open, close)} ${close} 1000`;
  });
  return series(symbol, "1m", rows.join("\n"));
}

describeDashboard("the dashboard of an account", ({ open, enter }) => {
  test.each([
    // The last price is 1.245. Seven shares bought at 1.235 are worth 1.237 each a minute later.
    {
      currency: "KWD",
      cash: 100,
      symbol: "GULF",
      quantity: "7",
      estimate: "About 8.715 KWD before commission.",
      account: "Equity, KWD100.014Day+0.014 (+0.01%)Buying power91.355",
      position: "GULFlong 71.2351.2378.659+0.014 (+0.16%)Close",
    },
    // The last price is 998. Seven shares bought at 999 are worth 1,004 each a minute later.
    {
      currency: "JPY",
      cash: 10_000,
      symbol: "TORII",
      quantity: "7",
      estimate: "About 6,986 JPY before commission.",
      account: "Equity, JPY10,035Day+35 (+0.35%)Buying power3,007",
      position: "TORIIlong 79991,0047,028+35 (+0.50%)Close",
    },
    // 1.0003 coins cost 0.056787031 at 0.05677. At 0.05678 they cost 0.056797034, booked as 0.05679703. At 0.05679 they are worth
    // 0.056807037.
    {
      currency: "BTC",
      cash: 0.5,
      symbol: "ETHBTC",
      quantity: "1.0003",
      estimate: "About 0.05678703 BTC before commission.",
      account: "Equity, BTC0.50001001Day+0.00001001 (0.00%)Buying power0.44320297",
      position: "ETHBTClong 1.00030.056780.056790.05680704+0.00001001 (+0.02%)Close",
    },
  ])("shows money of $currency with the currency's number of decimals", async (each) => {
    const { currency, cash, symbol, quantity } = each;
    const server = await servedMarket(RECORDED, ny("2024-01-08T09:31"), { trading: { currency, cash } });
    const { page, complaints } = await open({}, server);
    await enter(page);
    await page.locator(`.watch tr[data-symbol=${symbol}]`).click();
    await page.getByLabel("Quantity").fill(quantity);
    await expect.poll(() => page.locator(".ticket .hint").textContent(), PATIENCE).toBe(each.estimate);
    await page.getByRole("button", { name: `Buy ${quantity} ${symbol}, market` }).click();
    const orders = page.locator("table.orders tbody");
    await expect.poll(() => orders.textContent(), PATIENCE).toContain(symbol);
    await page.getByRole("button", { name: "Minute", exact: true }).click();
    await expect.poll(() => orders.textContent(), PATIENCE).toBe("No open orders.");
    await page.getByRole("button", { name: "Minute", exact: true }).click();
    await expect.poll(() => page.locator("table.positions tbody").textContent(), PATIENCE).toBe(each.position);
    await expect.poll(() => page.locator(".account").textContent(), PATIENCE).toBe(each.account);
    expect(complaints).toEqual([]);
  });
});
