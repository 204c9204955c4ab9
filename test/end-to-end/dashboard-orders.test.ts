import { expect, test } from "vitest";
import { describeDashboard } from "../support/dashboard-tests.ts";
import { PATIENCE } from "../support/opened-dashboard.ts";
import { overflow } from "../support/page-appearance.ts";
import { keyFor } from "../support/served-sample.ts";

describeDashboard("the order form of the dashboard", (dashboard) => {
  const { open, enter } = dashboard;

  test("replaces an open order by keyboard, and shows errors next to their field", async () => {
    const { page } = await open();
    await enter(page);
    const ticket = page.locator(".ticket");
    await ticket.getByLabel("Type").selectOption("stop_limit");
    await ticket.getByLabel("Limit price").fill("121");
    await ticket.getByLabel("Stop price").fill("120");
    await ticket.locator("button.primary").click();
    const orders = page.locator("table.orders tbody tr");
    await expect
      .poll(() => orders.allTextContents(), PATIENCE)
      .toEqual(["AAPLbuy stop limit day10limit 121.00, stop 120.00new12-15 12:00Change Cancel"]);

    await page.locator("h1").click();
    await page.keyboard.press("e");
    await page.keyboard.type("122.5");
    await page.keyboard.press("Tab");
    await page.keyboard.type("0");
    // Meanwhile account updates arrive, which must not change what is being typed.
    await ticket.getByLabel("Type").selectOption("limit");
    await ticket.getByLabel("Limit price").fill("100");
    await ticket.locator("button.primary").click();
    await expect.poll(() => orders.count(), PATIENCE).toBe(2);
    expect(await page.getByLabel("limit of buy AAPL").inputValue()).toBe("122.5");
    await page.getByLabel("stop of buy AAPL").press("Enter");
    const trouble = page.locator(".changing [role=alert]");
    await expect.poll(() => trouble.textContent(), PATIENCE).toContain("stop_price");
    expect(await page.getByLabel("stop of buy AAPL").getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByLabel("limit of buy AAPL").getAttribute("aria-invalid")).toBe(null);

    await page.getByLabel("stop of buy AAPL").fill("120.5");
    await page.getByLabel("Quantity of buy AAPL").fill("7");
    await page.keyboard.press("Enter");
    const changed = "AAPLbuy stop limit day7limit 122.50, stop 120.50new12-15 12:00Change Cancel";
    await expect.poll(() => orders.allTextContents(), PATIENCE).toContain(changed);
    expect(await orders.count()).toBe(2);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Change buy AAPL");
    await page.keyboard.press("Enter");
    await page.keyboard.type("9");
    await page.keyboard.press("Escape");
    expect(await orders.allTextContents()).toContain(changed);
  });

  test("places every type of order, and a bracket whose stop-loss trails", async () => {
    const { page } = await open();
    await enter(page);
    const ticket = page.locator(".ticket");
    const orders = page.locator("table.orders tbody");
    const place = async (fields: Readonly<Record<string, string>>, shown: string) => {
      for (const [label, value] of Object.entries(fields)) {
        const field = ticket.getByLabel(label);
        if (/^[\d.]+$/.test(value)) await field.fill(value);
        else await field.selectOption(value);
      }
      await ticket.locator("button.primary").click();
      await expect.poll(() => orders.textContent(), PATIENCE).toContain(shown);
    };
    await place({ Type: "trailing_stop", "Trail by price": "2", "Time in force": "gtc" }, "buy trailing stop gtc10");
    await place({ Type: "market", "Time in force": "opg" }, "buy market opg10");
    await place({ "Time in force": "day" }, "buy market day10");
    await page.getByRole("button", { name: "Minute", exact: true }).click();
    await expect.poll(() => page.locator("table.positions tbody").textContent(), PATIENCE).toContain("AAPLlong 10");

    await place({ Class: "bracket", "Stop loss by": "trailing_stop", "Stop loss trails by percent": "1.5" }, "");
    await expect.poll(() => ticket.locator("[aria-invalid]").count(), PATIENCE).toBe(1);
    await place({ "Take profit at": "130" }, "sell trailing stop gtc10");
    expect(await ticket.locator("[aria-invalid]").count()).toBe(0);
    await place(
      { "Stop loss by": "stop_limit", "Stop loss at": "100", "Stop loss limit": "99.5" },
      "limit 99.50, stop 100.00",
    );
    await ticket.getByText("Sell", { exact: true }).click();
    await place({ Class: "oco", "Stop loss by": "trailing_stop" }, "sell trailing stop day10");
  });

  test("is followed by a list that shows open orders first, and forgets the orders of a reset account", async () => {
    const { page } = await open();
    const headers = keyFor(dashboard.server);
    const post = async (url: string, payload: object = {}) => {
      const answer = await dashboard.server.inject({ method: "POST", url: `/v2/trading/${url}`, headers, payload });
      return answer.json<{ readonly id: string }>();
    };
    const order = (symbol: string, time_in_force: string) =>
      post("orders", { symbol, side: "buy", type: "limit", quantity: 1, limit_price: 1, time_in_force });
    await order("KO", "gtc");
    for (let i = 0; i < 200; i++) await order("MSFT", "ioc");
    const { control, now } = dashboard.server.hindcast.sessions.main;
    control!.seek(now + 60_000);
    await order("AAPL", "day");
    await order("SPY", "day");
    await page.getByLabel("API key").fill(headers.authorization.replace("Bearer ", ""));
    await page.getByRole("button", { name: "Open the market" }).click();
    const symbols = page.locator("table.orders tbody th");
    await expect.poll(() => symbols.allTextContents(), PATIENCE).toEqual(["SPY", "AAPL", "KO"]);

    await post("account/reset");
    await page.getByRole("button", { name: "Minute", exact: true }).click();
    const orders = page.locator("table.orders tbody");
    await expect.poll(() => orders.textContent(), PATIENCE).toBe("No open orders.");
  });

  test("keeps the focus after a key press, and shows the value of an order for futures", async () => {
    const { page } = await open();
    await enter(page);
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);
    await page.locator("tr[data-symbol='GC=F'] button").click();
    const ticket = page.locator(".ticket");
    // The selected symbol is a future with a multiplier of 100.
    await ticket.getByLabel("Type").selectOption("limit");
    await ticket.getByLabel("Limit price").fill("1500");
    await ticket.getByLabel("Quantity").fill("1");
    await expect.poll(() => ticket.textContent(), PATIENCE).toContain("About 150,000.00 USD");

    await page.locator("tr[data-symbol=AAPL] button").click();
    await ticket.getByLabel("Limit price").fill("100");
    await ticket.locator("button.primary").focus();
    await page.keyboard.press("Enter");
    const cancel = page.getByRole("button", { name: "Cancel buy AAPL" });
    await expect.poll(() => cancel.count(), PATIENCE).toBe(1);
    expect(await focused()).toBe("Buy 1 AAPL, limit");
    await cancel.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => cancel.count(), PATIENCE).toBe(0);
    expect(await focused()).toBe("Open orders");

    // The buttons stay visible even for an order with long prices.
    await page.locator("tr[data-symbol=BTCUSD] button").click();
    await ticket.getByLabel("Type").selectOption("stop_limit");
    await ticket.getByLabel("Limit price").fill("41860.06");
    await ticket.getByLabel("Stop price").fill("41860.05");
    await ticket.getByLabel("Quantity").fill("0.01");
    await ticket.getByLabel("Time in force").selectOption("gtc");
    await ticket.locator("button.primary").click();
    const orders = page.locator("table.orders tbody");
    await expect.poll(() => orders.textContent(), PATIENCE).toContain("limit 41,860.06, stop 41,860.05");
    expect(await overflow(page, ".book .scroller:has(.orders)")).toBe(0);
  });

  test("announces only new entries of the log to screen readers", async () => {
    const { page } = await open();
    await enter(page);
    const entries = page.locator(".entries li");
    const ticket = page.locator(".ticket");
    await ticket.getByLabel("Type").selectOption("limit");
    await ticket.getByLabel("Limit price").fill("100");
    await ticket.locator("button.primary").click();
    await expect.poll(() => entries.first().textContent(), PATIENCE).toContain("Working: buy 10 AAPL limit 100.00");
    const first = await entries.first().elementHandle();
    const length = await entries.count();
    await page.getByRole("button", { name: "Cancel buy AAPL" }).click();
    await expect.poll(() => entries.count(), PATIENCE).toBe(length + 1);
    expect(await entries.first().textContent()).toContain("Canceled");
    expect(await first!.evaluate((item) => (item as { readonly isConnected?: boolean }).isConnected)).toBe(true);
  });
});

/** Globals of the browser that the tests use. */
declare const document: {
  readonly activeElement: { readonly textContent: string; getAttribute(name: string): string | null } | null;
};
