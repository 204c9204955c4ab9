import { expect, test } from "vitest";
import { describeDashboard } from "../support/dashboard-tests.ts";
import { PATIENCE } from "../support/opened-dashboard.ts";

describeDashboard("the dashboard", ({ open, enter }) => {
  test("changes an open order by keys, and shows what the server refuses at its field", async () => {
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
    // News of the account come in the meantime, and leave what is being written alone.
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

  test("sends every type, and a bracket whose stop loss trails", async () => {
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

    await place({ Class: "bracket", "Stop loss by": "trailing_stop", "or trails by percent": "1.5" }, "");
    await expect.poll(() => ticket.locator("[aria-invalid]").count(), PATIENCE).toBe(1);
    await place({ "Take profit at": "130" }, "sell trailing stop gtc10");
    expect(await ticket.locator("[aria-invalid]").count()).toBe(0);
    await place(
      { "Stop loss by": "stop_limit", "Stop loss at": "100", "Its limit": "99.5" },
      "limit 99.50, stop 100.00",
    );
    await ticket.getByText("Sell", { exact: true }).click();
    await place({ Class: "oco", "Stop loss by": "trailing_stop" }, "sell trailing stop day10");
  });
});

/** What the test uses of the browser. */
declare const document: { readonly activeElement: { getAttribute(name: string): string | null } | null };
