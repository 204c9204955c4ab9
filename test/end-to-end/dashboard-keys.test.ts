import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeDashboard } from "../support/dashboard-tests.ts";
import { PATIENCE } from "../support/opened-dashboard.ts";
import { PHONE } from "../support/opened-page.ts";
import { overflow } from "../support/page-appearance.ts";
import { keyFor, servedSample } from "../support/served-sample.ts";

/** Sends a request by curl with an API key. Returns the status of the response. */
async function curl(host: string, key: string, path = "/v2/market-data/clock"): Promise<string> {
  const curlOptions = ["-s", "-o", "/dev/null", "-w", "%{http_code}", "-H", `Authorization: Bearer ${key}`];
  return (await promisify(execFile)("curl", [...curlOptions, `http://${host}${path}`])).stdout;
}

const settings = (page: Page) => page.getByRole("dialog", { name: "Settings" });

async function openSettings(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await settings(page).getByRole("button", { name: "Generate New Key" }).waitFor(PATIENCE);
}

/** Generates an API key in the dashboard. Returns the key's text as the page shows it. */
async function generate(page: Page, name: string): Promise<string> {
  await settings(page).getByRole("button", { name: "Generate New Key" }).click();
  const dialog = page.getByRole("dialog", { name: "Generate New Key" });
  await dialog.getByLabel("Name: what the key is for").fill(name);
  await dialog.getByRole("button", { name: "Generate" }).click();
  return shownOnce(page, "Key Generated");
}

async function shownOnce(page: Page, title: string): Promise<string> {
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.waitFor(PATIENCE);
  const key = await dialog.getByLabel(/^API key/).inputValue();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect.poll(() => dialog.count(), PATIENCE).toBe(0);
  expect((await page.content()).includes(key.slice(16))).toBe(false);
  return key;
}

const row = (page: Page, key: string) => page.locator(`tr[data-key="${key.slice(3, 15)}"]`);

