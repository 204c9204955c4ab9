import { expect, test } from "vitest";
import { smaCross } from "../../../strategies/sma-cross.ts";
import { readJson } from "../../house/source-files.ts";
import { BUILT_THREAD, builtStrategy } from "../../support/backtest-threads.ts";
import { openScraped } from "../../support/scraped.ts";
import { addSession } from "../../support/served-sample.ts";
import { connected, connecting, refusal } from "../../support/stream-client.ts";

const FAILURES = "hindcast_authentication_failures_total";
const LIMITED = "hindcast_rate_limited_total";

test("metrics count authentication failures and rate limits of requests and streams", async () => {
  const { server, address, scrape } = await openScraped({ failedAttemptLimit: 3 });
  const clock = `${address}/v2/market-data/clock`;
  const start = await scrape();
  expect([start.get(FAILURES), start.get(LIMITED)]).toEqual([0, 0]);
  await fetch(clock);
  expect((await refusal(server, { headers: { authorization: "Bearer hc_none" } })).status).toBe(401);
  const client = await connecting(server);
  await client.next("welcome");
  client.say({ action: "auth", api_key: "hc_none" });
  expect((await client.ended).code).toBe(4401);
  const failed = await scrape();
  expect([failed.get(FAILURES), failed.get(LIMITED)]).toEqual([3, 0]);
  // The address has exceeded its limit of failures, so these requests count as rate-limited and not as failures.
  expect((await fetch(clock)).status).toBe(429);
  expect((await refusal(server, { headers: { authorization: "Bearer hc_none" } })).status).toBe(429);
  const full = await scrape();
  expect([full.get(FAILURES), full.get(LIMITED)]).toEqual([3, 2]);
  await server.close();
});

test("metrics count a stream client that sends too many messages as rate-limited", async () => {
  const { server, headers, scrape } = await openScraped({ stream: { messagesPerSecond: 2 } });
  const client = await connected(server, { headers });
  for (let i = 0; i < 5; i++) client.say({ action: "list" });
  await client.ended;
  expect((await scrape()).get(LIMITED)).toBe(1);
  await server.close();
});

test("metrics count stream clients and the messages sent to them, even after the clients disconnect", async () => {
  const { floor, server, headers, scrape } = await openScraped();
  const client = await connected(server, { headers });
  await connecting(server).then(({ opened }) => opened);
  await client.ask({ action: "subscribe", channel: "bars", symbols: ["ACME"], interval: "1m" }, "subscribed");
  floor.at("2024-01-08T09:33");
  const last = (await client.all()).reduce((most, { seq = 0 }) => Math.max(most, Number(seq)), 0);
  expect(last).toBeGreaterThanOrEqual(2);
  const metrics = await scrape();
  expect(metrics.get("hindcast_stream_connections")).toBe(2);
  expect(metrics.get("hindcast_stream_messages_total")).toBe(last);
  await client.close();
  await expect.poll(async () => (await scrape()).get("hindcast_stream_connections")).toBe(1);
  expect((await scrape()).get("hindcast_stream_messages_total")).toBe(last);
  await server.close();
});

test("metrics count sessions and database commits", async () => {
  const { floor, server, scrape } = await openScraped();
  const COMMITS = "hindcast_journal_commit_duration_seconds";
  await floor.order();
  const before = await scrape();
  await floor.order();
  const after = await scrape();
  expect(after.get(`${COMMITS}_count`)! - before.get(`${COMMITS}_count`)!).toBe(1);
  expect(after.get(`${COMMITS}_sum`)).toBeGreaterThan(before.get(`${COMMITS}_sum`)!);
  expect(after.get("hindcast_sessions")).toBe(1);
  addSession(server, "second", {});
  expect((await scrape()).get("hindcast_sessions")).toBe(2);
  await server.close();
});

test("metrics count queued and running backtests", async () => {
  const { server, headers, scrape } = await openScraped({
    strategies: [builtStrategy(smaCross)],
    backtestThreads: BUILT_THREAD,
  });
  const days = { from: "2024-01-05", to: "2024-01-05" };
  const payload = { strategy: "sma-cross", params: { fast: 2, slow: 3 }, symbols: ["ACME"], interval: "1m", ...days };
  for (let i = 0; i < 3; i++) {
    const answer = await server.inject({ method: "POST", url: "/v2/trading/backtests", headers, payload });
    expect(answer.statusCode).toBe(202);
  }
  const now = async (status: string) => (await scrape()).get(`hindcast_backtests{status="${status}"}`);
  expect([await now("running"), await now("queued")]).toEqual([1, 2]);
  const { jobs } = server.hindcast.backtests;
  const { id } = server.hindcast.keys.list()[0]!;
  for (const one of jobs.listFor(id)) jobs.cancel(one);
  expect([await now("running"), await now("queued")]).toEqual([0, 0]);
  await server.close();
});

test("metrics report the version and the process, and two servers in one process count separately", async () => {
  const [one, other] = [await openScraped(), await openScraped()];
  await fetch(`${one.address}/health`);
  const [mine, theirs] = [await one.scrape(), await other.scrape()];
  const { version } = readJson("package.json") as { version: string };
  expect(mine.get(`hindcast_build_info{version="${version}"}`)).toBe(1);
  for (const name of ["hindcast_process_resident_memory_bytes", "hindcast_nodejs_eventloop_lag_seconds"])
    expect(mine.get(name)).toBeGreaterThanOrEqual(0);
  const health = 'hindcast_http_requests_total{method="GET",route="/health",status="200"}';
  expect([mine.get(health), theirs.get(health)]).toEqual([1, undefined]);
  await one.server.close();
  await other.server.close();
});
