import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { fetchMarket, type WebOptions } from "hindcast/data";
import { expect, test } from "vitest";
import { klines, type VendorAnswer, type VendorRequest, vendorServer } from "../support/vendor-server.ts";

// Every answer is made up. No test contacts the internet.

const server = await vendorServer();
const FIRST = Date.UTC(2024, 0, 1);
const NOW = FIRST + 86_400_000;

const fetchHours = (web: WebOptions = {}, signal?: AbortSignal) =>
  fetchMarket({
    source: "binance",
    symbols: ["BTC/USDT"],
    interval: "1h",
    from: "2024-01-01",
    now: NOW,
    web: { baseUrl: server.url, pauseMs: 0, retryMs: 1, ...web },
    ...(signal !== undefined && { signal }),
  });
const good = (request: VendorRequest): VendorAnswer => ({ body: klines(request, FIRST, 24) });
const place = `at ${server.url}/api/v3/klines`;

test.each<[what: string, answer: (request: VendorRequest) => VendorAnswer]>([
  ["status 500", () => ({ status: 500, body: "oops" })],
  [
    "status 429 with Retry-After",
    () => ({ status: 429, headers: { "retry-after": "0" }, body: { code: -1003, msg: "Too much" } }),
  ],
  ["a page instead of JSON", () => ({ body: "<!doctype html><title>Please wait</title>" })],
  ["an answer that is cut off", (request) => ({ ...good(request), cutAfter: 500 })],
  ["an answer with half of its JSON", (request) => ({ body: JSON.stringify(good(request).body).slice(0, 500) })],
])("repeats the request after %s, and loses nothing", async (_, answer) => {
  server.play((request, count) => (count <= 2 ? answer(request) : good(request)));
  const { market } = await fetchHours();
  expect(market.series[0]!.bars.length).toBe(24);
  expect(server.requests).toHaveLength(3);
});

test("waits as many seconds as Retry-After says", async () => {
  server.play((request, count) =>
    count === 1 ? { status: 429, headers: { "retry-after": "1" }, body: "" } : good(request),
  );
  const start = performance.now();
  await fetchHours();
  expect(performance.now() - start).toBeGreaterThan(990);
});

test("waits until the date in Retry-After, by the clock of the source", async () => {
  const headers = { date: "Mon, 01 Jan 2024 10:00:00 GMT", "retry-after": "Mon, 01 Jan 2024 10:00:01 GMT" };
  server.play((request, count) => (count === 1 ? { status: 503, headers, body: "" } : good(request)));
  const start = performance.now();
  await fetchHours();
  const elapsed = performance.now() - start;
  expect(elapsed).toBeGreaterThan(990);
  expect(elapsed).toBeLessThan(20_000);
});

test("gives up when a source asks to wait for hours", async () => {
  server.play(() => ({ status: 418, headers: { "retry-after": "7200" }, body: { code: -1003, msg: "banned" } }));
  await expect(fetchHours()).rejects.toMatchObject({
    code: "SOURCE_UNAVAILABLE",
    message: `binance answered with status 418: "{\\"code\\":-1003,\\"msg\\":\\"banned\\"}", and asks to wait 7,200 s ${place}`,
  });
  expect(server.requests).toHaveLength(1);
});

test.each<[what: string, answer: VendorAnswer, message: string]>([
  ["errors", { status: 502, body: "" }, `binance answered with status 502: an empty text (3 times) ${place}`],
  [
    "pages",
    { body: "<html>Hello</html>" },
    `binance answered with an HTML page, "<html>Hello</html>", not JSON (3 times) ${place}`,
  ],
])("gives up after several %s", async (_, answer, message) => {
  server.play(() => answer);
  await expect(fetchHours({ retries: 2 })).rejects.toMatchObject({ code: "SOURCE_UNAVAILABLE", message });
  expect(server.requests).toHaveLength(3);
});

/** Address of a server that has ended. */
async function closedAddress(): Promise<string> {
  const ended = createServer().listen(0, "127.0.0.1");
  await once(ended, "listening");
  const { port } = ended.address() as AddressInfo;
  ended.close();
  await once(ended, "close");
  return `http://127.0.0.1:${port}`;
}

test("says in one line that the connection was refused", async () => {
  const closed = await closedAddress();
  await expect(fetchHours({ baseUrl: closed })).rejects.toMatchObject({
    code: "SOURCE_UNAVAILABLE",
    message: `binance cannot be reached at ${closed}: the connection was refused (ECONNREFUSED). Check the network connection`,
  });
});

test("says in one line that there is no internet", async () => {
  const fetch = () =>
    Promise.reject(new TypeError("fetch failed", { cause: Object.assign(new Error("dns"), { code: "ENOTFOUND" }) }));
  await expect(fetchHours({ fetch })).rejects.toMatchObject({
    code: "SOURCE_UNAVAILABLE",
    message: `binance cannot be reached at ${server.url}: its name cannot be resolved (ENOTFOUND). Check the network connection`,
  });
});

test("uses another fetch than that of Node", async () => {
  server.play(good);
  let calls = 0;
  const counting: typeof fetch = (...args) => {
    calls++;
    return fetch(...args);
  };
  await fetchHours({ fetch: counting });
  expect(calls).toBe(1);
});

test("stops at once when its signal is aborted while it waits", async () => {
  server.play(() => ({ status: 429, headers: { "retry-after": "300" }, body: "" }));
  const controller = new AbortController();
  const stopped = fetchHours({}, controller.signal);
  setTimeout(() => controller.abort(new Error("enough")), 50);
  await expect(stopped).rejects.toThrow("enough");
});

test("rejects the download for a bad bar, unless bad rows are left out", async () => {
  const withBadBar = (request: VendorRequest): VendorAnswer => {
    const rows = klines(request, FIRST, 24).map((row, at) => (at === 3 ? row.with(2, "1") : row));
    return { body: rows };
  };
  server.play(withBadBar);
  await expect(fetchHours()).rejects.toMatchObject({
    code: "IMPORT_REFUSED",
    message: "nothing was imported: binance BTC/USDT, record 4: low must not be above high, was 29995.25 above 1",
  });
  const web = { baseUrl: server.url, pauseMs: 0 };
  const request = {
    source: "binance",
    symbols: ["BTC/USDT"],
    interval: "1h",
    from: "2024-01-01",
    now: NOW,
    web,
  } as const;
  const { market, report } = await fetchMarket({ ...request, settings: { skipBadRows: true } });
  expect(market.series[0]!.bars.length).toBe(23);
  expect(report.refused.rows).toBe(1);
});

test("says that a source has no bars in the range", async () => {
  server.play(() => ({ body: [] }));
  await expect(fetchHours()).rejects.toMatchObject({
    code: "DATE_RANGE_EMPTY",
    message: "binance has no complete 1h bar of BTCUSDT from 2024-01-01 to 2024-01-02T00:00:00.000Z",
  });
});
