import { binance as klines } from "../importers/binance.ts";
import { asList, asRecord, type Source } from "../fetching/source.ts";

/** Largest number of klines in an answer. */
const LIMIT = 1000;
/** Binance's error code for a symbol that it does not have. */
const INVALID_SYMBOL = -1121;

/** Klines of Binance's spot market, from its public API. Times are in UTC. */
export const binance: Source = {
  name: "binance",
  title: "Spot pairs from Binance, such as BTC/USDT",
  terms: "https://www.binance.com/en/terms",
  baseUrl: "https://api.binance.com",
  pauseMs: 100,
  restates: false,
  intervals: {
    "1s": "1s",
    "1m": "1m",
    "3m": "3m",
    "5m": "5m",
    "15m": "15m",
    "30m": "30m",
    "1h": "1h",
    "2h": "2h",
    "4h": "4h",
    "6h": "6h",
    "8h": "8h",
    "12h": "12h",
    "1d": "1d",
    "1wk": "1w",
    "1mo": "1M",
  },
  // The first answer then begins with the first bar of the pair.
  earliest: () => 0,
  recordedSymbol: (symbol) => symbol.replaceAll("/", "").toUpperCase(),
  async *download({ symbol, sourceInterval, from, to, baseUrl, web, file }) {
    for (let start = Math.max(0, from); start < to;) {
      const url = new URL(`${baseUrl}/api/v3/klines`);
      const query = { symbol: symbol.replaceAll("/", "").toUpperCase(), interval: sourceInterval };
      const range = { startTime: String(start), endTime: String(to - 1), limit: String(LIMIT) };
      url.search = new URLSearchParams({ ...query, ...range }).toString();
      const answer = await web.json(url);
      if (!answer.ok) {
        const { code, msg } = asRecord(answer.json);
        throw code === INVALID_SYMBOL ? web.unknownSymbol(symbol, msg) : web.rejection(answer, msg);
      }
      const rows = asList(answer.json);
      const last = Number(asList(rows.at(-1))[0]);
      if (rows.length === 0) return;
      if (!(last >= start))
        throw web.failure("SOURCE_UNAVAILABLE", `answered with bars that were not requested for ${symbol}`);
      // An answer has no file whose unread columns a note could list.
      yield { ...(await klines.read(file(answer.text))), notes: [] };
      if (rows.length < LIMIT) return;
      start = last + 1;
    }
  },
};
