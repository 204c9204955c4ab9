import type { AddressInfo } from "node:net";
import type { HindcastServer } from "../../src/server/build-server.ts";
import { buildAdminServer } from "../../src/server/metrics/build-admin-server.ts";
import type { ServerSettings } from "../../src/server/server-settings.ts";
import { prometheusText } from "./prometheus-text.ts";
import { openFloor } from "./trading-floor.ts";

/** Opens a server that collects metrics, and its admin server. They listen already. */
export async function openScraped(settings: ServerSettings = {}) {
  const floor = await openFloor({ metrics: true, ...settings });
  const address = await listening(floor.server);
  const admin = buildAdminServer(floor.server);
  const metricsUrl = await listening(admin);
  const scrape = async (): Promise<ReadonlyMap<string, number>> => {
    const text = await (await fetch(`${metricsUrl}/metrics`)).text();
    return new Map([...prometheusText(text).values()].flatMap(({ samples }) => [...samples]));
  };
  return { floor, server: floor.server, headers: floor.headers, admin, address, metricsUrl, scrape };
}

async function listening(server: Pick<HindcastServer, "listen" | "server">): Promise<string> {
  await server.listen({ port: 0, host: "127.0.0.1" });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}
