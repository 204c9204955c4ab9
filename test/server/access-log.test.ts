import type { AddressInfo } from "node:net";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { rawRequest } from "../support/raw-request.ts";
import { keyFor, servedSample } from "../support/served-sample.ts";

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

const requestText = (...parts: string[]): string => `${parts.join("\r\n")}\r\n\r\n`;
const HOST = "Host: localhost";
const authorize = (header: string): string => `Authorization: ${header}`;
const WEBSOCKET = [
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];
const get = (path: string, ...more: string[]): string => requestText(`GET ${path} HTTP/1.1`, HOST, ...more);
const stream = (path: string, ...more: string[]): string => get(path, ...WEBSOCKET, ...more);
const idOf = (header: string): string => header.split("_")[1]!;

describe("the access log", () => {
  test.each<[what: string, message: string, method: string | null, url: string | null, status: number, key?: string]>([
    ["invalid HTTP", "RUBBISH\r\n\r\n", null, null, 400],
    ["an invalid header name", get("/health", "X@Y: value"), null, null, 400],
    ["a path with an invalid escape", get("/v2/%e2%82", authorize(authorization)), "GET", "/v2/%e2%82", 400],
    ["a path that contains a key", get(`/v2/%zz/${text}`), "GET", "/v2/%zz/hc_…", 400],
    ["CONNECT", requestText("CONNECT example.com:443 HTTP/1.1", HOST), "CONNECT", "example.com:443", 405],
    [
      "a WebSocket on another path",
      stream("/v2/nothing", authorize(authorization)),
      "GET",
      "/v2/nothing",
      404,
      authorization,
    ],
    ["a WebSocket with an invalid key", stream("/v2/nothing", authorize("Bearer x")), "GET", "/v2/nothing", 401],
    ["a stream with an invalid key", stream("/v2/stream", authorize("Bearer x")), "GET", "/v2/stream", 401],
    [
      "a stream that the tier does not allow",
      stream("/v2/stream", authorize(free.authorization)),
      "GET",
      "/v2/stream",
      403,
      free.authorization,
    ],
    ["a stream with a key in its address", stream(`/v2/stream?key=${text}`), "GET", "/v2/stream?key=hc_…", 400],
    [
      "a stream of an unknown session",
      stream("/v2/stream?session=none", authorize(authorization)),
      "GET",
      "/v2/stream?session=none",
      404,
      authorization,
    ],
    [
      "a stream that opens",
      stream("/v2/stream?session=main", authorize(authorization)),
      "GET",
      "/v2/stream?session=main",
      101,
      authorization,
    ],
  ])("writes exactly one line per request, even for %s", async (_, message, method, url, status, key) => {
    const answer = await opened(message);
    expect(answer.status).toBe(status);
    const entries = log.map((line) => JSON.parse(line) as unknown);
    expect(entries).toEqual([
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

  test("writes one line, without the key, for a stream that authenticates after opening", async () => {
    await opened(stream("/v2/stream"));
    expect(log.map((line) => JSON.parse(line) as { status: number; key?: string })).toMatchObject([{ status: 101 }]);
    expect(log[0]).not.toContain('"key"');
  });
});

/** Sends a request. Returns the response's status and request id, even if the connection switches to WebSocket. */
async function opened(message: string): Promise<{ readonly status: number; readonly id: string | undefined }> {
  // A response that switches to WebSocket has no body to wait for.
  const { status, headers } = await rawRequest(port, message);
  return { status, id: headers["x-request-id"] };
}
