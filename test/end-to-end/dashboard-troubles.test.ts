import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { HindcastServer } from "../../src/server/build-server.ts";
import { chromiumPath, launchChromium } from "../support/chromium.ts";
import { enterDashboard, openDashboard, PATIENCE } from "../support/opened-dashboard.ts";
import { sampleRecording, servedSample } from "../support/served-sample.ts";

const path = chromiumPath();
if (path === undefined) console.warn("Troubles of the dashboard are not tested: there is no Chromium on this machine.");

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

  test("says when the server is gone, and when the one that comes back does not take the key", async () => {
    server = await servedSample();
    const { page, host } = await openDashboard(browser, server);
    await enterDashboard(page, server);
    const connection = page.locator(".connection");
    const log = page.locator(".entries");
    await expect.poll(() => connection.textContent(), PATIENCE).toBe("Live");
    await server.close();
    await expect.poll(() => connection.textContent(), PATIENCE).toBe("No answer");
    await page.getByRole("button", { name: "Minute", exact: true }).click();
    await expect.poll(() => log.textContent(), PATIENCE).toContain("the server did not answer");

    server = await servedSample();
    await server.listen({ port: Number(host.split(":")[1]), host: "127.0.0.1" });
    await expect.poll(() => connection.textContent(), PATIENCE).toBe("Key refused");
    expect(await log.textContent()).toContain("no longer takes this key: reload the page");
  });

  test("forgets what was when somebody else puts the market back, also without the stream", async () => {
    server = await servedSample();
    const { page } = await openDashboard(browser, server);
    const scopes = ["market_data:read", "trading:read", "trading:write", "replay:control"] as const;
    await enterDashboard(page, server, "free", scopes);
    await page.getByRole("button", { name: "Buy 10 AAPL, market" }).click();
    await page.getByRole("button", { name: "Minute", exact: true }).click();
    const positions = page.locator("table.positions tbody");
    await expect.poll(() => positions.textContent(), PATIENCE).toContain("AAPLlong 10");
    server.hindcast.sessions.main.control!.seek(Date.UTC(2023, 11, 15, 15));
    await expect.poll(() => positions.textContent(), PATIENCE).toBe("Nothing is held.");
    await expect.poll(() => page.locator(".clock").textContent(), PATIENCE).toBe("2023-12-15 10:00:00 EST");
    await expect.poll(() => page.locator(".legend").textContent(), PATIENCE).toContain("2023-12-15 09:59");
  });
});
