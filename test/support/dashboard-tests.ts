import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe } from "vitest";
import type { Scope } from "../../src/schemas/scope.ts";
import type { Tier } from "../../src/schemas/tier.ts";
import type { HindcastServer } from "../../src/server/build-server.ts";
import { chromiumPath, launchChromium } from "./chromium.ts";
import { enterDashboard, openDashboard, type OpenedDashboard } from "./opened-dashboard.ts";
import { sampleRecording, servedSample } from "./served-sample.ts";

/** What a test of the dashboard works with. Pages and server end with the test. */
export interface DashboardTests {
  readonly server: HindcastServer;
  /** From now on the test is about this server. */
  readonly serve: (server: HindcastServer) => HindcastServer;
  /** Opens the page of a server: that of the sample at noon in New York where none is given. */
  readonly open: (options?: BrowserContextOptions, server?: HindcastServer) => Promise<OpenedDashboard>;
  /** Shows the page a new key, which it returns, and waits for the market. */
  readonly enter: (page: Page, tier?: Tier, scopes?: readonly Scope[]) => Promise<string>;
}

/** Tests of the dashboard in the browser of this machine; where it has none, nothing is tested, and that is said. */
export function describeDashboard(name: string, tests: (dashboard: DashboardTests) => void): void {
  const path = chromiumPath();
  if (path === undefined) console.warn(`${name} is not tested: there is no Chromium or Chrome on this machine.`);
  describe.skipIf(path === undefined)(name, () => {
    let browser: Browser;
    let current: HindcastServer;
    const serve = (server: HindcastServer) => (current = server);

    beforeAll(async () => {
      await sampleRecording();
      browser = await launchChromium(path!);
    }, 60_000);
    afterEach(async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
      await current.close();
    });
    afterAll(() => browser.close());

    tests({
      get server() {
        return current;
      },
      serve,
      open: async (options, server) => openDashboard(browser, serve(server ?? (await servedSample())), options),
      enter: (page, tier, scopes) => enterDashboard(page, current, tier, scopes),
    });
  });
}
