import { formatDate } from "../../time/instant.ts";
import { stooq as csv } from "../importers/stooq.ts";
import type { Source } from "../fetching/source.ts";

/** Daily bars of Stooq, as the CSV of its download page. Its prices are adjusted for splits and dividends. */
export const stooq: Source = {
  name: "stooq",
  title: "Daily prices from Stooq, such as aapl.us; needs an API key",
  terms: "https://stooq.com/help/",
  baseUrl: "https://stooq.com",
  pauseMs: 1000,
  restates: true,
  // Weeks and months of Stooq are dated by their last day.
  intervals: { "1d": "d" },
  earliest: () => Date.UTC(1900, 0, 1),
  recordedSymbol: (symbol) => symbol.toUpperCase(),
  async *download({ symbol, interval, sourceInterval, from, to, baseUrl, web, keys, file }) {
    const url = new URL(`${baseUrl}/q/d/l/`);
    const key = keys["STOOQ_API_KEY"];
    const day = (instant: number): string => formatDate(instant).replaceAll("-", "");
    url.search = new URLSearchParams({
      s: symbol.toLowerCase(),
      d1: day(from),
      d2: day(to),
      i: sourceInterval,
      ...(key !== undefined && { apikey: key }),
    }).toString();
    const answer = await web.text(url);
    const text = answer.text.trim();
    if (/^no data$/i.test(text) || answer.status === 404) throw web.unknownSymbol(symbol, text);
    if (/apikey/i.test(text)) {
      const how = `: get a key at https://stooq.com/q/d/?s=${symbol.toLowerCase()}&get_apikey, and set the environment variable STOOQ_API_KEY to it`;
      throw web.failure("SOURCE_REFUSED", `requires ${key === undefined ? "an API key" : "another API key"}${how}`);
    }
    if (!answer.ok || !/^date,/i.test(text)) throw web.rejection(answer, text);
    const index = symbol.startsWith("^") ? { assetClass: "index" as const } : {};
    const read = file(answer.text);
    const { settings } = read;
    yield await csv.read({
      ...read,
      settings: { ...settings, interval, instrument: { ...index, ...settings.instrument } },
    });
  },
};
