import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ImportReport } from "hindcast/data";
import { openRecording } from "hindcast/data";
import { expect, test } from "vitest";
import { klines, type VendorAnswer, type VendorRequest, vendorServer } from "../support/vendor-server.ts";
import { call } from "./call.ts";
import { temporaryFolder } from "./temporary-folder.ts";

// Every answer is made up. No test contacts the internet.

const server = await vendorServer();
const folder = temporaryFolder();
const FIRST = Date.UTC(2024, 0, 1);
const LENGTH = 2400;
const all = (request: VendorRequest): VendorAnswer => ({ body: klines(request, FIRST, LENGTH) });
const binance = (into: string, ...more: readonly string[]) =>
  call([
    "fetch",
    "binance",
    "BTC/USDT",
    "1h",
    "--from",
    "2024",
    "--into",
    join(folder, into),
    "--base-url",
    server.url,
    ...more,
  ]);
const barsIn = async (into: string) =>
  (await (await openRecording(join(folder, into))).load()).market().series[0]!.bars;

test("writes a recording, and prints what it has", async () => {
  server.play(all);
  const { code, out, err } = await binance("first");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out.split("\n").slice(0, 2)).toEqual([
    "symbol   what        change   rows  added  first                     last",
    "BTCUSDT  bars of 1h  new     2,400  2,400  2024-01-01T00:00:00.000Z  2024-04-09T23:00:00.000Z",
  ]);
  expect(out).toMatch(/\nTerms of use of binance: https:\/\/www\.binance\.com\/en\/terms\n\nRecording: .*first\n$/);
  expect((await barsIn("first")).length).toBe(LENGTH);
  const { name, licence, notes } = (await openRecording(join(folder, "first"))).manifest;
  expect({ name, licence }).toEqual({
    name: "first",
    licence: "Terms of use of binance: https://www.binance.com/en/terms",
  });
  expect(notes[0]).toMatch(/^Fetched from binance \(http:\/\/127\.0\.0\.1:\d+\): BTCUSDT 1h, last at \d{4}-.*Z\.$/);
});

test("keeps what a broken download brought, and continues there", async () => {
  server.play(all);
  await binance("whole");
  server.play((request, count) => (count > 2 ? { status: 403, body: { msg: "blocked" } } : all(request)));
  const broken = await binance("broken");
  expect(broken.code).toBe(1);
  expect(broken.err).toBe(
    'hindcast: binance rejected the request with status 403: "blocked". 2,000 new bars are kept: run the same command again to continue\n',
  );
  expect((await barsIn("broken")).length).toBe(2000);
  server.play(all);
  const { code, out } = await binance("broken", "--json");
  expect(code).toBe(0);
  expect((JSON.parse(out) as ImportReport).tables).toMatchObject([{ change: "appended", added: 400, rows: LENGTH }]);
  expect(server.requests[0]!.query["startTime"]).toBe(String(FIRST + 2000 * 3_600_000));
  expect(await barsIn("broken")).toEqual(await barsIn("whole"));
  const files = (into: string) => readFileSync(join(folder, into, "bars-0000-BTCUSDT-1h.arrow"));
  expect(files("broken").equals(files("whole"))).toBe(true);
});

test("says when there is nothing new", async () => {
  server.play(all);
  await binance("twice");
  const { code, out } = await binance("twice");
  expect(code).toBe(0);
  expect(out).toMatch(/^Up to date: no new bars\.\n\n/);
});

test("names the option that leaves bad bars out when a download is rejected", async () => {
  server.play((request) => ({
    body: klines(request, FIRST, 24).map((row, at) => (at === 3 ? row.with(2, "1") : row)),
  }));
  const { code, err } = await binance("bad");
  expect(code).toBe(1);
  expect(err).toContain("record 4: low must not be above high");
  expect(err).toContain("nothing was imported: 1 rejected. Use --skip-bad-rows to leave it out\n");
  expect((await binance("bad", "--skip-bad-rows")).code).toBe(0);
  expect((await barsIn("bad")).length).toBe(23);
});

test("leaves a recording as it was when a symbol is unknown, and shows no stack trace", async () => {
  server.play(all);
  await binance("kept");
  const before = readFileSync(join(folder, "kept/manifest.json"), "utf8");
  server.play(() => ({ status: 400, body: { code: -1121, msg: "Invalid symbol." } }));
  const { code, err } = await call([
    "fetch",
    "binance",
    "NOPE",
    "--into",
    join(folder, "kept"),
    "--base-url",
    server.url,
  ]);
  expect({ code, err }).toEqual({ code: 1, err: 'hindcast: binance has no symbol "NOPE": "Invalid symbol."\n' });
  expect(readFileSync(join(folder, "kept/manifest.json"), "utf8")).toBe(before);
});

test("rejects unknown sources, intervals and dates before it asks for anything", async () => {
  server.play(all);
  const errorOf = async (...args: readonly string[]) =>
    (await call(["fetch", ...args, "--into", join(folder, "no")])).err;
  expect(await errorOf("nope", "A")).toMatch(
    /^hindcast: fetch must be followed by one of alpaca, binance, ccxt:EXCHANGE, stooq, yahoo, was "nope"/,
  );
  expect(await errorOf("binance", "A", "1w")).toMatch(/^hindcast: interval must be a whole number of seconds/);
  expect(await errorOf("binance", "A", "45m")).toMatch(/^hindcast: binance has no bars of 45m; it has 1s, 1m, 3m/);
  expect(await errorOf("binance", "A", "1h", "--from", "soon", "--base-url", server.url)).toMatch(
    /^hindcast: from must be YYYY-MM-DD/,
  );
  expect(await errorOf("binance", "A", "--base-url", "nowhere")).toMatch(/^hindcast: --base-url must be an address/);
  expect(await errorOf("binance", ",")).toMatch(/^hindcast: symbols must be/);
  expect(server.requests).toEqual([]);
});

test("lists its sources in the help", async () => {
  const { out } = await call(["fetch", "--help"]);
  expect(out).toContain("ccxt:EXCHANGE");
  expect(out).toContain("hindcast fetch yahoo AAPL,MSFT --into stocks");
});
