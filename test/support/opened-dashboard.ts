import type { AddressInfo } from "node:net";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Scope } from "../../src/schemas/scope.ts";
import type { Tier } from "../../src/schemas/tier.ts";
import type { HindcastServer } from "../../src/server/build-server.ts";
import { openPage, type OpenedPage } from "./opened-page.ts";
import { keyFor } from "./served-sample.ts";

export const PATIENCE = { timeout: 8_000 };

/** The dashboard of a server, opened in a browser. */
export interface OpenedDashboard extends OpenedPage {
  readonly host: string;
}

/** Opens the dashboard of a server in a browser. The server starts to listen if necessary. */
export async function openDashboard(
  browser: Browser,
  server: HindcastServer,
  options: BrowserContextOptions = {},
): Promise<OpenedDashboard> {
  if (!server.server.listening) await server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = server.server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return { ...(await openPage(browser, `http://${host}/dashboard`, options)), host };
}

/** Enters a new API key in the page and waits for the market. Returns the key. */
export async function enterDashboard(
  page: Page,
  server: HindcastServer,
  tier?: Tier,
  scopes?: readonly Scope[],
): Promise<string> {
  const key = keyFor(server, tier, scopes).authorization.replace("Bearer ", "");
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Open the market" }).click();
  await page.waitForSelector(".chart canvas", PATIENCE);
  // Moves the pointer away, so that the legend shows the last bar and not the one under the pointer.
  await page.mouse.move(0, 0);
  return key;
}