describeDashboard("API keys in the dashboard", (dashboard) => {
  const { open, enter } = dashboard;

  test("are generated in a browser, work with curl, and stop working at once when revoked", async () => {
    const { page, complaints, requests, host } = await open();
    await enter(page);
    await openSettings(page);
    const key = await generate(page, "robot");
    expect(key).toMatch(/^hc_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/);
    expect(await curl(host, key)).toBe("200");
    expect(await curl(host, key, "/_admin/keys")).toBe("403");
    const cells = row(page, key);
    await expect.poll(() => cells.textContent(), PATIENCE).toContain("defaultActiveNever0 of 10,000 this hour");
    expect(await settings(page).getByRole("status").textContent()).toBe("robot was generated.");

    await cells.getByRole("button", { name: "Revoke robot" }).click();
    await page
      .getByRole("dialog", { name: /^Revoke robot\?/ })
      .getByRole("button", { name: "Revoke" })
      .click();
    await expect.poll(() => settings(page).getByRole("status").textContent(), PATIENCE).toBe("robot was revoked.");
    expect(await curl(host, key)).toBe("401");
    await expect.poll(() => cells.count(), PATIENCE).toBe(0);
    // The request to /_admin counts in the key's total, but not in its hour. The refused request counts in neither.
    await settings(page).getByLabel("Show expired and revoked keys").check();
    expect(await cells.textContent()).toMatch(/Revoked \d{4}-\d\d-\d\d \d\d:\d\d UTC.*1 of 10,000 this hour, 2 in all/);
    expect(await cells.getByRole("button").count()).toBe(0);

    expect(complaints).toEqual([]);
    expect(requests.filter((url) => url.includes(key.slice(16)))).toEqual([]);
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
  });

  test("have the chosen tier, scopes and expiry, and expire by the real clock", async () => {
    let now = Date.now();
    const server = await servedSample({ wallClock: () => now });
    const { page, host } = await open({}, server);
    await enter(page);
    await openSettings(page);
    await settings(page).getByRole("button", { name: "Generate New Key" }).click();
    const dialog = page.getByRole("dialog", { name: "Generate New Key" });
    await dialog.getByLabel("Name: what the key is for").fill("reader");
    await dialog.getByLabel("Tier").selectOption("free");
    for (const scope of ["stream:read", "trading:read", "trading:write", "backtest", "replay:control"])
      await dialog.getByLabel(scope).uncheck();
    await dialog.getByLabel("Expires").selectOption("In 7 days");
    await dialog.getByRole("button", { name: "Generate" }).click();
    const key = await shownOnce(page, "Key Generated");
    const answer = await fetch(`http://${host}/v2/trading/account/key`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const mine = (await answer.json()) as { tier: string; scopes: string[]; expires_at: string };
    expect(mine).toMatchObject({ tier: "free", scopes: ["market_data:read"] });
    expect(Math.abs(Date.parse(mine.expires_at) - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000);
    expect(await curl(host, key, "/v2/trading/account")).toBe("403");
    expect(await curl(host, key)).toBe("200");
    now += 7 * 86_400_000 + 60_000;
    expect(await curl(host, key)).toBe("401");
  });

  test("are rotated so that the old key ends at once or after its grace period", async () => {
    const { page, host } = await open();
    await enter(page);
    await openSettings(page);
    const first = await generate(page, "robot");
    const rotate = async (key: string, grace: string) => {
      await row(page, key).getByRole("button", { name: "Rotate robot" }).click();
      const dialog = page.getByRole("dialog", { name: "Rotate robot" });
      await dialog.getByLabel("The old key ends").selectOption(grace);
      await dialog.getByRole("button", { name: "Rotate" }).click();
      return shownOnce(page, "Key Rotated");
    };
    const second = await rotate(first, "Immediately");
    expect([await curl(host, first), await curl(host, second)]).toEqual(["401", "200"]);
    await row(page, second).waitFor(PATIENCE);
    const third = await rotate(second, "In an hour");
    expect([await curl(host, second), await curl(host, third)]).toEqual(["200", "200"]);
    await row(page, third).waitFor(PATIENCE);
    expect(await row(page, second).textContent()).toMatch(/Active until .* UTC, replaced/);
    expect(await row(page, second).getByRole("button").allTextContents()).toEqual(["Revoke"]);
  });

  test("send no requests that their scopes do not allow", async () => {
    const { page, complaints, requests } = await open();
    await enter(page, "enterprise", ["market_data:read", "admin"]);
    // Without a stream the page requests the clock again and again.
    const clockPolls = () => requests.filter((url) => url.endsWith("/v2/market-data/clock")).length;
    await expect.poll(clockPolls, PATIENCE).toBeGreaterThan(2);
    expect(requests.filter((url) => /_replay|stream|trading\/(?!account\/key)/.test(url))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("are created in dialogs that show errors next to their field, and close with Cancel and Escape", async () => {
    const { page } = await open();
    await enter(page);
    await openSettings(page);
    const before = dashboard.server.hindcast.keys.list().length;
    await settings(page).getByRole("button", { name: "Generate New Key" }).click();
    const dialog = page.getByRole("dialog", { name: "Generate New Key" });
    await dialog.getByLabel("Name: what the key is for").fill(" ");
    for (const box of await dialog.getByRole("checkbox").all()) await box.uncheck();
    await dialog.getByRole("button", { name: "Generate" }).click();
    await expect.poll(() => dialog.getByRole("alert").textContent(), PATIENCE).toMatch(/^name .*; scopes /);
    expect(await dialog.getByLabel("Name: what the key is for").getAttribute("aria-invalid")).toBe("true");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await settings(page).getByRole("button", { name: "Generate New Key" }).click();
    await page.keyboard.press("Escape");
    await expect.poll(() => dialog.count(), PATIENCE).toBe(0);
    expect(await settings(page).isVisible()).toBe(true);
    expect(dashboard.server.hindcast.keys.list()).toHaveLength(before);
  });

  test("are managed by keyboard, and the focus returns to the element that had it before", async () => {
    const { page } = await open();
    await enter(page);
    await page.getByRole("button", { name: "Settings", exact: true }).focus();
    await page.keyboard.press("Enter");
    const button = settings(page).getByRole("button", { name: "Generate New Key" });
    await button.waitFor(PATIENCE);
    await button.focus();
    await page.keyboard.press("Enter");
    // The focus is in the name field, so letters are text and not shortcuts.
    await page.keyboard.type("bs robot");
    await page.keyboard.press("Enter");
    const shown = page.getByRole("dialog", { name: "Key Generated" });
    await shown.waitFor(PATIENCE);
    expect(await focused(page)).toBe("Copy");
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page), PATIENCE).toBe("Generate New Key");
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page), PATIENCE).toBe("Settings");
    expect(dashboard.server.hindcast.keys.list().at(-1)?.name).toBe("bs robot");
  });

  test("are copied to the clipboard by a button", async () => {
    const { page } = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await enter(page);
    await openSettings(page);
    await settings(page).getByRole("button", { name: "Generate New Key" }).click();
    await page.getByLabel("Name: what the key is for").fill("robot");
    await page.getByRole("button", { name: "Generate", exact: true }).click();
    const shown = page.getByRole("dialog", { name: "Key Generated" });
    await shown.getByRole("button", { name: "Copy" }).click();
    await expect.poll(() => shown.getByRole("status").textContent(), PATIENCE).toBe("Copied.");
    const copied = await page.evaluate(() => (globalThis as unknown as Clipboard).navigator.clipboard.readText());
    expect(copied).toBe(await shown.getByLabel(/^API key/).inputValue());
  });

  test("are listed only for a key with the admin scope; other keys see only themselves", async () => {
    const { page, requests } = await open();
    await enter(page, "free", ["market_data:read"]);
    await page.getByRole("button", { name: "Settings", exact: true }).click();
    const facts = settings(page).locator(".facts");
    await expect.poll(() => facts.textContent(), PATIENCE).toMatch(/Tierfree, without the real-time stream/);
    expect(await facts.textContent()).toMatch(/Scopesmarket_data:readRequests this hour\d+ of 1,000, until .* UTC/);
    expect(await settings(page).getByRole("button", { name: "Generate New Key" }).isVisible()).toBe(false);
    expect(await settings(page).textContent()).toContain("This key lacks the scope admin.");
    expect(requests.filter((url) => url.includes("_admin"))).toEqual([]);
  });

  test("can be managed by a key with only the admin scope", async () => {
    const { page, host } = await open();
    const { authorization } = keyFor(dashboard.server, "free", ["admin"]);
    await page.getByLabel("API key").fill(authorization!.slice("Bearer ".length));
    await page.getByRole("button", { name: "Open the market" }).click();
    await page.getByRole("button", { name: "Generate New Key" }).click();
    await page.getByLabel("Name: what the key is for").fill("robot");
    await page.getByRole("button", { name: "Generate", exact: true }).click();
    const key = await shownOnce(page, "Key Generated");
    expect(await curl(host, key)).toBe("200");
  });

  test.each([390, 320])("fit the screen of a phone that is %i pixels wide", async (width) => {
    const { page } = await open({ viewport: { ...PHONE, width }, hasTouch: true, isMobile: true });
    await enter(page);
    await openSettings(page);
    await generate(page, "a robot with a name that takes more than one line of a phone, and then some more of it");
    await expect.poll(() => page.locator(".keys tbody tr").count(), PATIENCE).toBe(2);
    expect(await overflow(page)).toBe(0);
    expect(await overflow(page, "dialog.settings")).toBe(0);
    expect(await overflow(page, ".api-keys .scroller")).toBe(0);
  });
});

declare const localStorage: { readonly length: number };
declare const sessionStorage: { readonly length: number };

interface Clipboard {
  readonly navigator: { readonly clipboard: { readText(): Promise<string> } };
}

/** Text of the focused element. */
function focused(page: Page): Promise<string | null> {
  return page.locator(":focus").textContent();
}
