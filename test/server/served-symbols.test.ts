import { expect, test } from "vitest";
import { market, ny, series, stock } from "../support/recorded-by-hand.ts";
import { servedMarket } from "../support/served-market.ts";

const BARS = "2024-01-08T09:30 10 10 10 10 5";

test.each(["acme", "BTC_USDT", "A".repeat(26), "-A"])(
  "a recording of %s, which no address could name, is not served",
  async (symbol) => {
    const parts = { instruments: [stock("ACME"), stock(symbol)], series: [series("ACME", "1d", BARS)] };
    await expect(servedMarket(market(parts), ny("2024-01-08T12:00"))).rejects.toMatchObject({
      code: "SYMBOL_UNKNOWN",
      message: `instruments[1].symbol of a served recording must be of A-Z, 0-9, ^ . = - and at most 25 letters, was "${symbol}"`,
      details: { place: "instruments[1].symbol", symbol },
    });
  },
);
