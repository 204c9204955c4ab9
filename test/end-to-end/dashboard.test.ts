import { expect, test } from "vitest";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { describeDashboard } from "../support/dashboard-tests.ts";
import { PATIENCE } from "../support/opened-dashboard.ts";
import { PHONE } from "../support/opened-page.ts";
import { background, colors, colorsBehind, overflow } from "../support/page-appearance.ts";
import { sampleRecording } from "../support/served-sample.ts";
import { servedMarket } from "../support/served-market.ts";

describeDashboard("the dashboard in a browser", (dashboard) => {
  const { open, enter } = dashboard;

  test("labels synthetic data and requires a key", async () => {
    const { page, requests, host } = await open();
    expect(await page.locator(".recording").textContent()).toBe("Synthetic sample market Synthetic");
    await page.getByLabel("API key").fill("hc_wrong");
    await page.getByRole("button", { name: "Open the market" }).click();
    await expect.poll(() => page.getByRole("alert").textContent()).toBe("The server rejected this key.");
    expect(await page.locator(".chart").count()).toBe(0);
    expect(requests.every((url) => url.startsWith(`http://${host}/`))).toBe(true);
  });

  test("shows live quotes and bars, and an order from placement to fill", async () => {
    const { page, complaints, requests, host } = await open();
    const key = await enter(page);
    // docs/reference/api.md shows these values for the same time.
    const watched = page.locator(".watch tr[data-symbol=AAPL]");
    expect(await watched.textContent()).toContain("111.29+1.84%");
    expect(await page.locator(".watch tr").count()).toBe(17);
    expect(await page.locator(".clock").textContent()).toBe("2023-12-15 12:00:00 EST");
    expect(await page.locator(".legend").textContent()).toMatch(/^AAPL2023-12-15 11:59O [\d.]+H/);
    await expect.poll(() => colors(page), PATIENCE).toBeGreaterThan(20);
    await expect.poll(() => page.locator(".connection").textContent(), PATIENCE).toBe("Live");

    await page.keyboard.press("b");
    await page.keyboard.type("7");
    await page.getByRole("button", { name: "Buy 7 AAPL, market" }).click();
    const orders = page.locator("table.orders tbody");
    await expect.poll(() => orders.textContent(), PATIENCE).toContain("AAPLbuy market day7–new");
    await page.getByRole("button", { name: "Minute", exact: true }).click();
    const positions = page.locator("table.positions tbody");
    await expect.poll(() => positions.textContent(), PATIENCE).toContain("AAPLlong 7111.43");
    await expect.poll(() => orders.textContent(), PATIENCE).toBe("No open orders.");
    expect(await page.locator(".entries li").first().textContent()).toBe(
      "12:01:00 Filled: buy 7 AAPL market at 111.43",
    );
    await expect.poll(() => page.locator(".legend").textContent(), PATIENCE).toContain("2023-12-15 12:00");
    expect(await watched.textContent()).not.toContain("111.29");

    await page.getByRole("button", { name: "Close AAPL" }).click();
    await page.getByRole("button", { name: "Minute", exact: true }).click();
    await expect.poll(() => positions.textContent(), PATIENCE).toBe("No positions.");

    expect(complaints).toEqual([]);
    expect(new Set(requests.map((url) => new URL(url).host))).toEqual(new Set([host]));
    expect(requests.filter((url) => url.includes(key))).toEqual([]);
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
      0,
      0,
      "",
    ]);
    expect(await overflow(page)).toBe(0);
  });

  test("places and cancels a bracket order, and shows errors next to their field", async () => {
    const { page, complaints } = await open();
    await enter(page);
    const ticket = page.locator(".ticket");
    const send = ticket.locator("button.primary");
    await ticket.getByLabel("Type").selectOption("limit");
    await ticket.getByLabel("Limit price").fill("105");
    await ticket.getByLabel("Class").selectOption("bracket");
    await ticket.getByLabel("Take profit at").fill("120");
    await ticket.getByLabel("Stop loss at").fill("99");
    await send.click();
    const orders = page.locator("table.orders tbody tr");
    await expect.poll(() => orders.count(), PATIENCE).toBe(3);
    await page.getByRole("button", { name: "Cancel buy AAPL" }).click();
    await expect.poll(() => orders.allTextContents(), PATIENCE).toEqual(["No open orders."]);
    expect(complaints).toEqual([]);
    await ticket.getByLabel("Class").selectOption("simple");
    await ticket.getByLabel("Limit price").fill("");
    await send.click();
    await expect.poll(() => ticket.getByRole("alert").textContent(), PATIENCE).toContain("limit_price");
    expect(await ticket.getByLabel("Limit price").getAttribute("aria-invalid")).toBe("true");
  });

  test("runs, pauses and seeks a session by keyboard and by its timeline", async () => {
    const { page, complaints } = await open();
    await enter(page);
    const { main } = dashboard.server.hindcast.sessions;
    await page.getByLabel("Speed", { exact: true }).selectOption("1000");
    await page.locator("h1").click();
    await page.keyboard.press("Space");
    await expect.poll(() => main.now, PATIENCE).toBeGreaterThan(Date.UTC(2023, 11, 15, 17, 1));
    await expect.poll(() => page.getByRole("button", { name: "Pause" }).count(), PATIENCE).toBe(1);
    await page.keyboard.press("Space");
    await expect.poll(() => page.getByRole("button", { name: "Play" }).count(), PATIENCE).toBe(1);
    const stood = main.now;
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(() => main.now, PATIENCE).toBeGreaterThan(stood);

    await page.getByLabel("Date and time at the exchange").fill("2023-12-15T10:00");
    await page.getByRole("button", { name: "Go to" }).click();
    await page.getByRole("button", { name: "Go back" }).click();
    await page.mouse.move(0, 0);
    await expect.poll(() => page.locator(".clock").textContent(), PATIENCE).toBe("2023-12-15 10:00:00 EST");
    await expect.poll(() => page.locator(".legend").textContent(), PATIENCE).toContain("2023-12-15 09:59");
    expect(main.epoch).toBe(2);
    expect(complaints).toEqual([]);
  });

  test("finds a symbol, shows bars of other intervals and lists its keyboard shortcuts", async () => {
    const { page, complaints } = await open({ colorScheme: "dark" });
    await enter(page);
    expect(await background(page, ".panel")).toBe("rgb(16, 20, 24)");
    await page.locator("h1").click();
    await page.keyboard.press("/");
    await page.keyboard.type("bitcoin");
    expect(await page.locator(".watch tr:not([hidden])").count()).toBe(1);
    await page.keyboard.press("Enter");
    const legend = page.locator(".legend");
    await expect.poll(() => legend.textContent(), PATIENCE).toMatch(/^BTCUSD2023-12-15 \d\d:00/);
    await page.getByRole("button", { name: "1d", exact: true }).click();
    await expect.poll(() => legend.textContent(), PATIENCE).toMatch(/^BTCUSD2023-12-14O/);
    await page.getByLabel("Bollinger", { exact: true }).check();
    await expect.poll(() => legend.textContent(), PATIENCE).toMatch(/SMA\(20\) .*Bollinger\(20\) upper .*lower/);
    await page.keyboard.press("?");
    expect(await page.getByRole("dialog", { name: "Keys" }).isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test("finds instruments that are not on the watch list and adds them", async () => {
    const { page, complaints } = await open(
      {},
      await servedMarket(await manyOf("AAPL", 120), Date.UTC(2023, 11, 15, 17)),
    );
    await enter(page);
    const last = page.locator(".watch tr[data-symbol=A119]");
    expect(await last.locator("td").allTextContents()).toEqual(["", ""]);
    await expect.poll(() => page.locator(".connection").textContent(), PATIENCE).toBe("Live");
    await page.getByLabel("Search symbol or name").fill("a119");
    await page.keyboard.press("Enter");
    await expect.poll(() => last.locator("td").allTextContents(), PATIENCE).toEqual(["111.29", "+1.84%"]);
    await page.getByRole("button", { name: "Minute", exact: true }).click();
    await expect.poll(() => last.locator("td").first().textContent(), PATIENCE).toBe("111.43");
    expect(complaints).toEqual([]);
  });

  test("works without the stream, the replay controls and an account if the API key lacks the scopes", async () => {
    const { page } = await open();
    await enter(page, "free", ["market_data:read"]);
    expect(await page.locator(".replay").isVisible()).toBe(false);
    expect(await page.locator(".ticket").isVisible()).toBe(false);
    expect(await page.locator("table.positions tbody").textContent()).toContain("trading:read");
    await expect.poll(() => page.locator(".connection").textContent(), PATIENCE).toBe("Polling");
    expect(await page.locator(".watch tr[data-symbol=AAPL]").textContent()).toContain("111.29+1.84%");
    await expect.poll(() => colors(page), PATIENCE).toBeGreaterThan(20);
  });

  test("draws no curve of its chart behind the chart's legend", async () => {
    const { page } = await open({ viewport: { width: 1280, height: 700 } });
    await enter(page);
    await page.locator(".watch tr[data-symbol=BTCUSD]").click();
    await page.getByRole("button", { name: "1h", exact: true }).click();
    const legend = page.locator(".legend");
    for (const indicator of ["SMA", "EMA", "Bollinger"]) {
      await page.getByLabel(indicator, { exact: true }).check();
      await page.getByLabel(`Period of ${indicator}`).fill("100");
      await page.getByLabel(`Period of ${indicator}`).press("Tab");
      await expect.poll(() => legend.textContent(), PATIENCE).toMatch(new RegExp(`BTCUSD.*${indicator}\\(100\\)`));
      // Behind a legend in an empty corner are only the background, the grid and their blends, while curves have dozens of colors. A chart
      // about to be repainted is empty.
      const clear = async () => (await colors(page)) > 20 && (await colorsBehind(page, ".legend"))[0]! < 8;
      await expect.poll(clear, PATIENCE).toBe(true);
    }
    expect((await legend.boundingBox())!.height).toBeGreaterThan(40);
  });

  test("shows the legend of its chart above the plot on a phone", async () => {
    const { page } = await open({ viewport: PHONE, hasTouch: true, isMobile: true });
    await enter(page);
    const [legend, plot] = [page.locator(".legend"), page.locator(".price .chart")];
    for (const indicator of ["SMA", "EMA", "Bollinger"]) {
      await page.getByLabel(indicator, { exact: true }).check();
      await expect.poll(() => legend.textContent(), PATIENCE).toContain(`${indicator}(`);
      const [legendBox, plotBox] = [(await legend.boundingBox())!, (await plot.boundingBox())!];
      expect(legendBox.height).toBeGreaterThan(10);
      expect(legendBox.y + legendBox.height).toBeLessThanOrEqual(plotBox.y);
      expect(plotBox.height).toBeGreaterThan(250);
    }
    expect(await overflow(page)).toBe(0);
  });

  test("has room for every replay speed on phones of any width", async () => {
    const { page } = await open({ viewport: PHONE, hasTouch: true, isMobile: true });
    await enter(page);
    for (const width of [390, 360, 320]) {
      await page.setViewportSize({ width, height: 640 });
      const room = await page.getByLabel("Speed").boundingBox();
      // The longest label, "Full speed", is 66 pixels wide. Border and padding take 18 pixels, the arrow 16.
      expect(room!.width).toBeGreaterThanOrEqual(100);
      expect(await overflow(page)).toBe(0);
    }
  });

  test("fits the screen of a phone", async () => {
    const { page, complaints } = await open({ viewport: PHONE, hasTouch: true, isMobile: true });
    expect(await overflow(page)).toBe(0);
    await enter(page);
    await page.getByRole("button", { name: "Buy 10 AAPL, market" }).tap();
    await page.getByRole("button", { name: "Minute", exact: true }).tap();
    await expect.poll(() => page.getByRole("button", { name: "Close AAPL" }).count(), PATIENCE).toBe(1);
    expect(await page.getByRole("button", { name: "Close AAPL" }).boundingBox()).toMatchObject({
      width: expect.any(Number),
    });
    const ticket = page.locator(".ticket");
    await ticket.getByLabel("Type").selectOption("stop_limit");
    await ticket.getByLabel("Limit price").fill("121.25");
    await ticket.getByLabel("Stop price").fill("120.75");
    await ticket.locator("button.primary").tap();
    await expect.poll(() => page.getByRole("button", { name: "Cancel buy AAPL" }).count(), PATIENCE).toBe(1);
    expect(await overflow(page, "[aria-label='Open orders']")).toBe(0);
    expect(await overflow(page)).toBe(0);
    expect(complaints).toEqual([]);
  });
});

/** A market in which one instrument of the sample has many names. */
async function manyOf(symbol: string, count: number): Promise<RecordedMarket> {
  const market = (await sampleRecording()).market();
  const names = Array.from({ length: count }, (_, i) => `A${String(i).padStart(3, "0")}`);
  const instrument = market.instruments.find((each) => each.symbol === symbol)!;
  const series = market.series.filter((each) => each.symbol === symbol);
  return {
    ...market,
    instruments: names.map((name) => ({ ...instrument, symbol: name, base: name })),
    series: names.flatMap((name) => series.map((each) => ({ ...each, symbol: name }))),
    actions: [],
    quotes: [],
    chains: [],
    facts: [],
  };
}

/** Globals of the browser that the tests use. */
declare const document: { readonly cookie: string };
declare const localStorage: { readonly length: number };
declare const sessionStorage: { readonly length: number };
