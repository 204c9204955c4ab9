import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { buildAdminServer } from "../../../src/server/metrics/build-admin-server.ts";
import { openScraped } from "../../support/scraped.ts";
import type { ApiErrorBody } from "../../../src/schemas/api-error.ts";
import { openFloor } from "../../support/trading-floor.ts";

const codeOf = async (answer: Response): Promise<string> => ((await answer.json()) as ApiErrorBody).error.code;

describe("the admin server, on a port of its own", () => {
  test("serves health, readiness and metrics without an API key, and nothing else", async () => {
    const { server, metricsUrl: adminUrl } = await openScraped();
    const metrics = await fetch(`${adminUrl}/metrics`);
    expect([metrics.status, metrics.headers.get("content-type")]).toEqual([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
    ]);
    expect(metrics.headers.get("cache-control")).toBe("no-store");
    expect(await (await fetch(`${adminUrl}/health`)).json()).toEqual({ status: "ok" });
    expect(await (await fetch(`${adminUrl}/ready`)).json()).toEqual({ status: "ready" });
    expect((await fetch(`${adminUrl}/metrics`, { method: "HEAD" })).status).toBe(200);
    for (const path of ["/", "/docs", "/v2/market-data/clock", "/_admin/keys", "/metrics/"]) {
      const answer = await fetch(`${adminUrl}${path}`);
      expect([answer.status, await codeOf(answer)]).toEqual([404, "NOT_FOUND"]);
    }
    const noUrl = await fetch(`${adminUrl}/%zz`);
    expect([noUrl.status, await codeOf(noUrl)]).toEqual([400, "INVALID_PARAMETERS"]);
    expect(noUrl.headers.get("x-content-type-options")).toBe("nosniff");
    const posted = await fetch(`${adminUrl}/metrics`, { method: "POST", body: "x".repeat(100_000) });
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    await server.close();
  });

  test("reports that the main server is not ready while that server closes, and closes with it", async () => {
    const { server, metricsUrl: adminUrl, address, headers } = await openScraped();
    const arrived = once(server.server, "request");
    // Sends half of a request, so that the server waits for the rest.
    const halfRequest = request(`${address}/v2/trading/orders`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
    });
    const answered = once(halfRequest, "response") as Promise<[IncomingMessage]>;
    halfRequest.write("{");
    const keptAlive = await fetch(`${adminUrl}/health`);
    expect(keptAlive.status).toBe(200);
    await arrived;
    const closed = server.close();
    const ready = await fetch(`${adminUrl}/ready`);
    expect([ready.status, await codeOf(ready)]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect((await fetch(`${adminUrl}/metrics`)).status).toBe(200);
    halfRequest.end("}");
    expect((await answered)[0].statusCode).toBe(400);
    await closed;
    await expect(fetch(`${adminUrl}/health`)).rejects.toThrow();
  });

  test("cannot be created for a server that does not collect metrics", async () => {
    const { server, headers } = await openFloor();
    expect(() => buildAdminServer(server)).toThrow(
      "metrics must be true in the settings of a server with an admin server, was false",
    );
    expect(server.hindcast.metrics).toBeUndefined();
    expect(server.hindcast.sessions.main.accounts.journal.committed).toBeUndefined();
    expect((await server.inject({ url: "/metrics", headers })).statusCode).toBe(404);
    await server.close();
  });

  test("is the only place that serves metrics", async () => {
    const { server, address, headers } = await openScraped();
    for (const path of ["/metrics", "/v2/metrics"]) expect((await fetch(address + path, { headers })).status).toBe(404);
    await server.close();
  });
});
