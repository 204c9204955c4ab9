import type { Browser, BrowserContextOptions, Page } from "playwright-core";

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** A page in a browser. */
export interface OpenedPage {
  readonly page: Page;
  /** Errors and warnings of the browser. */
  readonly complaints: readonly string[];
  /** All its requests, including the page itself. */
  readonly requests: readonly string[];
}

/** Opens an address in a separate context, by default on a desktop in light mode. */
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
