import { join } from "node:path";
import { expect, test } from "vitest";
import { buildServer } from "../../src/server/build-server.ts";
import type { LoadedRecording } from "../../src/data/recording/recording.ts";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { ROOT } from "../house/source-files.ts";
import { market, ny, series, stock } from "../support/recorded-by-hand.ts";
import { asking, servedMarket } from "../support/served-market.ts";

const BARS = "2024-01-08T09:30 10 10 10 10 5";

test.each(["acme", "BTC_USDT", "A".repeat(26), "-A"])(
  "a server refuses a recording with the symbol %s, which no URL could contain",
  async (symbol) => {
    const parts = { instruments: [stock("ACME"), stock(symbol)], series: [series("ACME", "1d", BARS)] };
    await expect(servedMarket(market(parts), ny("2024-01-08T12:00"))).rejects.toMatchObject({
      code: "SYMBOL_UNKNOWN",
      message: `instruments[1].symbol of a served recording must consist of A-Z, 0-9, ^ . = / - and at most 25 characters, was "${symbol}"`,
      details: { place: "instruments[1].symbol", symbol },
    });
  },
);

test("a server refuses a recording that is not loaded or not awaited, and the error says how to load it", async () => {
  const opening = openRecording(join(ROOT, "data", "sample"));
  for (const recording of [await opening, opening, undefined])
    await expect(buildServer(recording as unknown as LoadedRecording)).rejects.toMatchObject({
      code: "PARAMETER_OUT_OF_RANGE",
      message: expect.stringContaining(
        "recording must be a loaded recording, such as the result of await (await openRecording(folder)).load(), was ",
      ) as string,
    });
});

test.each(["BRK/B", "EURUSD=X", "^GSPC", "BRK.B"])(
  "a served symbol %s is found at its encoded path, and the error for a misspelled one suggests it",
  async (symbol) => {
    const parts = { instruments: [stock(symbol)], series: [series(symbol, "1d", BARS.replace("T09:30", ""))] };
    const server = await servedMarket(market(parts), ny("2024-01-10T12:00"));
    const ask = asking(server);
    const { status, json } = await ask(`stocks/${encodeURIComponent(symbol)}/quote`);
    expect([status, json.symbol]).toEqual([200, symbol]);
    const missing = await ask(`stocks/${encodeURIComponent(`${symbol}Q`)}/quote`);
    expect([missing.status, missing.json.error.suggestion ?? missing.body]).toEqual([
      404,
      expect.stringContaining(symbol),
    ]);
    await server.close();
  },
);
