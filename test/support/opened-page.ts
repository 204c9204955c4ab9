import type { Browser, BrowserContextOptions, Page } from "playwright-core";

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** A page in a browser. */
export interface OpenedPage {
  readonly page: Page;
  /** What the browser complained of. */
  readonly complaints: readonly string[];
  /** All that it asked for, the page itself among it. */
  readonly requests: readonly string[];
}

/** Opens an address by itself, on a bright desktop where nothing else is said. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: DESKTOP, colorScheme: "light", ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => requests.push(request.url()));
  page.on("websocket", (socket) => requests.push(socket.url()));
  await page.goto(url);
  return { page, complaints, requests };
}
