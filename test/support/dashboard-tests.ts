import type { BrowserContextOptions, Page } from "playwright-core";
import { afterEach, beforeAll } from "vitest";
import type { Scope } from "../../src/schemas/scope.ts";
import type { Tier } from "../../src/schemas/tier.ts";
import type { HindcastServer } from "../../src/server/build-server.ts";
import { describeInBrowser } from "./browser-tests.ts";
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

/** Tests of the dashboard in the browser of this machine. */
export function describeDashboard(name: string, tests: (dashboard: DashboardTests) => void): void {
  describeInBrowser(name, (opened) => {
    let current: HindcastServer;
    const serve = (server: HindcastServer) => (current = server);

    beforeAll(async () => {
      await sampleRecording();
    }, 60_000);
    // Whoever looks at a server goes before it does.
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
