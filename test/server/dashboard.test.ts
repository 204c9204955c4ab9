import { afterAll, beforeAll, expect, test } from "vitest";
import type { HindcastServer } from "../../src/server/build-server.ts";
import { dashboardPage, findBuilt } from "../../src/server/dashboard/add-dashboard.ts";
import { stock } from "../support/recorded-by-hand.ts";
import { servedSample } from "../support/served-sample.ts";

let server: HindcastServer;
beforeAll(async () => {
  server = await servedSample();
});
afterAll(() => server.close());

test("the dashboard page needs no API key, loads only its own files and cannot be shown in a frame", async () => {
  const page = await server.inject({ url: "/dashboard", headers: { host: "127.0.0.1:8787" } });
  expect(page.statusCode).toBe(200);
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.headers["cache-control"]).toBe("no-store");
  expect(page.headers["content-security-policy"]).toBe(
    "default-src 'self'; connect-src 'self' ws://127.0.0.1:8787 wss://127.0.0.1:8787; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  const addresses = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]);
  expect(addresses).toEqual(["dashboard/icon.svg", "dashboard/dashboard.css", "dashboard/dashboard.js"]);
  for (const url of addresses) expect((await server.inject({ url: `/${url!}` })).statusCode).toBe(200);
});

test.each([
  ["dashboard.js", "text/javascript; charset=utf-8"],
  ["dashboard.css", "text/css; charset=utf-8"],
  ["icon.svg", "image/svg+xml"],
])("the dashboard's file %s is revalidated by the browser, and sent again only if it changed", async (name, type) => {
  const url = `/dashboard/${name}`;
  const { statusCode, headers } = await server.inject({ url });
  expect([statusCode, headers["content-type"], headers["cache-control"]]).toEqual([200, type, "no-cache"]);
  const again = await server.inject({ url, headers: { "if-none-match": String(headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
  expect((await server.inject({ url, headers: { "if-none-match": '"another"' } })).statusCode).toBe(200);
});

test("the dashboard's content security policy leaves out the Host header of a request if it is invalid", async () => {
  const { headers } = await server.inject({ url: "/dashboard", headers: { host: "a;script-src *" } });
  expect(headers["content-security-policy"]).toContain("connect-src 'self';");
});

test("requests for unknown files of the dashboard and for other methods are refused", async () => {
  for (const url of [
    "/dashboard/",
    "/dashboard/report.js",
    "/dashboard/../manifest.json",
    "/dashboard/%2e%2e/report.js",
  ]) {
    const answer = await server.inject({ url });
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, "NOT_FOUND"]);
  }
  const answer = await server.inject({ method: "POST", url: "/dashboard" });
  expect([answer.statusCode, answer.headers.allow]).toEqual([405, "GET, HEAD"]);
});

test("the name of a recording is escaped in the dashboard page", () => {
  const page = dashboardPage({ name: `"><script>alert(1)</script>`, provenance: "recorded", instruments: [] });
  expect(page).toContain('data-recording="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
});

test("the dashboard page contains the decimals of each currency, as the ledger rounds them", () => {
  const instruments = [
    // If two symbols state different decimals for a currency, the ledger uses those of the first symbol.
    stock("LTCBTC", { currency: "BTC", currencyDecimals: 2 }),
    stock("ETHBTC", { currency: "BTC", currencyDecimals: 8 }),
    stock("GULF", { currency: "KWD", currencyDecimals: 3 }),
    stock("TORII", { currency: "JPY", currencyDecimals: 0 }),
  ];
  const page = dashboardPage({ name: "by hand", provenance: "recorded", instruments });
  expect(page).toContain('data-currency-decimals="{&quot;BTC&quot;:8,&quot;KWD&quot;:3,&quot;JPY&quot;:0}"');
});

test("a dashboard page that was not built is reported with the build command", () => {
  expect(() => findBuilt("absent.js")).toThrow(
    'the dashboard is not built: absent.js was not found. Run "npm run build"',
  );
});

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";

test.each(["GET", "HEAD"] as const)(
  "a browser that requests the root path with %s is redirected to the dashboard",
  async (method) => {
    const { statusCode, headers, body } = await server.inject({ method, url: "/", headers: { accept: BROWSER } });
    expect([statusCode, headers.location, headers.vary, body]).toEqual([302, "/dashboard", "accept", ""]);
    expect(headers["cache-control"]).toBe("no-store");
  },
);

test.each([undefined, "*/*", "application/json", "text/html;q=0, */*", "text/html-is-not-this"])(
  "a program that requests the root path and accepts %s gets 404, not the dashboard",
  async (accept) => {
    const { statusCode, headers, body } = await server.inject({
      url: "/",
      headers: accept === undefined ? {} : { accept },
    });
    expect([statusCode, headers["content-type"]]).toEqual([404, "application/json; charset=utf-8"]);
    expect(JSON.parse(body)).toMatchObject({ error: { code: "NOT_FOUND", details: { path: "/" } } });
  },
);

test("requests other than GET and HEAD for the root path are not redirected to the dashboard", async () => {
  const headers = { accept: BROWSER };
  for (const method of ["POST", "DELETE"] as const) {
    expect((await server.inject({ method, url: "/", headers })).statusCode).toBe(404);
  }
  for (const url of ["//", "/index.html", "/v2", "/_admin"]) {
    expect([404, 401]).toContain((await server.inject({ url, headers })).statusCode);
  }
});
