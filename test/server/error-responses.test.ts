import { gzipSync } from "node:zlib";
import type { InjectOptions } from "fastify";
import { afterAll, describe, expect, test } from "vitest";
import { API_ERRORS, ApiErrorBody } from "../../src/schemas/api-error.ts";
import { Compile } from "typebox/compile";
import { addSession, keyFor, servedSample } from "../support/served-sample.ts";

const server = await servedSample();
const headers = keyFor(server);
const reader = keyFor(server, "pro", ["market_data:read"]);
const json = { ...headers, "content-type": "application/json" };
afterAll(() => server.close());

const errorBody = Compile(ApiErrorBody);

/** Sends a request that the server refuses, and expects the usual error body. */
async function refusal(request: InjectOptions) {
  const answer = await server.inject(request);
  const body: ApiErrorBody = answer.json();
  expect(errorBody.Errors(body)).toEqual([]);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(answer.headers["x-request-id"]).toMatch(/^[\w-]+$/);
  expect(body.timestamp).toBe("2023-12-15T17:00:00.000Z");
  expect(API_ERRORS[body.error.code]).toBe(answer.statusCode === 426 ? 400 : answer.statusCode);
  return { status: answer.statusCode, headers: answer.headers, ...body.error };
}

const CLOCK = "/v2/market-data/clock";

