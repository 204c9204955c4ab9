import { backtest } from "hindcast";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { RunResult } from "../../src/engine/run-result.ts";
import type { MarketData } from "../../src/market/market-data.ts";
import { formatCount, formatFraction, formatMoney, formatPrice, formatQuantity } from "../../src/metrics/format.ts";
import { formatTime } from "../../src/report/format-time.ts";
import { metrics } from "../../src/metrics/catalog.ts";
import { reportHtml } from "../../src/report/html.ts";
import { reportPayload } from "../../src/report/payload.ts";
import { pairsReversion } from "../../strategies/pairs-reversion.ts";
import { barsOf, changed, crossingResult, marketOfBars, sampleRecording, scripted } from "../report/fixture.ts";
import { describeInBrowser } from "../support/browser-tests.ts";
import { DESKTOP, PHONE } from "../support/opened-page.ts";
import { background, colors, colorsBehind, overflow, picture, settled } from "../support/page-appearance.ts";

const HOSTILE = `</script><script>document.title="broken"</script><img src=x onerror="document.title='broken'">`;

describeInBrowser("the report page in a browser", ({ openHtml }) => {
  let data: MarketData;
  let result: RunResult;

  beforeAll(async () => {
    data = await sampleRecording();
    result = crossingResult(data);
  }, 60_000);

  const pages = new Map<RunResult, string>();

  /** Opens the report of a result in a browser and waits for its chart. */
  async function open(name: string, of: RunResult, options: BrowserContextOptions = {}) {
    const html = pages.get(of) ?? reportHtml(reportPayload(of));
    pages.set(of, html);
    const opened = await openHtml(name, html, options);
    await opened.page.waitForSelector(".chart canvas");
    await settled(opened.page);
    return opened;
  }

  test("opens without errors or network requests, draws its charts and shows the result's figures", async () => {
    const { page, complaints, others } = await open("desktop", result);
    expect(complaints).toEqual([]);
    expect(others()).toEqual([]);
    expect(await page.title()).toBe("crossing on ^GSPC · Hindcast");
    await expect.poll(() => colors(page)).toBeGreaterThan(20);
    expect(await figure(page, "total-return")).toEqual(["Total return", "37.29%", "buy & hold 95.65%"]);
    expect(await figure(page, "trades")).toEqual(["Trades", "87", "exposure 61.37%"]);
    expect(await page.locator(".card").count()).toBe(9);
    expect(await page.locator(".trades-table tbody tr").count()).toBe(88);
    expect(await page.locator(".heat tbody tr").count()).toBe(21);
    expect(await page.locator(".metrics tr[data-metric]").count()).toBe(Object.keys(metrics).length);
    expect(await page.locator(".warnings li").allTextContents()).toEqual(result.warnings);
    expect(await page.locator(".doubts li").allTextContents()).toEqual([
      "cautionOne trade accounts for 51% of the profit.",
    ]);
    expect(await page.locator(".footer").textContent()).toContain(result.fillHash);
    expect(await page.locator("a[href='https://www.tradingview.com/']").count()).toBeGreaterThan(0);
    expect(await overflow(page)).toBe(0);
  });

  describe("an open report", () => {
    let page: Page;

    beforeAll(async () => {
      ({ page } = await open("shared", result));
    }, 60_000);

    test("formats trades like the rest of the report", async () => {
      const rows = await page.locator(".trades-table tbody tr").all();
      for (const i of [0, 13, 86]) {
        const trade = result.trades[i]!;
        expect(await rows[i]!.locator("td").allTextContents()).toEqual([
          String(i + 1),
          "long",
          formatTime(trade.entryTime, "1d"),
          formatTime(trade.exitTime, "1d"),
          formatQuantity(trade.quantity),
          formatPrice(trade.entryPrice, 2),
          formatPrice(trade.exitPrice, 2),
          formatCount(trade.bars),
          formatMoney(trade.pnl),
          formatFraction(trade.return),
          formatFraction(trade.mae),
          formatFraction(trade.mfe),
          formatMoney(trade.commission),
        ]);
      }
    });

    test("sorts trades by the clicked column, in descending and ascending order", async () => {
      const column = page.locator(".trades-table tbody tr td:nth-child(9)");
      const heading = page.getByRole("columnheader", { name: "P&L" });
      await heading.getByRole("button").click();
      expect(await heading.getAttribute("aria-sort")).toBe("descending");
      const falling = (await column.allTextContents()).map(number);
      expect(falling).toEqual(falling.toSorted((a, b) => b - a));
      expect(falling[0]).toBe(17_177.8);
      await heading.getByRole("button").click();
      expect(await heading.getAttribute("aria-sort")).toBe("ascending");
      expect((await column.allTextContents()).map(number)).toEqual(falling.toReversed());
    });

    test("shows the values at the pointer's time in all panes of the chart", async () => {
      const legends = page.locator(".legend");
      expect(await legends.first().textContent()).toContain("2020-04-17");
      await page.locator(".chart").hover({ position: { x: 300, y: 420 } });
      await settled(page);
      const [price, equity] = await legends.allTextContents();
      expect(price).toMatch(/^\^GSPC200\d-\d\d-\d\dO [\d,.]+H [\d,.]+/);
      expect(equity).toMatch(/^Equity, USDstrategy [\d,]+buy & hold [\d,]+$/);
    });

    test("shows the formula of a metric on request", async () => {
      const button = page.getByRole("button", { name: "Sharpe ratio", exact: true });
      await button.click();
      expect(await button.getAttribute("aria-expanded")).toBe("true");
      expect(await page.locator("#metric-sharpe").isVisible()).toBe(true);
      expect(await page.locator("#metric-sharpe code").textContent()).toContain("mean(r - f)");
    });

    test("keeps key figures on one line at any width, and fits a window at 400% zoom", async () => {
      for (const width of [320, 360, 390, 600, 640, 700, 768, 900, 1000, 1024]) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        const figures = await page.locator(".card .figure").all();
        const heights = await Promise.all(figures.map(async (each) => (await each.boundingBox())!.height));
        expect([width, heights.filter((height) => height > 30), await overflow(page)]).toEqual([width, [], 0]);
      }
    });
  });

  test("marks the selected trade on the chart, also by keyboard", async () => {
    const { page, complaints } = await open("choosing", result, { reducedMotion: "reduce" });
    const before = await picture(page);
    await page.getByRole("button", { name: "Show trade 15 on the chart" }).focus();
    await page.keyboard.press("Enter");
    await settled(page);
    expect(await page.locator("tr[aria-current=true] td").first().textContent()).toBe("15");
    expect(await page.locator(".chart").evaluate((chart) => chart.getBoundingClientRect().top)).toBeLessThan(200);
    expect(await page.locator(".legend").first().textContent()).toContain("2003-11-14");
    const close = await picture(page);
    expect(close).not.toBe(before);
    await page.locator(".chart-host").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("-");
    await settled(page);
    expect(await picture(page)).not.toBe(close);
    expect(complaints).toEqual([]);
  });

  test("follows the light or dark color scheme of the system", async () => {
    const { page } = await open("dark", result, { colorScheme: "dark" });
    expect(await background(page)).toBe("rgb(16, 20, 24)");
    const dark = await picture(page);
    await page.emulateMedia({ colorScheme: "light" });
    await settled(page);
    expect(await background(page)).toBe("rgb(255, 255, 255)");
    expect(await picture(page)).not.toBe(dark);
    expect(await page.locator(".legend").count()).toBe(3);
  });

  test("fits the screen of a phone", async () => {
    const { page, complaints } = await open("phone", result, { viewport: PHONE, hasTouch: true, isMobile: true });
    expect(await overflow(page)).toBe(0);
    await expect.poll(() => colors(page)).toBeGreaterThan(20);
    expect(complaints).toEqual([]);
    // Behind each legend are only the background and the grid lines.
    await expect.poll(() => colorsBehind(page, ".legend")).toEqual([2, 2, 2]);
  });

  test("shows names that contain HTML as text", async () => {
    const trades = result.trades.map((trade) => ({ ...trade, tag: HOSTILE }));
    const named = changed(result, {
      strategy: HOSTILE,
      params: { [HOSTILE]: HOSTILE },
      warnings: [HOSTILE],
      notes: [HOSTILE],
      trades,
    });
    const { page, complaints, others } = await open("hostile", named);
    expect(await page.locator("h1").textContent()).toBe(HOSTILE);
    expect(await page.locator(".warnings li").textContent()).toBe(HOSTILE);
    expect(await page.locator(".params li").textContent()).toBe(`${HOSTILE} ${HOSTILE}`);
    expect(await page.locator(".trades-table tbody tr").first().locator("td").last().textContent()).toBe(HOSTILE);
    expect(await page.title()).toBe(`${HOSTILE} on ^GSPC · Hindcast`);
    expect(await page.locator("img").count()).toBe(0);
    expect([...complaints, ...others()]).toEqual([]);
    expect(await overflow(page)).toBe(0);
  });

  test("switches between symbols, and pages through many trades", async () => {
    const rows = Array.from({ length: 1300 }, (_, i) => [100 + (i % 9), 110, 95, 100 + (i % 7)] as const);
    const market = marketOfBars({ ONE: barsOf(rows), TWO: barsOf(rows.toReversed()) });
    const script = Object.fromEntries(rows.map((_, i) => [i, i % 2 === 0 ? 1 : 0]));
    const { page, complaints } = await open("several", backtest(scripted(script), market));
    const shown = page.locator(".trades-table tbody tr");
    expect(await shown.count()).toBe(500);
    await page.getByRole("button", { name: "Next" }).click();
    expect(await shown.first().locator("td").first().textContent()).toBe("501");
    expect(await page.locator(".pager span").textContent()).toBe("501 to 1,000 of 1,300");
    // The printed page also says that it leaves out trades.
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".pager span").isVisible()).toBe(true);
    expect(await page.getByRole("button", { name: "Next" }).isVisible()).toBe(false);
    await page.emulateMedia({ media: "screen" });
    const legend = page.locator(".legend").first();
    await page.getByLabel("Symbol on the chart").selectOption("TWO");
    expect(await legend.textContent()).toMatch(/^TWO/);
    await shown.filter({ hasText: "ONE" }).first().click();
    expect(await legend.textContent()).toMatch(/^ONE/);
    expect(await page.getByLabel("Symbol on the chart").inputValue()).toBe("ONE");
    expect(complaints).toEqual([]);
  });

  test("attributes profit to symbols and sides, and shows the pessimistic and the optimistic result", async () => {
    const rows = Array.from({ length: 300 }, (_, i) => [100 + (i % 9), 112, 95, 100 + (i % 7)] as const);
    const market = marketOfBars({ ONE: barsOf(rows), TWO: barsOf(rows.toReversed()) });
    const pair = backtest(pairsReversion, market, {
      params: { period: 20, entry: 1 },
      account: "margin",
      intrabar: "band",
      commission: { model: "percent", rate: 0.001 },
    });
    for (const viewport of [DESKTOP, PHONE]) {
      const { page, complaints } = await open(`groups-${viewport.width}`, pair, { viewport });
      const tables = page.locator(".breakdown .scroller table");
      expect(await tables.locator("thead th:first-child").allTextContents()).toEqual(["Symbol", "Side", "Tag"]);
      expect(await tables.first().locator("tbody th").allTextContents()).toEqual(["ONE", "TWO"]);
      expect(await page.locator(".breakdown").getByText("Commission", { exact: true }).last().isVisible()).toBe(true);
      expect(await page.locator(".band th").allTextContents()).toEqual(["Pessimistic", "Optimistic"]);
      expect([await overflow(page), ...complaints]).toEqual([0]);
    }
  });

  test("fits long names and numbers, and data of a single bar", async () => {
    const market = marketOfBars({ ["A_PERPETUAL_WITH_A_VERY_LONG_NAME".repeat(2)]: barsOf([[10, 11, 9, 10]]) });
    const single = backtest(scripted({}), market, { cash: 9_999_999_999_999.99 });
    for (const viewport of [DESKTOP, PHONE]) {
      const { page, complaints } = await open(`long-${viewport.width}`, single, { viewport });
      expect(await page.locator(".facts span").last().textContent()).toBe("1 bar");
      expect((await figure(page, "final-equity"))[1]).toBe("9,999,999,999,999.99");
      await expect.poll(() => colors(page)).toBeGreaterThan(5);
      for (const part of ["html", ".cards", ".facts", ".legend"])
        expect([part, await overflow(page, part)]).toEqual([part, 0]);
      expect(complaints).toEqual([]);
    }
  });

  test("says so if there are no trades", async () => {
    const idle = backtest(scripted({}), data);
    const { page, complaints } = await open("idle", idle);
    expect(await page.locator(".trades .empty").textContent()).toBe("The strategy made no trades.");
    expect((await figure(page, "win-rate"))[1]).toBe("–");
    expect(complaints).toEqual([]);
  });
});

/** Texts of the card that shows a key figure. */
function figure(page: Page, metric: string): Promise<string[]> {
  return page.locator(`.card[data-metric="${metric}"] span`).allTextContents();
}

function number(text: string): number {
  return Number(text.replaceAll(",", ""));
}
