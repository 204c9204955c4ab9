import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { HindcastServer } from "../../src/server/build-server.ts";
import { chromiumPath, launchChromium } from "../support/chromium.ts";
import { enterDashboard, openDashboard, PATIENCE } from "../support/opened-dashboard.ts";
import { sampleRecording, servedSample } from "../support/served-sample.ts";

const path = chromiumPath();
if (path === undefined) console.warn("Orders of the dashboard are not tested: there is no Chromium on this machine.");

describe.skipIf(path === undefined)("the dashboard", () => {
  let browser: Browser;
  let server: HindcastServer;

  beforeAll(async () => {
    await sampleRecording();
    browser = await launchChromium(path!);
  }, 60_000);
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await server.close();
  });
  afterAll(() => browser.close());

  test("changes an open order by keys, and shows what the server refuses at its field", async () => {
    server = await servedSample();
    const { page } = await openDashboard(browser, server);
    await enterDashboard(page, server);
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
});

/** What the test uses of the browser. */
declare const document: { readonly activeElement: { getAttribute(name: string): string | null } | null };
