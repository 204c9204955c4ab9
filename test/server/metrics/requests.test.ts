import { afterAll, describe, expect, test } from "vitest";
import { openScraped } from "../../support/scraped.ts";
import { keyFor } from "../../support/served-sample.ts";

const { server, headers, address, scrape } = await openScraped();
afterAll(() => server.close());

const CLOCK = "/v2/market-data/clock";
const QUOTE = "/v2/market-data/stocks/{symbol}/quote";
const ask = async (path: string, init: RequestInit = {}): Promise<number> => {
  const answer = await fetch(address + path, { headers, ...init });
  await answer.arrayBuffer();
  return answer.status;
};
const total = (method: string, route: string, status: number): string =>
  `hindcast_http_requests_total{method="${method}",route="${route}",status="${status}"}`;

describe("metrics about requests", () => {
  test("count requests by method, route and status, and measure durations by method and route", async () => {
    expect([await ask(CLOCK), await ask(CLOCK), await ask(CLOCK, { headers: {} })]).toEqual([200, 200, 401]);
    await ask("/v2/market-data/stocks/ACME/quote");
    await ask("/v2/market-data/stocks/NONE/quote");
    await ask("/v2/trading/orders", { method: "POST", body: "{}" });
    const metrics = await scrape();
    expect(metrics.get(total("GET", CLOCK, 200))).toBe(2);
    expect(metrics.get(total("GET", CLOCK, 401))).toBe(1);
    expect(metrics.get(total("GET", QUOTE, 200))).toBe(1);
    expect(metrics.get(total("GET", QUOTE, 404))).toBe(1);
    expect(metrics.get(total("POST", "/v2/trading/orders", 415))).toBe(1);
    const duration = "hindcast_http_request_duration_seconds";
    expect(metrics.get(`${duration}_count{method="GET",route="${CLOCK}"}`)).toBe(3);
    expect(metrics.get(`${duration}_bucket{le="+Inf",method="GET",route="${QUOTE}"}`)).toBe(2);
    const seconds = metrics.get(`${duration}_sum{method="GET",route="${CLOCK}"}`)!;
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(5);
    expect(metrics.get("hindcast_http_requests_in_flight")).toBe(0);
  });

  test("count requests in progress until they are answered or aborted", async () => {
    const { faults, sessions } = server.hindcast;
    faults.set(sessions.main, { seed: 0, rules: [{ fault: "stall", every: 1, times: 1, delay_ms: 60_000 }] });
    const abort = new AbortController();
    const waiting = ask(CLOCK, { signal: abort.signal }).catch(() => "gone");
    await expect.poll(async () => (await scrape()).get("hindcast_http_requests_in_flight")).toBe(1);
    abort.abort();
    expect(await waiting).toBe("gone");
    await expect.poll(async () => (await scrape()).get("hindcast_http_requests_in_flight")).toBe(0);
    faults.clear(sessions.main);
  });

  test("use one series for all unknown paths, and do not count invalid URLs", async () => {
    const before = [...(await scrape()).keys()];
    const letters = ["..", "%zz", "v2", "*", "{a}", 'a"b', "hc_1", "stocks", "%0A", "é"];
    for (let i = 0; i < 200; i++) {
      const path = [letters[i % 10], i, letters[(i * 7) % 10]].join("/");
      await ask(i % 2 === 0 ? `/${path}` : `/v2/${path}`);
      if (i % 4 === 0) await ask(`/v2/market-data/stocks/S${i}/quote`);
    }
    // Leaves out the series of garbage collection, which the process creates at the first collection of each kind.
    const after = [...(await scrape()).keys()].filter((series) => !series.startsWith("hindcast_nodejs_gc_"));
    const added = after.filter((series) => !before.includes(series));
    expect(added.filter((series) => !series.includes('route="unknown"'))).toEqual([]);
    expect(added.filter((series) => series.startsWith("hindcast_http_requests_total")).toSorted()).toEqual([
      total("GET", "unknown", 404),
    ]);
  });
});

test("labels of metrics contain no API key and no symbol", async () => {
  await ask("/v2/market-data/stocks/ACME/quote", { headers: keyFor(server) });
  const labels = [...(await scrape()).keys()].join("\n");
  expect(labels).not.toContain("ACME");
  expect(labels).not.toContain("hc_");
  expect(labels).not.toContain(/hc_([^_]+)_/.exec(headers["authorization"]!)![1]!);
});
