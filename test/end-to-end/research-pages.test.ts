import type { BrowserContextOptions } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { MarketData } from "../../src/market/market-data.ts";
import { researchHtml, type ResearchPayload } from "../../src/report/html.ts";
import type { SweepPayload } from "../../src/report/research/sweep-payload.ts";
import { sampleRecording } from "../report/fixture.ts";
import { unpacked } from "../report/unpacked.ts";
import { describeInBrowser } from "../support/browser-tests.ts";
import { PHONE } from "../support/opened-page.ts";
import { background, colors, overflow, picture, settled } from "../support/page-appearance.ts";
import { comparedPayload, drawnPayload, sweptPayload, walkedPayload } from "../support/research-payloads.ts";

const HOSTILE = `</script><img src=x onerror="document.title='broken'">`;

describeInBrowser("the research page", ({ openHtml }) => {
  let data: MarketData;
  let swept: SweepPayload;

  beforeAll(async () => {
    data = await sampleRecording();
    swept = await sweptPayload(data);
  }, 60_000);

  /** Opens a research page in a browser, and expects that it loads nothing else. */
  async function open(name: string, payload: ResearchPayload, options: BrowserContextOptions = {}) {
    const { page, complaints, others } = await openHtml(name, researchHtml(payload), options);
    await page.waitForSelector(".footer");
    await settled(page);
    expect(others()).toEqual([]);
    return { page, complaints };
  }

  /** Expects that a research page fits a phone in dark mode and a wide window. */
  async function expectToFit(name: string, payload: ResearchPayload): Promise<void> {
    const phone = { viewport: PHONE, hasTouch: true, isMobile: true, colorScheme: "dark" } as const;
    const { page, complaints } = await open(name, payload, phone);
    expect(await background(page)).toBe("rgb(16, 20, 24)");
    expect(await overflow(page)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 720 });
    await settled(page);
    expect([await overflow(page), ...complaints]).toEqual([0]);
  }

  describe("of a sweep", () => {
    test("shows the best trial, the probability that it is luck, a heatmap, and a row for each trial", async () => {
      const { page, complaints } = await open("sweep", swept);
      expect(await page.title()).toBe("sma-cross: parameter sweep · Hindcast");
      expect(await page.locator(".luck .verdict").textContent()).toBe(swept.panel.verdict);
      expect(await page.locator(".luck tr").count()).toBe(7);
      expect(await page.locator(".heatmap .cell").count()).toBe(16);
      expect(await page.locator(".heatmap .best").count()).toBe(1);
      expect(await page.locator(".trades-table tbody tr").count()).toBe(16);
      expect(await page.locator(".chosen h2").textContent()).toBe("The best trial");
      expect([await overflow(page), ...complaints]).toEqual([0]);
      await expectToFit("sweep", swept);
    });

    test("changes the axes and the metric of the heatmap, and shows the trial of a clicked cell", async () => {
      const { page } = await open("choosing", swept);
      await page.getByLabel("Across", { exact: true }).selectOption("slow");
      expect(await page.getByLabel("Up", { exact: true }).inputValue()).toBe("fast");
      await page.getByLabel("Metric", { exact: true }).selectOption("trades");
      const cell = page.locator(".heatmap .cell").last();
      await cell.hover();
      const readout = await page.locator(".readout").textContent();
      expect(readout).toMatch(/^slow \d+, fast \d+: \d+; rank \d+$/);
      await cell.click();
      const rank = /rank (?<rank>\d+)$/.exec(readout!)!.groups!["rank"];
      expect(await page.locator(".chosen h2").textContent()).toMatch(new RegExp(`(?:best trial|rank ${rank})$`));
      const [, slow, fast] = /^slow (\d+), fast (\d+)/.exec(readout!)!;
      expect(await page.locator(".flags code").textContent()).toBe(
        `--param fast=${fast} --param slow=${slow} --seed ${unpacked(swept.seeds)[Number(rank) - 1]}`,
      );
      expect(await page.locator("tr[aria-current=true] td").first().textContent()).toBe(rank);
    });

    test("sorts the table of trials, and filters trials by a range of a parameter", async () => {
      const { page, complaints } = await open("brushing", swept);
      const heading = page.locator(".trades").getByRole("columnheader", { name: "Trades" });
      await heading.getByRole("button").click();
      const place = (await page.locator(".trades-table thead th").allTextContents()).indexOf("Trades") + 1;
      const counts = await page.locator(`.trades-table tbody td:nth-child(${place})`).allTextContents();
      expect(counts.map(Number)).toEqual(counts.map(Number).toSorted((a, b) => b - a));
      expect(await heading.getAttribute("aria-sort")).toBe("descending");
      const canvas = page.locator(".parallel canvas");
      await canvas.scrollIntoViewIfNeeded();
      const box = (await canvas.boundingBox())!;
      // The upper third of the first axis, `fast`, contains only the value 20, with four trials.
      await page.mouse.move(box.x + 52, box.y + 36);
      await page.mouse.down();
      await page.mouse.move(box.x + 52, box.y + 80, { steps: 4 });
      await page.mouse.up();
      await settled(page);
      expect(await page.locator(".parallel .toolbar .aside").textContent()).toBe("4 of 16 trials shown");
      expect(await page.locator(".trades-table tbody tr").count()).toBe(4);
      expect(new Set(await page.locator(".trades-table tbody td:nth-child(2)").allTextContents())).toEqual(
        new Set(["20"]),
      );
      await page.getByRole("button", { name: "All", exact: true }).click();
      await settled(page);
      expect(await page.locator(".trades-table tbody tr").count()).toBe(16);
      expect(complaints).toEqual([]);
    });

    test("with ten thousand trials says which rows it leaves out, and shows names that contain HTML as text", async () => {
      const many = 10_000;
      const repeated = <T>(values: readonly T[]): T[] =>
        Array.from({ length: many }, (_, i) => values[i % values.length]!);
      const wide: SweepPayload = {
        ...swept,
        title: HOSTILE,
        warnings: [HOSTILE],
        trials: 40_000,
        ranks: { times: 1, over: 1, steps: [0, ...Array.from({ length: many - 1 }, () => 4)] },
        axes: swept.axes.map((axis) => ({ ...axis, places: repeated(axis.places) })),
        seeds: { ...swept.seeds, steps: repeated([0]) },
        metrics: swept.metrics.map((metric) => ({
          ...metric,
          values: { ...metric.values, steps: repeated(metric.values.steps.map((step, i) => (i === 0 ? step : 0))) },
        })),
      };
      const { page, complaints } = await open("many", wide);
      expect(await page.locator(".cut").textContent()).toMatch(/^10,000 of 40,000 trials are on this page/);
      expect(await page.locator(".trades-table tbody tr").count()).toBe(100);
      expect(await page.locator(".pager span").textContent()).toBe("1 to 100 of 10,000");
      await page.getByRole("button", { name: "Best 1%" }).click();
      await settled(page);
      expect(await page.locator(".parallel .toolbar .aside").textContent()).toBe("100 of 10,000 trials shown");
      expect(await page.locator("h1").textContent()).toBe(HOSTILE);
      expect(await page.locator(".warnings li").textContent()).toBe(HOSTILE);
      expect(await page.locator("img").count()).toBe(0);
      expect([await overflow(page), ...complaints]).toEqual([0]);
    });
  });

  test("of a walk-forward analysis shows the test windows as one curve, and all windows with their parameters", async () => {
    const walked = await walkedPayload(data);
    const { page, complaints } = await open("walk", walked);
    await expect.poll(() => colors(page)).toBeGreaterThan(10);
    expect(await page.locator(".legend").first().textContent()).toMatch(
      /^Equity2012-12-31buy & hold [\d,]+out of sample [\d,]+$/,
    );
    expect(await page.locator(".windows .trained").count()).toBe(4);
    expect(await page.locator(".trades-table tbody tr").count()).toBe(4);
    expect(await page.locator(".trades-table tbody tr").first().locator("td").nth(3).textContent()).toBe("2011-07-01");
    expect(await page.locator(".card").count()).toBe(walked.figures.length);
    const before = await picture(page);
    await page.locator(".chart-host").focus();
    await page.keyboard.press("+");
    await settled(page);
    expect(await picture(page)).not.toBe(before);
    expect([await overflow(page), ...complaints]).toEqual([0]);
    await expectToFit("walk", walked);
  });

  test("of a Monte Carlo analysis shows a fan chart and two distributions", async () => {
    const drawn = drawnPayload(data);
    const { page, complaints } = await open("monte-carlo", drawn);
    expect(await page.locator(".fan-wide, .fan-half, .fan-median, .fan-actual").count()).toBe(4);
    expect(await page.locator(".distribution").count()).toBe(2);
    expect(await page.locator(".distribution .bar").count()).toBe(96);
    const readout = page.locator(".fan .readout");
    expect(await readout.textContent()).toMatch(/^After 754 sessions: 2.5% below /);
    await page.locator(".fan .pad").hover({ position: { x: 1, y: 60 } });
    expect(await readout.textContent()).toMatch(/^After 0 sessions: 2.5% below 100,000 /);
    expect([await overflow(page), ...complaints]).toEqual([0]);
    await expectToFit("monte-carlo", drawn);
  });

  test("of a comparison shows a curve for each run, the differences, and the best value in each row", async () => {
    const compared = comparedPayload(data);
    const { page, complaints } = await open("compare", compared);
    await expect.poll(() => colors(page)).toBeGreaterThan(10);
    expect(await page.locator(".legend").first().textContent()).toMatch(
      /out\/slow [\d,]+out\/fast [\d,]+buy & hold [\d,]+$/,
    );
    expect(await page.locator(".differences tbody tr").allTextContents()).toEqual(["fast105"]);
    expect(await page.locator(".numbers .best-of-row").count()).toBe(
      compared.metrics.filter(({ best }) => best !== null).length,
    );
    await page.getByRole("button", { name: "Growth of 1" }).click();
    await settled(page);
    expect(await page.locator(".legend").first().textContent()).toMatch(/^Growth of 12012-12-31out\/slow \d\.\d\d/);
    expect([await overflow(page), ...complaints]).toEqual([0]);
    await expectToFit("compare", compared);
  });
});
