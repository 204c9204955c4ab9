/**
 * This program takes the pictures of the README after a build: `node --import tsx --conditions=@hindcast/source
 * test/support/take-pictures.ts`. The dashboard shows the synthetic sample, and its page says so. The report is that of `npm run demo`.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { createClient } from "../../src/client/create-client.ts";
import { hindcast } from "../cli/child-process.ts";
import { ROOT } from "../house/source-files.ts";
import { chromiumPath, launchChromium } from "./chromium.ts";
import { enterDashboard, openDashboard } from "./opened-dashboard.ts";
import { servedSample } from "./served-sample.ts";

/** Maximum size of a picture in bytes. */
const MOST_BYTES = 250_000;
const SIZE = { width: 1280, height: 860 };

const folder = join(ROOT, "docs", "images");
mkdirSync(folder, { recursive: true });
const path = chromiumPath();
if (path === undefined) throw new Error("pictures need a Chromium or Chrome on this machine");
const browser = await launchChromium(path);
try {
  await takeDashboard(browser, join(folder, "dashboard.png"));
  await takeReport(browser, join(folder, "report.png"));
} finally {
  await browser.close();
}

/** Takes a picture of a session in the middle of its replay, with bars, indicators, trades, a position and resting orders. */
async function takeDashboard(by: Browser, picture: string): Promise<void> {
  const server = await servedSample();
  const { page, host } = await openDashboard(by, server, { viewport: SIZE });
  const apiKey = await enterDashboard(page, server);
  const client = createClient({ baseUrl: `http://${host}`, apiKey });
  for (const [side, quantity, minutes] of [
    ["buy", 200, 9],
    ["sell", 80, 14],
    ["buy", 120, 11],
    ["sell", 140, 17],
    ["buy", 100, 13],
  ] as const) {
    await client.placeOrder({ symbol: "AAPL", side, type: "market", quantity });
    await client.advance({ by: "minute", count: minutes });
  }
  const { market_price: last } = await client.position("AAPL");
  const near = (share: number) => Math.round(last * share * 100) / 100;
  await client.placeOrder({ symbol: "AAPL", side: "sell", type: "limit", quantity: 100, limit_price: near(1.004) });
  await client.placeOrder({ symbol: "AAPL", side: "sell", type: "stop", quantity: 100, stop_price: near(0.996) });
  await client.placeOrder({ symbol: "MSFT", side: "buy", type: "market", quantity: 60 });
  await client.advance({ by: "minute", count: 2 });
  await page.getByLabel("EMA", { exact: true }).check();
  await page.getByLabel("Bollinger", { exact: true }).check();
  await page.getByRole("row", { name: /^MSFT long/ }).waitFor();
  // Waits for the last updates of the account.
  await page.waitForTimeout(2_000);
  await page.screenshot({ path: picture });
  await server.close();
  check(picture);
}

async function takeReport(by: Browser, picture: string): Promise<void> {
  const out = mkdtempSync(join(tmpdir(), "hindcast-picture-"));
  const demo = ["run", "sma-cross", "--data", "data/sp500-2000.csv", "--symbol", "^GSPC", "--commission", "0.001"];
  const { code, err } = await hindcast([...demo, "--out", out]);
  if (code !== 0) throw new Error(err);
  const page = await by.newPage({ viewport: SIZE, colorScheme: "light" });
  await page.goto(pathToFileURL(join(out, "report.html")).href);
  await page.waitForSelector("canvas");
  await page.waitForTimeout(500);
  await page.screenshot({ path: picture });
  rmSync(out, { recursive: true });
  check(picture);
}

function check(picture: string): void {
  const { size } = statSync(picture);
  console.log(`${picture}: ${size} bytes`);
  if (size > MOST_BYTES) throw new Error(`${picture} must have at most ${MOST_BYTES} bytes, had ${size}`);
}
