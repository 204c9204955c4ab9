import { fastify } from "fastify";
import { hindcast, hindcastOf, type HindcastServer } from "hindcast/server";
import { expect, test } from "vitest";
import { describeInBrowser } from "../support/browser-tests.ts";
import { enterDashboard, PATIENCE } from "../support/opened-dashboard.ts";
import { openPage } from "../support/opened-page.ts";
import { sampleRecording } from "../support/served-sample.ts";

describeInBrowser("a dashboard below a prefix", (opened) => {
  test("loads its files, uses the API and the stream below the prefix, and places an order", async () => {
    const app = fastify();
    app.get("/", () => "mine");
    const recording = await sampleRecording();
    await app.register(hindcast, {
      recording,
      start: Date.parse("2023-12-15T17:00:00Z"),
      speed: 0,
      prefix: "/a/market",
    });
    const server = { hindcast: hindcastOf(app, "/a/market") } as HindcastServer;
    const address = await app.listen({ port: 0, host: "127.0.0.1" });
    const { page, complaints, requests } = await openPage(opened.browser, `${address}/a/market`);
    expect(page.url()).toBe(`${address}/a/market/dashboard`);
    const key = await enterDashboard(page, server);
    await page.getByLabel("Quantity").fill("3");
    await page.getByRole("button", { name: /^Buy/ }).click();
    const url = "/a/market/v2/trading/orders?status=all";
    const orders = async () => (await app.inject({ url, headers: { authorization: `Bearer ${key}` } })).json().orders;
    await expect.poll(orders, PATIENCE).toMatchObject([{ side: "buy", quantity: 3 }]);
    expect(complaints).toEqual([]);
    const paths = requests.map((url) => new URL(url).pathname);
    expect(paths).toContain("/a/market/v2/stream");
    expect(paths).toContain("/a/market/v2/trading/orders");
    expect(paths.filter((path) => !path.startsWith("/a/market"))).toEqual([]);
    await opened.closePages();
    await app.close();
  });
});