describe("the server responds with the usual error body", () => {
  test("to an unknown path: 404, but 401 below the API's prefix without a key", async () => {
    expect(await refusal({ url: "/v2/market-data/nothing", headers })).toMatchObject({
      status: 404,
      code: "NOT_FOUND",
      details: { path: "/v2/market-data/nothing" },
    });
    expect(await refusal({ url: "/v2/market-data/nothing" })).toMatchObject({ status: 401 });
    expect(await refusal({ url: "/_admin/nothing" })).toMatchObject({ status: 401 });
    expect(await refusal({ url: "/nothing" })).toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect(await refusal({ method: "POST", url: "/v2/market-data/nothing", headers, payload: "text" })).toMatchObject({
      status: 404,
    });
  });

  test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"] as const)(
    "to the method %s on a path that does not accept it: 405 with the accepted methods",
    async (method) => {
      // The wrong body type would give 415 if the server checked it before the method.
      const request = { method: method as "POST", url: CLOCK, headers, payload: "text" };
      const { status, code, details, headers: answered } = await refusal(request);
      expect({ status, code, details }).toEqual({
        status: 405,
        code: "METHOD_NOT_ALLOWED",
        details: { method, allow: ["GET", "HEAD"] },
      });
      expect(answered["allow"]).toBe("GET, HEAD");
    },
  );

  test("to an invalid URL: 400", async () => {
    expect(await refusal({ url: "/v2/%zz" })).toMatchObject({ status: 400, code: "INVALID_PARAMETERS" });
  });

  test("to a very long path: with the error of the path's route", async () => {
    const url = `/v2/market-data/stocks/${"A".repeat(2000)}/quote`;
    expect(await refusal({ url, headers })).toMatchObject({ status: 400, code: "INVALID_PARAMETERS" });
  });

  test("to a body of another type than JSON: 415; to a large body: 413; to invalid JSON: 400", async () => {
    const url = "/_admin/keys";
    const post = (payload: string, type: string) =>
      refusal({ method: "POST", url, headers: { ...headers, "content-type": type }, payload });
    expect(await post("text", "text/plain")).toMatchObject({ status: 415, code: "UNSUPPORTED_MEDIA_TYPE" });
    // A body of the wrong type that is also too large: the server checks the type first.
    expect(await post("x".repeat(70_000), "text/plain")).toMatchObject({ status: 415 });
    expect(await post(`"${"x".repeat(65_600)}"`, "application/json")).toMatchObject({
      status: 413,
      code: "PAYLOAD_TOO_LARGE",
      details: { limit_bytes: 65_536 },
    });
    for (const broken of ["{", '{"name":}', "undefined", '{"__proto__":{"a":1}}', "null", "[]", "5", '"text"'])
      expect(await post(broken, "application/json")).toMatchObject({
        status: 400,
        code: "INVALID_PARAMETERS",
        details: { errors: [{ in: "body", parameter: "" }] },
      });
  });

  test.each([
    ["{", "must be valid JSON"],
    ['{"name":}', "must be valid JSON"],
    ['{"__proto__":{"a":1}', "must be valid JSON"],
    // These members could change the prototype of all objects.
    ['{"__proto__":{"a":1}}', "must not contain the members __proto__ or constructor.prototype"],
    [
      '{"n\\u0061me":{"constructor":{"prototype":1}}}',
      "must not contain the members __proto__ or constructor.prototype",
    ],
    ['\uFEFF{"__proto__":1}', "must not contain the members __proto__ or constructor.prototype"],
    ['{"name":"a","tier":"free","constructor":1}', "constructor is unknown"],
  ])('to the body %s: 400 with the reason "%s"', async (payload, reason) => {
    const { message } = await refusal({
      method: "POST",
      url: "/_admin/keys",
      headers: { ...headers, "content-type": "application/json" },
      payload,
    });
    expect(message).toContain(reason);
    expect(message).not.toContain("content-type");
  });

  test("to a body that is not UTF-8, by its bytes or its declared type: 400", async () => {
    const post = (payload: Buffer, type: string) =>
      ({ method: "POST", url: "/_admin/keys", headers: { ...headers, "content-type": type }, payload }) as const;
    const text = '{"name":"caf\u00E9","tier":"free"}';
    expect(await refusal(post(Buffer.from(text, "latin1"), "application/json"))).toMatchObject({
      status: 400,
      code: "INVALID_PARAMETERS",
      message: "the body must be UTF-8",
    });
    for (const charset of ["utf-16", "latin1", '"ISO-8859-1"', ""])
      expect(await refusal(post(Buffer.from(text), `application/json; charset=${charset}`))).toMatchObject({
        status: 415,
        code: "UNSUPPORTED_MEDIA_TYPE",
      });
    for (const more of ["", ";charset=UTF-8", '; charset="utf-8"', "; charset=us-ascii", "; profile=x", ";"]) {
      const answer = await server.inject(post(Buffer.from(text), `application/json${more}`));
      expect(answer.statusCode).toBe(201);
      expect(answer.json()).toMatchObject({ key: { name: "caf\u00E9" } });
    }
  });

  test("to a body with a content encoding: 415", async () => {
    const post = (encoding: string, payload: Buffer | string) =>
      ({
        method: "POST",
        url: "/_admin/keys",
        headers: { ...headers, "content-type": "application/json", "content-encoding": encoding },
        payload,
      }) as const;
    const text = '{"name":"robot","tier":"free"}';
    for (const encoding of ["gzip", "br", "gzip, identity", "aws-chunked"])
      for (const payload of [text, gzipSync(text)])
        expect(await refusal(post(encoding, payload))).toMatchObject({
          status: 415,
          code: "UNSUPPORTED_MEDIA_TYPE",
          message: `Content-Encoding must be identity or left out, was ${encoding}`,
          details: { allowed: ["identity"] },
        });
    expect((await server.inject(post("gzip", text))).headers["accept-encoding"]).toBe("identity");
    for (const encoding of ["identity", "Identity"])
      expect((await server.inject(post(encoding, text))).statusCode).toBe(201);
  });

  test.each(["?foo=1", "?__proto__=1", "?x[]=1"])(
    "to a query parameter on a path that has none: 400, for %s",
    async (query) => {
      for (const url of ["/v2/market-data/stocks/AAPL/quote", "/v2/trading/account", "/_admin/keys"])
        expect(await refusal({ url: `${url}${query}`, headers })).toMatchObject({
          status: 400,
          code: "INVALID_PARAMETERS",
          details: { errors: [{ in: "query", reason: "is unknown", allowed: [] }] },
        });
    },
  );

  test("to members in a body that the route does not read: 400, while an empty object is accepted", async () => {
    const url = "/v2/trading/orders";
    const remove = (payload: string) => ({ method: "DELETE", url, headers: json, payload }) as const;
    expect(await refusal(remove('{"symbol":"AAPL"}'))).toMatchObject({
      status: 400,
      details: { errors: [{ in: "body", parameter: "symbol", reason: "is unknown" }] },
    });
    expect(await refusal(remove("[]"))).toMatchObject({ status: 400, code: "INVALID_PARAMETERS" });
    expect((await server.inject(remove("{}"))).statusCode).toBe(200);
  });

  test("to a body nested too deeply: 400, even if the schema allows any members", async () => {
    const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
    const post = (url: string, payload: string) => refusal({ method: "POST", url, headers: json, payload });
    const settings = `{"strategy":"a","symbols":["KO"],"from":"2022-01-03","to":"2022-01-04","settings":{"seed":`;
    for (const [url, payload] of [
      ["/v2/trading/orders", deep(30_000)],
      ["/v2/trading/orders", '{"a":'.repeat(9000)],
      ["/v2/trading/backtests", `${settings}${deep(9000)}}}`],
    ] as const)
      expect(await post(url, payload)).toMatchObject({
        status: 400,
        details: { errors: [{ in: "body", parameter: "", reason: "must nest at most 32 levels deep" }] },
      });
    // Brackets inside texts do not count, and neither do closed brackets.
    expect(await post("/v2/trading/orders", `{"symbol":"${"[{".repeat(40)}\\"["}`)).toMatchObject({ status: 400 });
    const flat = await post("/v2/trading/orders", `[${"[],".repeat(40)}"\\"[["]`);
    expect(flat.details).toMatchObject({ errors: [{ in: "body", parameter: "", reason: "must be of type object" }] });
  });

  test("to a long invalid text, of which only the beginning is repeated", async () => {
    const payload = { name: "n".repeat(60_000), tier: "pro" };
    const { details } = await refusal({ method: "POST", url: "/_admin/keys", headers: json, payload });
    expect(details).toMatchObject({ errors: [{ parameter: "name", value: `${"n".repeat(256)}…` }] });
  });

  test("to the header X-As-Of on a path that does not read market data: 400", async () => {
    const asOf = { ...headers, "x-as-of": "2023-12-15T16:00:00.000Z" };
    for (const url of ["/v2/trading/account", "/v2/trading/orders", "/_admin/keys"])
      expect(await refusal({ url, headers: asOf })).toMatchObject({
        status: 400,
        code: "INVALID_PARAMETERS",
        details: { errors: [{ in: "header", parameter: "X-As-Of" }] },
      });
  });

  test("to a missing body: 400", async () => {
    expect(await refusal({ method: "POST", url: "/_admin/keys", headers })).toMatchObject({
      status: 400,
      details: { errors: [{ in: "body", parameter: "", reason: "must be given as JSON" }] },
    });
    expect(await refusal({ method: "POST", url: "/_admin/keys", headers: json, payload: "" })).toMatchObject({
      status: 400,
    });
  });

  test("to a request for the stream without a WebSocket: 426 with the required protocol", async () => {
    const answer = await refusal({ url: "/v2/stream?session=main", headers });
    expect(answer).toMatchObject({ status: 426, code: "INVALID_PARAMETERS" });
    expect(answer.headers["upgrade"]).toBe("websocket");
    expect(await refusal({ url: "/v2/stream" })).toMatchObject({ status: 401 });
    // The server checks permissions before the request itself.
    const free = keyFor(server, "free");
    expect(await refusal({ url: "/v2/stream", headers: free })).toMatchObject({ status: 403, code: "TIER_REQUIRED" });
    expect(await refusal({ url: "/v2/stream", headers: reader })).toMatchObject({ code: "INSUFFICIENT_SCOPE" });
  });

  test.each(["POST", "HEAD", "DELETE"] as const)("to the method %s on the stream's path: 405", async (method) => {
    const answer = await server.inject({ method, url: "/v2/stream", headers });
    expect([answer.statusCode, answer.headers["allow"]]).toEqual([405, "GET"]);
    if (method !== "HEAD")
      expect(answer.json().error).toMatchObject({ code: "METHOD_NOT_ALLOWED", details: { method, allow: ["GET"] } });
  });

  test("to an API key without the required scope: 403", async () => {
    expect(await refusal({ url: "/_admin/keys", headers: reader })).toMatchObject({
      status: 403,
      code: "INSUFFICIENT_SCOPE",
      details: { required_scope: "admin", scopes: ["market_data:read"] },
    });
    // The server checks permissions before the body.
    const post = { method: "POST", url: "/_admin/keys", headers: reader, payload: "text" } as const;
    expect(await refusal(post)).toMatchObject({ status: 403 });
  });

  test("to an unknown session: 404", async () => {
    const request = { url: CLOCK, headers: { ...headers, "x-replay-session": "none" } };
    expect(await refusal(request)).toMatchObject({ status: 404, code: "NOT_FOUND", details: { session: "none" } });
  });

  test("to an unexpected internal error: 500 with only the request id", async () => {
    addSession(server, "broken", {
      view: () => {
        throw new Error("the password is in /etc/secret.txt");
      },
    });
    const request = { url: CLOCK, headers: { ...headers, "x-replay-session": "broken", "x-request-id": "mine-1" } };
    const answer = await refusal(request);
    expect(answer).toMatchObject({ status: 500, code: "INTERNAL_ERROR", details: { request_id: "mine-1" } });
    expect(JSON.stringify(answer)).not.toMatch(/secret|password|\.ts|at /);
  });
});

test("a DELETE request with Content-Type application/json and without a body works", async () => {
  const { key } = server.hindcast.keys.create({ name: "short", tier: "free", scopes: [] });
  const answer = await server.inject({ method: "DELETE", url: `/_admin/keys/${key.id}`, headers: json });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ id: key.id, name: "short" });
});

test("a response repeats the request id that the client sent, unless it is invalid", async () => {
  const named = async (id: string) =>
    (await server.inject({ url: "/health", headers: { "x-request-id": id } })).headers["x-request-id"];
  expect(await named("trace-7f.1:2")).toBe("trace-7f.1:2");
  for (const id of ["", "a b", "x".repeat(65), "<script>"]) expect(await named(id)).not.toBe(id);
  const two = [await named(""), await named("")];
  expect(two[0]).not.toBe(two[1]);
});
