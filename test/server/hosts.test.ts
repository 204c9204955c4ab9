import { fastify } from "fastify";
import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { buildAdminServer } from "../../src/server/metrics/build-admin-server.ts";
import { hindcast, hindcastOf } from "../../src/server/plugin.ts";
import { serverHostRule } from "../../src/server/host-rule.ts";
import { rawRequest } from "../support/raw-request.ts";
import { keyFor, sampleRecording, servedSample } from "../support/served-sample.ts";

const opened: { close(): unknown }[] = [];
afterAll(async () => {
  for (const one of opened) await one.close();
});

interface Listening {
  readonly server: { address(): unknown };
  listen(options: { host: string; port: number }): PromiseLike<unknown>;
  close(): unknown;
}

async function portOf(app: Listening, host = "127.0.0.1"): Promise<number> {
  opened.push(app);
  await app.listen({ host, port: 0 });
  return (app.server.address() as { port: number }).port;
}

/** Requests a path with this Host header. Returns the response's status, and the refused parameter if there is one. */
async function statusFor(port: number, path: string, host: string, ...more: readonly string[]): Promise<string> {
  const { status, body } = await rawRequest(
    port,
    [`GET ${path} HTTP/1.1`, `Host: ${host}`, ...more, "", ""].join("\r\n"),
  );
  const { error } = JSON.parse(body.startsWith("{") ? body : "{}") as {
    error?: { details: { errors?: { parameter: string }[] } };
  };
  return [status, error?.details.errors?.[0]?.parameter].filter((part) => part !== undefined).join(" ");
}

const WEBSOCKET = [
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];
const LOCAL = ["localhost", "LOCALHOST:80", "app.localhost", "localhost.", "127.0.0.1:1", "[::1]:8787", "192.168.1.5"];
const FOREIGN = [
  "evil.example",
  "evil.example:8787",
  "localhost.evil.example",
  "127.0.0.1.evil.example",
  "xlocalhost",
  "",
];

describe("a server on a loopback address", () => {
  // After DNS rebinding, a browser treats a page of evil.example as if it came from this server.
  test("refuses requests with a foreign Host header on every path, with or without an API key", async () => {
    const server = await servedSample();
    const port = await portOf(server);
    const { authorization } = keyFor(server);
    for (const host of FOREIGN) {
      for (const path of ["/health", "/ready", "/docs/json", "/dashboard", "/v2/market-data/clock", "/nothing"])
        expect(await statusFor(port, path, host, `Authorization: ${authorization}`), `${host} ${path}`).toBe(
          "400 Host",
        );
      expect(await statusFor(port, "/v2/stream", host, ...WEBSOCKET, `Origin: http://${host}`)).toBe("400 Host");
    }
    for (const host of LOCAL) {
      expect(await statusFor(port, "/v2/market-data/clock", host, `Authorization: ${authorization}`), host).toBe("200");
      const stream = ["/v2/stream", host, ...WEBSOCKET, `Authorization: ${authorization}`] as const;
      expect(await statusFor(port, ...stream, `Origin: http://${host}`), host).toBe("101");
      expect(await statusFor(port, ...stream, "Origin: http://evil.example")).toBe("400 Origin");
    }
  });

  test("accepts the hosts in its setting, or every host with *", async () => {
    const named = await portOf(await servedSample({ allowedHosts: ["Market.Example"] }));
    expect(await statusFor(named, "/health", "market.example:443")).toBe("200");
    expect(await statusFor(named, "/health", "localhost")).toBe("200");
    expect(await statusFor(named, "/health", "evil.example")).toBe("400 Host");
    const any = await portOf(await servedSample({ allowedHosts: ["*"] }));
    expect(await statusFor(any, "/health", "evil.example")).toBe("200");
  });

  test("checks the Host header on its admin server, too", async () => {
    const server = await servedSample({ metrics: true, allowedHosts: ["prometheus.example"] });
    const port = await portOf(buildAdminServer(server));
    opened.push(server);
    expect(await statusFor(port, "/health", "localhost")).toBe("200");
    expect(await statusFor(port, "/health", "prometheus.example:9187")).toBe("200");
    for (const path of ["/health", "/ready", "/metrics"])
      expect(await statusFor(port, path, "evil.example"), path).toBe("400 Host");
  });
});

test("a server that listens on all addresses accepts every Host header by default, or only the hosts in its setting", async () => {
  const any = await portOf(await servedSample(), "0.0.0.0");
  expect(await statusFor(any, "/health", "market.example")).toBe("200");
  const named = await portOf(await servedSample({ allowedHosts: ["market.example"] }), "0.0.0.0");
  expect(await statusFor(named, "/health", "market.example")).toBe("200");
  expect(await statusFor(named, "/health", "evil.example")).toBe("400 Host");
});

test("the Fastify plugin accepts every Host header by default, and its setting does not affect the application's routes", async () => {
  const app = fastify();
  app.get("/mine", () => "mine");
  const recording = await sampleRecording();
  await app.register(hindcast, { prefix: "/any", recording, speed: 0 });
  await app.register(hindcast, { prefix: "/named", recording, speed: 0, allowedHosts: ["market.example"] });
  const port = await portOf(app);
  expect(hindcastOf(app, "/named").paths.prefix).toBe("/named");
  expect(await statusFor(port, "/any/health", "evil.example")).toBe("200");
  expect(await statusFor(port, "/named/health", "evil.example")).toBe("400 Host");
  expect(await statusFor(port, "/named/health", "market.example")).toBe("200");
  const { status } = await rawRequest(port, "GET /mine HTTP/1.1\r\nHost: evil.example\r\n\r\n");
  expect(status).toBe(200);
});

test("an allowed host must not contain a port, scheme or path", async () => {
  for (const wrong of ["http://a", "a:80", "", "a/b", "*.example", 7])
    await expect(servedSample({ allowedHosts: [wrong as string] })).rejects.toThrow(
      "allowedHosts must be names of hosts without a port, such as market.example, or *, was",
    );
  await expect(servedSample({ allowedHosts: "market.example" as never })).rejects.toThrow("allowedHosts must be names");
});

test("a server on a loopback address accepts only localhost and its subdomains by default, with any port and in any case", () => {
  const loopback = { address: () => ({ address: "127.0.0.1", family: "IPv4", port: 1 }), listening: true };
  const rule = serverHostRule(undefined);
  fc.assert(
    fc.property(fc.domain(), fc.option(fc.nat(65_535)), fc.boolean(), (name, port, upper) => {
      const cased = upper ? name.toUpperCase() : name;
      const host = port === null ? cased : `${cased}:${port}`;
      expect(rule(host, loopback as never)?.status).toBe(name.endsWith(".localhost") ? undefined : 400);
      expect(rule(`x.localhost:${port ?? 1}`, loopback as never)).toBeUndefined();
    }),
  );
});
