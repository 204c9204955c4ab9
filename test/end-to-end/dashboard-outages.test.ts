import { expect, test } from "vitest";
import { describeDashboard } from "../support/dashboard-tests.ts";
import { PATIENCE } from "../support/opened-dashboard.ts";
import { servedSample } from "../support/served-sample.ts";

describeDashboard("the dashboard", (dashboard) => {
  test("reports that the server is down, and later that the restarted server does not accept the key", async () => {
    const { page, host } = await dashboard.open();
    await dashboard.enter(page);
    const connection = page.locator(".connection");
    const log = page.locator(".entries");
    await expect.poll(() => connection.textContent(), PATIENCE).toBe("Live");
    await dashboard.server.close();
    await expect.poll(() => connection.textContent(), PATIENCE).toBe("No answer");
    await page.getByRole("button", { name: "Minute", exact: true }).click();
    await expect.poll(() => log.textContent(), PATIENCE).toContain("the server did not answer");

    const other = dashboard.serve(await servedSample());
    await other.listen({ port: Number(host.split(":")[1]), host: "127.0.0.1" });
    await expect.poll(() => connection.textContent(), PATIENCE).toBe("Key rejected");
    expect(await log.textContent()).toContain("no longer accepts this key. Reload the page");
  });

  test("discards its data if another client seeks the market backwards, even without a stream", async () => {
    const { page } = await dashboard.open();
    const scopes = ["market_data:read", "trading:read", "trading:write", "replay:control", "replay:main"] as const;
    await dashboard.enter(page, "free", scopes);
    await page.getByRole("button", { name: "Buy 10 AAPL, market" }).click();
    await page.getByRole("button", { name: "Minute", exact: true }).click();
    const positions = page.locator("table.positions tbody");
    await expect.poll(() => positions.textContent(), PATIENCE).toContain("AAPLlong 10");
    dashboard.server.hindcast.sessions.main.control!.seek(Date.UTC(2023, 11, 15, 15));
    await expect.poll(() => positions.textContent(), PATIENCE).toBe("No positions.");
    await expect.poll(() => page.locator(".clock").textContent(), PATIENCE).toBe("2023-12-15 10:00:00 EST");
    await expect.poll(() => page.locator(".legend").textContent(), PATIENCE).toContain("2023-12-15 09:59");
  });
});
