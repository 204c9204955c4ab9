import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { defineStrategy } from "hindcast";
import { type Client, createClient, runRemote } from "hindcast/client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { SCOPES } from "../../src/schemas/scope.ts";
import type { HindcastServer } from "../../src/server/build-server.ts";
import { servedMarket } from "../support/served-market.ts";
import { FLOOR, FLOOR_OPEN } from "../support/trading-floor.ts";

const reason = new Error("enough");
let server: HindcastServer;
let client: Client;
let stop: AbortController;
let abortable: Client;

beforeAll(async () => {
  server = await servedMarket(FLOOR, FLOOR_OPEN);
  const { text } = server.hindcast.keys.create({ name: "test", tier: "enterprise", scopes: [...SCOPES] });
  client = createClient({ baseUrl: await server.listen({ port: 0 }), apiKey: text });
});
afterAll(() => server.close());
beforeEach(() => {
  stop = new AbortController();
  abortable = client.withSignal(stop.signal);
});

test("aborting the client's signal ends a waiting request and prevents further ones", async () => {
  let requests = 0;
  const silent = createServer(() => void (++requests && stop.abort(reason))).listen(0);
  const baseUrl = `http://localhost:${(silent.address() as AddressInfo).port}`;
  const patient = createClient({ baseUrl, apiKey: "none", signal: stop.signal });
  await expect(patient.clock()).rejects.toBe(reason);
  await expect(patient.withSession("other").clock()).rejects.toBe(reason);
  expect(requests).toBe(1);
  silent.close();
});

test("aborting the client's signal ends a loop over pages at the next page", async () => {
  const seen: string[] = [];
  const loop = async (): Promise<void> => {
    for await (const { symbol } of abortable.eachSymbol({ limit: 2 })) {
      seen.push(symbol);
      stop.abort(reason);
    }
  };
  await expect(loop()).rejects.toBe(reason);
  expect(seen).toHaveLength(2);
  expect((await client.symbols()).symbols.length).toBeGreaterThan(2);
});

test("aborting the client's signal closes a stream and prevents opening another", async () => {
  const stream = await abortable.stream();
  setTimeout(() => stop.abort(reason), 20);
  for await (const message of stream) expect(message.type).toBeTypeOf("string");
  expect(stream.ended).toMatchObject({ code: 1000 });
  await expect(abortable.stream()).rejects.toBe(reason);
  const late = new AbortController();
  const opening = client.withSignal(late.signal).stream();
  late.abort(reason);
  await expect(opening).rejects.toBe(reason);
});

test.each([0, 1, 3])(
  "aborting the client's signal after %i bars ends a remote run and deletes the run's session",
  async (bars) => {
    let seen = 0;
    const strategy = defineStrategy({
      name: "stops",
      onBar({ orders }) {
        if (seen++ === bars) stop.abort(reason);
        orders.buy({ quantity: 1 });
      },
    });
    const before = server.hindcast.sessions.list().length;
    await expect(runRemote(strategy, abortable, { symbols: ["ACME"], interval: "1m" })).rejects.toBe(reason);
    expect(seen).toBe(bars + 1);
    expect(server.hindcast.sessions.list()).toHaveLength(before);
  },
);

test("aborting the client's signal ends a remote run that waits for a busy server", async () => {
  const error = { code: "SERVICE_UNAVAILABLE", message: "busy", details: {} };
  let requests = 0;
  const busy = createServer((_, answer) => {
    if (++requests === 2) setTimeout(() => stop.abort(reason), 20);
    answer.writeHead(503, { "content-type": "application/json" }).end(JSON.stringify({ error }));
  }).listen(0);
  const baseUrl = `http://localhost:${(busy.address() as AddressInfo).port}`;
  const waiting = createClient({ baseUrl, apiKey: "none", signal: stop.signal });
  await expect(runRemote(defineStrategy({ name: "plain" }), waiting, { symbols: ["ACME"] })).rejects.toBe(reason);
  expect(requests).toBe(2);
  busy.close();
});
