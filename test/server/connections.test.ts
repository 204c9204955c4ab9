import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import type { ApiErrorBody } from "../../src/schemas/api-error.ts";
import { rawRequest } from "../support/raw-request.ts";
import { keyFor, servedSample } from "../support/served-sample.ts";

const server = await servedSample({ failedAttemptLimit: 1000 });
const { authorization } = keyFor(server);
await server.listen({ port: 0, host: "127.0.0.1" });
const { port } = server.server.address() as AddressInfo;
afterAll(() => server.close());

const requestText = (...text: string[]): string => `${text.join("\r\n")}\r\n\r\n`;
const HOST = "Host: localhost";
const KEY = `Authorization: ${authorization}`;
const CLOCK = "GET /v2/market-data/clock HTTP/1.1";
const WEBSOCKET = [
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];

const TYPED = ["POST /v2/trading/account/reset HTTP/1.1", HOST, KEY, "Content-Type: application/json"];

async function send(text: string) {
  const { status, headers, body } = await rawRequest(port, text);
  const { error, timestamp } = JSON.parse(body) as Partial<ApiErrorBody>;
  return { status, headers, code: error?.code, details: error?.details, timestamp };
}

describe("invalid HTTP", () => {
  test.each([
    ["text that is no HTTP", "RUBBISH\r\n\r\n"],
    ["an invalid header name", requestText(CLOCK, HOST, "X@Y: value")],
    [
      "two Content-Length headers",
      requestText("POST /_admin/keys HTTP/1.1", HOST, "Content-Length: 1", "Content-Length: 2"),
    ],
    ["too large headers", requestText(CLOCK, HOST, `X-Long: ${"x".repeat(20_000)}`)],
    ["no host", requestText(CLOCK, KEY)],
    ["two hosts", requestText(CLOCK, HOST, "host: example.com", KEY)],
    ["two hosts that are the same", requestText(CLOCK, HOST, KEY, HOST)],
    ["no host on a public path", requestText("GET /health HTTP/1.1")],
    ["two hosts on a public path", requestText("GET /docs/json HTTP/1.1", HOST, HOST)],
    ["two hosts on an unknown path", requestText("GET /nothing HTTP/1.1", HOST, HOST)],
    ["two hosts in HTTP/1.0", requestText("GET /health HTTP/1.0", HOST, HOST)],
    ["two hosts, for a WebSocket", requestText("GET /v2/stream HTTP/1.1", HOST, HOST, KEY, ...WEBSOCKET)],
    ["two keys", requestText(CLOCK, HOST, KEY, "authorization: Bearer none")],
    ["two keys, the first one invalid", requestText(CLOCK, HOST, "AUTHORIZATION: Bearer none", KEY)],
    ["two keys, for a WebSocket", requestText("GET /v2/stream HTTP/1.1", HOST, KEY, KEY, ...WEBSOCKET)],
    ["two Content-Type headers", requestText(...TYPED, "Content-Type: text/plain", "Content-Length: 2").concat("{}")],
    ["two User-Agent headers", requestText(CLOCK, HOST, KEY, "User-Agent: a", "user-agent: b")],
    ["two Referer headers", requestText(CLOCK, HOST, KEY, "Referer: http://a", "REFERER: http://b")],
    [
      "two If-Modified-Since headers",
      requestText(CLOCK, HOST, KEY, ...Array(2).fill("If-Modified-Since: Sat, 29 Oct 1994 19:43:31 GMT")),
    ],
    ["more headers than Node keeps", requestText(CLOCK, HOST, KEY, ...Array(1200).fill("a:b"))],
    ["more headers than Node keeps, then a second key", requestText(CLOCK, HOST, KEY, ...Array(1200).fill("a:b"), KEY)],
    [
      "more headers than Node keeps, for a WebSocket",
      requestText("GET /v2/stream HTTP/1.1", HOST, ...WEBSOCKET, ...Array(1200).fill("a:b")),
    ],
    ["no host, for a WebSocket", requestText("GET /v2/stream HTTP/1.1", KEY, ...WEBSOCKET)],
    ["an incomplete escape in the path", requestText("GET /v2/%e2%82 HTTP/1.1", HOST)],
    ["an incomplete escape in the query", requestText("GET /v2/market-data/symbols?query=%e2%82 HTTP/1.1", HOST, KEY)],
    [
      "a percent sign without an escape in the query",
      requestText("GET /v2/market-data/symbols?query=100% HTTP/1.1", HOST, KEY),
    ],
    [
      "an incomplete escape in the query for a WebSocket",
      requestText("GET /v2/stream?session=%ff HTTP/1.1", HOST, ...WEBSOCKET),
    ],
  ])("gets status 400 with the usual error body: %s", async (_, text) => {
    const answer = await send(text);
    expect(answer).toMatchObject({
      status: 400,
      code: "INVALID_PARAMETERS",
      timestamp: "2023-12-15T17:00:00.000Z",
      headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
    });
    expect(answer.headers["x-request-id"]).toBeTruthy();
  });
});

