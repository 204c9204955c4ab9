import type { AddressInfo } from "node:net";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { rawRequest } from "../support/raw-request.ts";
import { keyFor, servedSample } from "../support/served-sample.ts";

/** What never becomes a request of the server's own routes has a line like any other. */
const log: string[] = [];
const server = await servedSample({
  failedAttemptLimit: 1000,
  log: { level: "info", output: { write: (line) => log.push(line) } },
});
const { authorization } = keyFor(server);
const text = authorization.slice("Bearer ".length);
const free = keyFor(server, "free");
await server.listen({ port: 0, host: "127.0.0.1" });
const { port } = server.server.address() as AddressInfo;
log.length = 0;
afterEach(() => void (log.length = 0));
afterAll(() => server.close());

const lines = (...given: string[]): string => `${given.join("\r\n")}\r\n\r\n`;
const HOST = "Host: localhost";
const by = (header: string): string => `Authorization: ${header}`;
const WEBSOCKET = [
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];
const get = (path: string, ...more: string[]): string => lines(`GET ${path} HTTP/1.1`, HOST, ...more);
const stream = (path: string, ...more: string[]): string => get(path, ...WEBSOCKET, ...more);
const idOf = (header: string): string => header.split("_")[1]!;

describe("one line has", () => {
  test.each<[what: string, message: string, method: string | null, url: string | null, status: number, key?: string]>([
    ["rubbish", "RUBBISH\r\n\r\n", null, null, 400],
    ["a header whose name holds what none may", get("/health", "X@Y: value"), null, null, 400],
    ["a path that cannot be read", get("/v2/%e2%82", by(authorization)), "GET", "/v2/%e2%82", 400],
    ["a path with a key in it", get(`/v2/%zz/${text}`), "GET", "/v2/%zz/hc_…", 400],
    ["CONNECT", lines("CONNECT example.com:443 HTTP/1.1", HOST), "CONNECT", "example.com:443", 405],
    ["a WebSocket elsewhere", stream("/v2/nothing", by(authorization)), "GET", "/v2/nothing", 404, authorization],
    ["a WebSocket of nobody", stream("/v2/nothing", by("Bearer x")), "GET", "/v2/nothing", 401],
    ["a stream that nobody may open", stream("/v2/stream", by("Bearer x")), "GET", "/v2/stream", 401],
    [
      "a stream beyond a tier",
      stream("/v2/stream", by(free.authorization)),
      "GET",
      "/v2/stream",
      403,
      free.authorization,
    ],
    ["a stream with a key in its address", stream(`/v2/stream?key=${text}`), "GET", "/v2/stream?key=hc_…", 400],
    [
      "a stream of no session",
      stream("/v2/stream?session=none", by(authorization)),
      "GET",
      "/v2/stream?session=none",
      404,
      authorization,
    ],
    [
      "a stream that opens",
      stream("/v2/stream?session=main", by(authorization)),
      "GET",
      "/v2/stream?session=main",
      101,
      authorization,
    ],
  ])("%s", async (_, message, method, url, status, key) => {
    const answer = await opening(message);
    expect(answer.status).toBe(status);
    const told = log.map((line) => JSON.parse(line) as unknown);
    expect(told).toEqual([
      {
        level: 30,
        time: expect.any(Number) as number,
        pid: process.pid,
        hostname: expect.any(String) as string,
        reqId: answer.id,
        method,
        url,
        status,
        ms: expect.any(Number) as number,
        ...(key === undefined ? {} : { key: idOf(key) }),
      },
    ]);
    expect(log.join("")).not.toContain(text.split("_")[2]!.slice(0, 16));
  });

  test("a stream whose key comes later, without one", async () => {
    await opening(stream("/v2/stream"));
    expect(log.map((line) => JSON.parse(line) as { status: number; key?: string })).toMatchObject([{ status: 101 }]);
    expect(log[0]).not.toContain('"key"');
  });
});

/** The status and the name of an answer, also of one that changes the protocol. */
async function opening(message: string): Promise<{ readonly status: number; readonly id: string | undefined }> {
  // A body is not waited for: an opening has none.
  const { status, headers } = await rawRequest(port, message);
  return { status, id: headers["x-request-id"] };
}
