import { fetchMarket, type FetchRequest, type Imported } from "hindcast/data";
import { expect, test } from "vitest";
import { klines, type VendorAnswer, type VendorRequest, vendorServer } from "../support/vendor-server.ts";

// Every answer is made up.

const HOUR_MS = 3_600_000;
const FIRST = Date.UTC(2024, 0, 1);
const LENGTH = 3000;
const NOW = FIRST + LENGTH * HOUR_MS;

const server = await vendorServer();
const web = { baseUrl: server.url, pauseMs: 0, retryMs: 1, retries: 0 };
const all = (request: VendorRequest): VendorAnswer => ({ body: klines(request, FIRST, LENGTH) });
const fetchHours = (more: Partial<FetchRequest> = {}) =>
  fetchMarket({ source: "binance", symbols: ["BTC/USDT"], interval: "1h", from: "2024", now: NOW, web, ...more });
const barsOf = ({ market }: Imported) => market.series[0]!.bars;
const startOf = ({ query }: VendorRequest) => Number(query["startTime"]);

test("continues after the last bar of a download that broke off, and gives the same bars", async () => {
  server.play(all);
  const whole = barsOf(await fetchHours());
  server.play((request, count) => (count === 3 ? { status: 500, body: "" } : all(request)));
  let kept: Imported | undefined;
  const broken = fetchHours({ onProgress: (_, soFar) => void (kept = soFar()) });
  await expect(broken).rejects.toMatchObject({ code: "SOURCE_UNAVAILABLE" });
  const before = barsOf(kept!);
  expect(before.length).toBeGreaterThan(1000);
  server.play(all);
  const resumed = await fetchHours({ into: kept!.market });
  expect(startOf(server.requests[0]!)).toBe(before.time.at(-1)! + HOUR_MS);
  expect(barsOf(resumed)).toEqual(whole);
  expect(resumed.report.tables).toMatchObject([{ change: "appended", added: LENGTH - before.length, rows: LENGTH }]);
});

test("records a bar once it is complete", async () => {
  server.play(all);
  const early = await fetchHours({ now: FIRST + 10.5 * HOUR_MS });
  expect(barsOf(early).length).toBe(10);
  const later = await fetchHours({ now: FIRST + 12 * HOUR_MS, into: early.market });
  expect(barsOf(later).length).toBe(12);
  const same = await fetchHours({ now: FIRST + 12.5 * HOUR_MS, into: later.market });
  expect(barsOf(same)).toEqual(barsOf(later));
  expect(same.report.tables).toEqual([]);
  expect(same.market.notes.filter((note) => note.startsWith("Fetched"))).toHaveLength(1);
});

test("downloads earlier bars when asked for", async () => {
  server.play(all);
  const late = await fetchHours({ from: "2024-03-01" });
  server.play(all);
  const both = await fetchHours({ from: "2024-01-15", into: late.market });
  expect(barsOf(both).time[0]).toBe(Date.UTC(2024, 0, 15));
  expect(barsOf(both).length).toBe((NOW - Date.UTC(2024, 0, 15)) / HOUR_MS);
});

test("adds other symbols and intervals to a recording, and leaves the recorded ones", async () => {
  server.play(all);
  const one = await fetchHours({ from: "2024-04-01" });
  const two = await fetchHours({ from: "2024-04-01", symbols: ["BTC/USDT", "ETH/USDT"], into: one.market });
  expect(two.market.series.map(({ symbol }) => symbol)).toEqual(["BTCUSDT", "ETHUSDT"]);
  expect(barsOf(two)).toEqual(barsOf(one));
});

/** Made-up days since 10 June 2024 whose prices are divided by `ratio`, in the layout of Yahoo's chart. */
function days(count: number, ratio: number, splits: Readonly<Record<string, unknown>> = {}): VendorAnswer {
  const timestamp = Array.from({ length: count }, (_, day) => Date.UTC(2024, 5, 10 + day, 13, 30) / 1000);
  const column = (base: number) => timestamp.map((_, day) => (base + day) / ratio);
  const quote = {
    open: column(400),
    high: column(412),
    low: column(396),
    close: column(408),
    volume: timestamp.map(() => 100 * ratio),
  };
  const meta = { currency: "USD", instrumentType: "EQUITY", exchangeTimezoneName: "America/New_York" };
  const indicators = { quote: [quote], adjclose: [{ adjclose: column(408) }] };
  return { body: { chart: { result: [{ meta, timestamp, indicators, events: { splits } }], error: null } } };
}
const SPLIT = { x: { date: Date.UTC(2024, 5, 12, 13, 30) / 1000, numerator: 4, denominator: 1 } };

test("downloads adjusted days as a whole, since a split changes those before it", async () => {
  const request = { source: "yahoo", symbols: ["ACME"], web } as const;
  server.play(() => days(2, 1));
  const before = await fetchMarket({ ...request, now: Date.UTC(2024, 5, 12, 12) });
  server.play(() => days(3, 4, SPLIT));
  const after = await fetchMarket({ ...request, now: Date.UTC(2024, 5, 13, 12), into: before.market });
  expect([...barsOf(before).close]).toEqual([408, 409]);
  expect([...barsOf(after).close]).toEqual([102, 102.25, 102.5]);
  expect(after.market.actions).toHaveLength(1);
  expect(after.report.tables).toMatchObject([{ change: "replaced", rows: 3 }]);
});

test("keeps recorded days when only later ones are requested", async () => {
  const request = { source: "yahoo", symbols: ["ACME"], web } as const;
  server.play(() => days(4, 1));
  const before = await fetchMarket({ ...request, now: Date.UTC(2024, 5, 14, 12) });
  const after = await fetchMarket({
    ...request,
    now: Date.UTC(2024, 5, 14, 12),
    from: "2024-06-13",
    into: before.market,
  });
  expect(barsOf(after)).toEqual(barsOf(before));
});

test("refuses to append shorter bars of Yahoo after a split", async () => {
  const request = { source: "yahoo", symbols: ["ACME"], interval: "1h", web } as const;
  server.play(() => days(2, 1));
  const before = await fetchMarket({ ...request, now: Date.UTC(2024, 5, 12, 12) });
  server.play(() => days(3, 4, SPLIT));
  const after = fetchMarket({ ...request, now: Date.UTC(2024, 5, 13, 12), into: before.market });
  await expect(after).rejects.toMatchObject({
    code: "IMPORT_REFUSED",
    message:
      "yahoo adjusted all prices of ACME for the split of 2024-06-12, but the recorded prices end before the split. Download all of them again with --replace",
  });
});

test("refuses to fetch into a synthetic market before it downloads anything", async () => {
  server.play(all);
  const { market } = await fetchHours({ from: "2024-04-01" });
  server.play(all);
  const into = { ...market, provenance: "synthetic" } as const;
  await expect(fetchHours({ into })).rejects.toMatchObject({ code: "IMPORT_REFUSED" });
  expect(server.requests).toEqual([]);
});
