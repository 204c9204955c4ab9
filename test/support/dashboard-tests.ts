import type { BrowserContextOptions, Page } from "playwright-core";
import { afterEach, beforeAll } from "vitest";
import type { Scope } from "../../src/schemas/scope.ts";
import type { Tier } from "../../src/schemas/tier.ts";
import type { HindcastServer } from "../../src/server/build-server.ts";
import { describeInBrowser } from "./browser-tests.ts";
import { enterDashboard, openDashboard, type OpenedDashboard } from "./opened-dashboard.ts";
import { sampleRecording, servedSample } from "./served-sample.ts";

/** What dashboard tests can use. The pages and the server of a test close with the test. */
export interface DashboardTests {
  readonly server: HindcastServer;
  /** Makes a server the one that the test uses. Returns the server. */
  readonly serve: (server: HindcastServer) => HindcastServer;
  /** Opens the dashboard of a server in a browser, by default of the sample at noon in New York. */
  readonly open: (options?: BrowserContextOptions, server?: HindcastServer) => Promise<OpenedDashboard>;
  /** Enters a new API key in the page and waits for the market. Returns the key. */
  readonly enter: (page: Page, tier?: Tier, scopes?: readonly Scope[]) => Promise<string>;
}

/** Defines dashboard tests in this machine's browser. */
export function describeDashboard(name: string, tests: (dashboard: DashboardTests) => void): void {
  describeInBrowser(name, (opened) => {
    let current: HindcastServer;
    const serve = (server: HindcastServer) => (current = server);

    beforeAll(async () => {
      await sampleRecording();
    }, 60_000);
    // Pages close before their server does, so that they report no connection errors.
    afterEach(async () => {
      await opened.closePages();
      await current.close();
    });

    tests({
      get server() {
        return current;
      },
      serve,
      open: async (options, server) => openDashboard(opened.browser, serve(server ?? (await servedSample())), options),
      enter: (page, tier, scopes) => enterDashboard(page, current, tier, scopes),
    });
  });
}