test("an error about a repeated header names the header", async () => {
  for (const [parameter, text] of [
    ["Host", requestText(CLOCK, HOST, HOST, KEY)],
    ["Authorization", requestText(CLOCK, HOST, KEY, KEY)],
    ["Content-Type", requestText(...TYPED, "content-type: application/json")],
  ] as const)
    expect((await send(text)).details).toEqual({ errors: [{ in: "header", parameter, reason: "must be given once" }] });
  // The header If-None-Match may be given twice. The check tests it because its name is as long as that of a header that may not.
  expect((await send(requestText(CLOCK, HOST, KEY, "If-None-Match: *", "If-None-Match: *"))).status).toBe(200);
});

describe("a request to upgrade the connection", () => {
  const upgrade = (path: string, protocol: string, ...more: string[]) =>
    send(requestText(`GET ${path} HTTP/1.1`, HOST, "Connection: Upgrade", `Upgrade: ${protocol}`, ...more));

  test("to a WebSocket on a path other than the stream's is refused", async () => {
    const answer = await upgrade("/v2/market-data/clock", "websocket", KEY);
    expect(answer).toMatchObject({ status: 404, code: "NOT_FOUND", details: { stream: "/v2/stream" } });
    expect(answer.headers["x-ratelimit-limit"]).toBe("2147483647");
  });

  test("to a WebSocket without an API key gets 401", async () => {
    const answer = await upgrade("/v2/market-data/clock", "websocket");
    expect(answer).toMatchObject({ status: 401, code: "INVALID_API_KEY" });
    expect(answer.headers["www-authenticate"]).toBe("Bearer");
  });

  test("to HTTP/2 is answered over HTTP/1.1, and its body is read", async () => {
    expect(await upgrade("/v2/market-data/clock", "h2c", KEY, "HTTP2-Settings: AAMAAABk")).toMatchObject({
      status: 200,
    });
    expect(await upgrade("/v2/stream", "h2c", KEY)).toMatchObject({ status: 426 });
    const body = '{"name":"java","tier":"free"}';
    const post = [
      "POST /_admin/keys HTTP/1.1",
      HOST,
      KEY,
      "Connection: Upgrade, HTTP2-Settings",
      "Upgrade: h2c",
      "Content-Type: application/json",
    ];
    expect(await send(requestText(...post, `Content-Length: ${body.length}`) + body)).toMatchObject({ status: 201 });
  });
});

test("a request with the method CONNECT gets 405 with the usual error body", async () => {
  const answer = await send(requestText("CONNECT example.com:443 HTTP/1.1", "Host: example.com:443"));
  expect(answer).toMatchObject({ status: 405, code: "METHOD_NOT_ALLOWED", details: { method: "CONNECT" } });
  expect(answer.headers["allow"]).toBe("DELETE, GET, HEAD, PATCH, POST, PUT");
});

test("an unknown Expect header of a request is ignored", async () => {
  expect(await send(requestText(CLOCK, HOST, KEY, "Expect: miracles"))).toMatchObject({ status: 200 });
});

test("a request for an absolute URL is read like a request for the URL's path", async () => {
  expect(await send(requestText("GET http://localhost/v2/nothing HTTP/1.1", HOST))).toMatchObject({ status: 401 });
});

test("a closing server completes started requests and refuses new ones on open connections", async () => {
  const closing = await servedSample();
  const key = keyFor(closing);
  await closing.listen({ port: 0, host: "127.0.0.1" });
  closing.hindcast.lifecycle.closing = true;
  const place = closing.server.address() as AddressInfo;
  const text = requestText(CLOCK, HOST, `Authorization: ${key.authorization}`);
  const refused = await rawRequest(place.port, text);
  expect(refused.status).toBe(503);
  expect(refused.headers["retry-after"]).toBe("5");
  expect(JSON.parse(refused.body)).toMatchObject({
    error: { code: "SERVICE_UNAVAILABLE", details: { request_id: refused.headers["x-request-id"] } },
  });
  const ready = await rawRequest(place.port, requestText("GET /ready HTTP/1.1", HOST, "X-Request-Id: ready-1"));
  expect(ready.status).toBe(503);
  expect(JSON.parse(ready.body)).toMatchObject({ error: { details: { request_id: "ready-1" } } });
  expect((await rawRequest(place.port, requestText("GET /health HTTP/1.1", HOST))).status).toBe(200);
  await closing.close();
  await expect(rawRequest(place.port, text)).rejects.toThrow();
});

test("a client that closes its sending side after an order still gets the response to the order", async () => {
  const order = '{"symbol":"AAPL","side":"buy","type":"limit","limit_price":1,"quantity":1}';
  const text = `${requestText("POST /v2/trading/orders HTTP/1.1", HOST, KEY, "Content-Type: application/json", `Content-Length: ${order.length}`)}${order}`;
  const answers = await Promise.all(Array.from({ length: 20 }, () => endedRequest(text)));
  expect(answers.map((answer) => answer.slice(0, 12))).toEqual(answers.map(() => "HTTP/1.1 201"));
  // This connection can receive no further request.
  expect(await endedRequest(requestText(CLOCK, HOST, KEY))).toMatch(/^HTTP\/1.1 200/);
  expect(await endedRequest("")).toBe("");
});

/** Sends a request and closes the sending side at once. Returns everything received until the server closes the connection. */
function endedRequest(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    connect({ port, host: "127.0.0.1", allowHalfOpen: true })
      .setEncoding("latin1")
      .on("data", (more) => (answer += more))
      .on("end", function end(this: Socket) {
        this.end();
        resolve(answer);
      })
      .on("error", reject)
      .end(text);
  });
}
