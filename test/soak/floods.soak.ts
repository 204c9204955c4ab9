import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import * as floods from "../support/floods.ts";
import { type ServedApart, serveApart } from "../support/served-apart.ts";
import { StreamClient } from "../support/stream-client.ts";

const MB = 2 ** 20;
let server: ServedApart;
beforeEach(async () => {
  server = await serveApart(["--at", "2023-12-15T12:00", "--trusted-proxies", "127.0.0.1"]);
});
afterEach(() => server.kill());

function ask(path: string, key: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${server.port}${path}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
    signal: AbortSignal.timeout(5_000),
  });
}

const QUOTE = "/v2/market-data/stocks/AAPL/quote";

test.each([
  ["eight connections with pipelined requests for the API description", floods.unreadDescriptions],
  [
    "two connections with 401 requests for all minutes of a stock",
    (port: number) => floods.unreadHistory(port, server.keys["free"]!),
  ],
  ["500 request bodies sent at a byte a second", (port: number) => floods.slowBodies(port, server.keys["pro"]!, 500)],
  ["200 streams without a key", (port: number) => floods.keylessStreams(port, 200)],
  ["four sessions of upgrades to h2c", (port: number) => floods.upgradesToHttp2(port, server.keys["pro"]!)],
])("during %s, memory stays bounded and is freed, and other clients get answers", async (_, begin) => {
  for (const path of ["/docs/json", QUOTE, floods.HISTORY])
    await (await ask(path, server.keys["enterprise"]!)).arrayBuffer();
  const before = await server.live();
  const flood = begin(server.port);
  let resident = 0;
  for (let second = 0; second < 40; second++) {
    resident = Math.max(resident, server.resident());
    expect((await ask(QUOTE, server.keys["enterprise"]!)).status).toBe(200);
    await sleep(1_000);
  }
  flood.stop();
  await sleep(10_000);
  const grown = (await server.live()) - before;
  console.log(`${Math.round(resident / MB)} MB in memory at most, ${(grown / MB).toFixed(1)} MB more live after it`);
  expect(resident).toBeLessThan(400 * MB);
  expect(grown).toBeLessThan(30 * MB);
});

test("with 200 keyless streams from one address, a browser can still authenticate by a message", async () => {
  const flood = floods.keylessStreams(server.port, 200);
  await sleep(2_000);
  for (let i = 0; i < 20; i++) {
    const browser = new StreamClient(new WebSocket(`ws://127.0.0.1:${server.port}/v2/stream`));
    await browser.next("welcome");
    expect(await browser.ask({ action: "auth", api_key: server.keys["pro"]! }, "authenticated")).toMatchObject({
      type: "authenticated",
    });
    await browser.close();
  }
  flood.stop();
});

test("bad requests from one client of a proxy block neither new keys nor other clients", async () => {
  for (let minute = 0; minute < 3; minute++) {
    const flood = floods.badRequests(server.port, 400);
    await sleep(3_000);
    const made = await fetch(`http://127.0.0.1:${server.port}/_admin/keys`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.keys["admin"]!}`, "content-type": "application/json" },
      body: JSON.stringify({ name: `new-${minute}`, tier: "free" }),
    });
    expect(made.status).toBe(201);
    const { api_key: key } = (await made.json()) as { api_key: string };
    expect((await ask(QUOTE, key, { "x-forwarded-for": `198.51.100.${minute}` })).status).toBe(200);
    const guessed = await ask(QUOTE, "none", { "x-forwarded-for": "192.0.2.66" });
    expect(guessed.status).toBe(429);
    const other = await ask(QUOTE, "none", { "x-forwarded-for": `198.51.101.${minute}` });
    expect(other.status).toBe(401);
    flood.stop();
    await sleep(57_000);
  }
});
