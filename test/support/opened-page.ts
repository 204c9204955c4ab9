import type { Browser, BrowserContextOptions, Page } from "playwright-core";

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** A page that is open in a browser. */
export interface OpenedPage {
  readonly page: Page;
  /** Errors and warnings that the browser has reported. */
  readonly complaints: readonly string[];
  /** URLs of all requests that the page has sent, including the one for itself. */
  readonly requests: readonly string[];
}

/** Opens an address in a browser context of its own, by default like a desktop in light mode. */
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
