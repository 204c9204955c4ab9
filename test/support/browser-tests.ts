import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe } from "vitest";
import { chromiumPath, sharedChromium } from "./chromium.ts";
import { openPage, type OpenedPage } from "./opened-page.ts";

/** Context of a browser test. Pages that it opens close with it; pages opened before a group of tests serve all of them. */
export interface BrowserTests {
  readonly browser: Browser;
  /** Writes a page and opens it from disk, without a network. */
  readonly openHtml: (name: string, html: string, options?: BrowserContextOptions) => Promise<OpenedHtml>;
  readonly closePages: () => Promise<void>;
}

/** A page from disk. */
export interface OpenedHtml extends OpenedPage {
  /** Requests other than for the page itself; there should be none. */
  readonly others: () => string[];
}

/** Tests in this machine's browser. Without one, they are skipped with a warning. */
export function describeInBrowser(name: string, tests: (browser: BrowserTests) => void): void {
  const path = chromiumPath();
  if (path === undefined) console.warn(`${name} is not tested: there is no Chromium or Chrome on this machine.`);
  describe.skipIf(path === undefined)(name, () => {
    let browser: Browser;
    let folder: string;
    /** Pages open before a test are shared with others. */
    let shared: readonly BrowserContext[] = [];
    const closePages = async () => {
      const own = browser.contexts().filter((context) => !shared.includes(context));
      await Promise.all(own.map((context) => context.close()));
    };

    beforeAll(async () => {
      browser = await sharedChromium(path!);
      folder = await mkdtemp(join(tmpdir(), "hindcast-page-"));
    }, 60_000);
    beforeEach(() => {
      shared = browser.contexts();
    });
    afterEach(closePages);
    afterAll(async () => {
      shared = [];
      await closePages();
      await rm(folder, { recursive: true });
    });

    tests({
      get browser() {
        return browser;
      },
      closePages,
      async openHtml(page, html, options) {
        const file = join(folder, `${page}.html`);
        await writeFile(file, html);
        const { href } = pathToFileURL(file);
        const opened = await openPage(browser, href, { offline: true, ...options });
        return { ...opened, others: () => opened.requests.filter((each) => each !== href) };
      },
    });
  });
}
