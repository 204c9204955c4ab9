import type { BrowserContextOptions, Page } from "playwright-core";
import { afterEach, beforeAll } from "vitest";
import type { Scope } from "../../src/schemas/scope.ts";
import type { Tier } from "../../src/schemas/tier.ts";
import type { HindcastServer } from "../../src/server/build-server.ts";
import { describeInBrowser } from "./browser-tests.ts";
import { enterDashboard, openDashboard, type OpenedDashboard } from "./opened-dashboard.ts";
import { sampleRecording, servedSample } from "./served-sample.ts";

/** Context of a dashboard test. Pages and server close with the test. */
export interface DashboardTests {
  readonly server: HindcastServer;
  /** Sets the server of the test. */
  readonly serve: (server: HindcastServer) => HindcastServer;
  /** Opens the dashboard of a server, by default of the sample at noon in New York. */
  readonly open: (options?: BrowserContextOptions, server?: HindcastServer) => Promise<OpenedDashboard>;
  /** Enters a new key in the page, waits for the market, and returns the key. */
  readonly enter: (page: Page, tier?: Tier, scopes?: readonly Scope[]) => Promise<string>;
}

/** Dashboard tests in this machine's browser. */
export function describeDashboard(name: string, tests: (dashboard: DashboardTests) => void): void {
  describeInBrowser(name, (opened) => {
    let current: HindcastServer;
    const serve = (server: HindcastServer) => (current = server);

    beforeAll(async () => {
      await sampleRecording();
    }, 60_000);
    // Pages close before their server does.
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
