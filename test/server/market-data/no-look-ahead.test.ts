import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BASE_PATH } from "../../../src/server/base-path.ts";
import { ROUTES } from "../../../src/server/routes/index.ts";
import type { Route } from "../../../src/server/route.ts";
import { LoadedRecording } from "../../../src/data/recording/recording.ts";
import { buildServer } from "../../../src/server/build-server.ts";
import { arbitraryRecording, firstInstant, recordingOf } from "../../support/arbitrary-recording.ts";
import { otherFuture } from "../../support/other-future.ts";
import { runs } from "../../support/runs.ts";
import { asking, servedMarket } from "../../support/served-market.ts";
import { property } from "../../support/property.ts";

const HALF_HOUR = 1_800_000;

/** Mostly symbols that exist. Others are misspelled, of another asset class, or listed only in the changed future. */
const stockId = fc.constantFrom("ACME", "ACME", "ACME", "WEEK", "LATE", "NONE", "ACMF", "ACNE", "BTCUSD");
const place = fc.oneof(
  stockId.map((id) => `stocks/${id}`),
  fc.constantFrom("crypto/BTC", "crypto/BTCUSD", "crypto/ACMF", "crypto/BTX", "commodities/ACME"),
  fc.constantFrom("forex/EURUSD", "forex/EURUSD", "forex/EURUSB"),
);
const period = fc.constantFrom("1d", "5d", "1mo", "6mo", "1y", "2y", "ytd", "max");
const interval = fc.constantFrom("30m", "1h", "90m", "1d", "5d", "1wk", "1mo", "3mo");
const names = fc.uniqueArray(fc.constantFrom("sma", "ema", "rsi", "macd", "bollinger", "stoch", "atr", "obv", "vwap"), {
  minLength: 1,
  maxLength: 4,
});

/** A random request for market data. */
const request: fc.Arbitrary<{ readonly path: string; readonly body?: unknown }> = fc.oneof(
  place.map((at) => ({ path: `${at}/quote` })),
  fc
    .tuple(place, period, interval, fc.boolean(), fc.option(fc.integer({ min: 1, max: 9 })))
    .map(([at, long, length, adjust, limit]) => ({
      path: `${at}/history?period=${long}&interval=${length}&adjust=${adjust}${limit === null ? "" : `&limit=${limit}`}`,
    })),
  fc
    .tuple(fc.constantFrom("stocks/ACME", "stocks/WEEK", "stocks/LATE", "crypto/BTC"), period, fc.boolean())
    .map(([at, long, adjust]) => ({
      path: `${at}/history?period=${long}&interval=${at === "crypto/BTC" ? "1h" : at === "stocks/WEEK" ? "1wk" : "1d"}&adjust=${adjust}`,
    })),
  stockId.map((id) => ({ path: `stocks/${id}/actions` })),
  fc
    .tuple(stockId, names, fc.integer({ min: 1, max: 20 }))
    .map(([id, list, bars]) => ({ path: `stocks/${id}/indicators?indicators=${list.join(",")}&period=${bars}` })),
  fc
    .tuple(
      fc.constantFrom("ACME", "ACME", "WEEK"),
      fc.constantFrom("", "", "?strike=95", "?option_type=put", "?expiration=2024-01-12"),
    )
    .map(([id, query]) => ({ path: `options/${id}/chain${query}` })),
  fc.constantFrom("USD", "EUR", "BTC", "CHF").map((currency) => ({ path: `crypto/BTC/quote?vs_currency=${currency}` })),
  fc
    .uniqueArray(stockId, { minLength: 1, maxLength: 5 })
    .map((symbols) => ({ path: "stocks/quotes", body: { symbols } })),
  fc
    .constantFrom(
      "clock",
      "calendar",
      "calendar?calendar=24/7",
      "commodities",
      "symbols",
      "symbols?limit=2",
      "symbols?query=ac",
    )
    .map((path) => ({ path })),
);

describe("responses about market data do not depend on the future", () => {
  property(
    [
      arbitraryRecording,
      fc.record({ step: fc.nat(14 * 48), aside: fc.constantFrom(0, 0, 0, 1, -1, 600_000) }),
      fc.array(request, { minLength: 15, maxLength: 30 }),
      fc.nat(1_000_000),
    ],
    runs(6),
  )(
    "two recordings that differ only after the market time give the same bytes",
    async (from, { step, aside }, requests, seed) => {
      const now = firstInstant(from) + step * HALF_HOUR + aside;
      const recording = recordingOf(from);
      const one = await servedMarket(recording, now);
      const other = await servedMarket(otherFuture(recording, now, 7, seed), now);
      const [ask, askOther] = [asking(one), asking(other)];
      for (const { path, body } of requests) {
        const answer = await ask(path, body);
        expect([path, answer.status]).not.toEqual([path, 500]);
        expect([path, (await askOther(path, body)).body]).toEqual([path, answer.body]);
      }
      await Promise.all([one.close(), other.close()]);
    },
  );
});

describe("every market-data route", () => {
  test("is among the randomly tested requests", () => {
    const patterns = ROUTES.filter(({ path }) => path.startsWith("/market-data/")).map(pattern);
    const paths = fc.sample(request, 3000).map(({ path }) => `${BASE_PATH}/market-data/${path.split("?")[0]!}`);
    for (const { name, matches } of patterns)
      expect([name, paths.some((path) => matches.test(path))]).toEqual([name, true]);
  });

  test("refuses requests without an API key and keys without the required scope", async () => {
    const server = await buildServer(
      new LoadedRecording(recordingOf({ beginning: "2024-01-08", seed: 1, density: 1, minutes: false }), ""),
      { speed: 0 },
    );
    const { text } = server.hindcast.keys.create({ name: "none", tier: "pro", scopes: ["trading:read"] });
    for (const { method, address } of ROUTES.filter(({ path }) => path.startsWith("/market-data/"))) {
      const url = address.replaceAll(/:\w+/g, "EURUSD");
      expect((await server.inject({ method, url })).statusCode).toBe(401);
      const refused = await server.inject({ method, url, headers: { authorization: `Bearer ${text}` } });
      expect([url, refused.statusCode]).toEqual([url, 403]);
    }
    await server.close();
  });
});

function pattern({ address, method }: Route): { name: string; matches: RegExp } {
  return { name: `${method} ${address}`, matches: new RegExp(`^${address.replaceAll(/:\w+/g, "[^/]+")}$`) };
}
