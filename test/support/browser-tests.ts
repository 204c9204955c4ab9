import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe } from "vitest";
import { chromiumPath, sharedChromium } from "./chromium.ts";
import { openPage, type OpenedPage } from "./opened-page.ts";

/** What browser tests can use. Pages that a test opens close with the test; pages opened before a group of tests serve all of the group. */
export interface BrowserTests {
  readonly browser: Browser;
  /** Writes a page and opens it from disk, without a network. */
  readonly openHtml: (name: string, html: string, options?: BrowserContextOptions) => Promise<OpenedHtml>;
  readonly closePages: () => Promise<void>;
}

/** A page that was opened from disk. */
export interface OpenedHtml extends OpenedPage {
  /** Returns the page's requests other than for itself, of which there should be none. */
  readonly others: () => string[];
}

/** Defines tests in this machine's browser. Without a browser, they are skipped with a warning. */
export function describeInBrowser(name: string, tests: (browser: BrowserTests) => void): void {
  const path = chromiumPath();
  if (path === undefined) console.warn(`${name} is not tested: there is no Chromium or Chrome on this machine.`);
  describe.skipIf(path === undefined)(name, () => {
    let browser: Browser;
    let folder: string;
    /** Pages opened before a group of tests, which all its tests use. */
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
