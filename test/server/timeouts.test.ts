import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { floorOver, lockState, openOrders, ready } from "../support/kept-floor.ts";
import { keyFor, servedSample } from "../support/served-sample.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

// These tests wait for timeouts of ten seconds, so they run concurrently.

const { folder } = temporaryFiles();
const LIMIT = { type: "limit", limit_price: 50 };

const servers: Awaited<ReturnType<typeof servedSample>>[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

async function listening(log: string[] = []) {
  const server = await servedSample({ log: { level: "info", output: { write: (line) => log.push(line) } } });
  servers.push(server);
  await server.listen({ port: 0 });
  // Drops the line about the listening address.
  log.length = 0;
  return { server, port: (server.server.address() as AddressInfo).port };
}

/** Sends the start of a request, then a piece of it every half second until the connection ends. Returns everything received. */
async function sendSlowly(port: number, beginning: string, piece: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(beginning);
  const more = setInterval(() => socket.write(piece), 500);
  let answer = "";
  socket.on("data", (part) => (answer += String(part)));
  socket.on("error", () => {});
  await new Promise((closed) => socket.once("close", closed));
  clearInterval(more);
  return answer;
}

test.concurrent("request headers that are incomplete after ten seconds are refused, however steadily they arrive", async () => {
  const { port } = await listening();
  const began = performance.now();
  const answer = await sendSlowly(port, "GET /v2/market-data/clock HTTP/1.1\r\nHost: localhost\r\n", "X-More: 1\r\n");
  const took = performance.now() - began;
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toMatchObject({
    error: {
      code: "INVALID_PARAMETERS",
      message: "the request must arrive within 30 seconds, its headers within 10",
    },
  });
  // Ten seconds plus the delays of a busy machine, but less than the thirty seconds between Node's own checks.
  expect(took).toBeGreaterThan(9_900);
  expect(took).toBeLessThan(20_000);
}, 60_000);

test.concurrent("a request body that does not arrive in time is refused once with 408 and logged", async () => {
  const log: string[] = [];
  const { server, port } = await listening(log);
  server.server.headersTimeout = 500;
  server.server.requestTimeout = 1_000;
  const { authorization } = keyFor(server);
  const upload = (...more: string[]) =>
    sendSlowly(
      port,
      `${["POST /v2/trading/orders HTTP/1.1", "Host: localhost", ...more, "Content-Type: application/json", "Content-Length: 100"].join("\r\n")}\r\n\r\n{`,
      " ",
    );
  const late = await upload(`Authorization: ${authorization}`);
  expect(late.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 408"]);
  const id = /x-request-id: (\S+)/.exec(late)![1];
  expect(late).toMatch(/x-ratelimit-limit: 2147483647/);
  // A request refused before its body arrives gets only that refusal.
  const unknown = await upload();
  expect(unknown.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 401"]);
  expect(log.map((line) => JSON.parse(line) as Record<string, unknown>)).toEqual([
    expect.objectContaining({ reqId: id, url: "/v2/trading/orders", status: 408, key: authorization.split("_")[1] }),
    expect.objectContaining({ url: "/v2/trading/orders", status: 401 }),
  ]);
}, 60_000);

test.concurrent("a state file locked for ten seconds ends trading until the server restarts, which drops unacknowledged orders", async () => {
  const path = join(folder, "locked.db");
  const log: string[] = [];
  const floor = await floorOver(path, undefined, log);
  expect((await floor.order(LIMIT)).status).toBe(201);
  const unlock = lockState(path);
  const began = performance.now();
  expect((await floor.order(LIMIT)).status).toBe(503);
  expect(performance.now() - began).toBeGreaterThan(9_000);
  expect(log.map((line) => JSON.parse(line) as object)).toMatchObject([
    { msg: "the state cannot be written", err: { message: "database is locked" } },
  ]);
  unlock();
  expect((await floor.order(LIMIT)).status).toBe(503);
  expect((await ready(floor)).body.error.details.reason).toBe("database is locked");
  await floor.server.close();
  const again = await floorOver(path, floor.headers);
  expect(await openOrders(again)).toEqual(["ord_1_1"]);
  expect((await again.order(LIMIT)).status).toBe(201);
  await again.server.close();
}, 40_000);
